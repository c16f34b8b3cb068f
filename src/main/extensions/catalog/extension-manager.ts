import { basename, dirname } from 'node:path';
import { type Failure, fail, ok } from '../../../shared/contract/errors.ts';
import type { ExtensionSnapshot } from '../../../shared/contract/extensions/extension-state.ts';
import type { LateHandlers } from '../../../shared/contract/methods/renderer-methods.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { RootFiles } from '../../context/roots/root-files.ts';
import type { OfProvider } from '../../service-events.ts';
import type { ComponentCompiler } from '../components/component-compiler.ts';
import { createKnownGaps } from '../components/known-gaps.ts';
import { createInstallQuestions, type InstallQuestions } from '../install/install-questions.ts';
import type { Installer } from '../install/installer.ts';
import { createArgumentCompletion } from '../registry/complete-argument.ts';
import type { ExtensionRegistry } from '../registry/extension-registry.ts';
import { moduleFolders, scriptSuffix } from '../sources/script-place.ts';
import { createComponentStamps, isComponent, mainPathOf } from './component-stamps.ts';
import { contributionsOf } from './contributions.ts';
import { createDevelopmentWatches } from './development-watches.ts';
import type { DiscoveredExtension, DiscoveryProblem } from './discovery.ts';
import type { ExtensionCatalog } from './extension-catalog.ts';
import type { ExtensionDecisions } from './extension-decisions.ts';
import { extensionSnapshots, formatProblem } from './extension-snapshots.ts';

export interface ExtensionManagerDeps {
  readonly catalog: ExtensionCatalog;
  readonly decisions: ExtensionDecisions;
  readonly installer: Installer;
  readonly registry: Pick<ExtensionRegistry, 'statusOf' | 'reload' | 'running' | 'run' | 'personActed' | 'require'>;
  /** Milliseconds for an extension to offer arguments of a slash command. */
  readonly completeMs: number;
  /** Shows the system's file dialog. @returns null if the person cancelled */
  pickPackage(kind: 'folder' | 'archive'): Promise<string | null>;
  publish(event: Extract<MainEvent, { type: 'extensions' | 'contributions' | 'install-question' }>): void;
  readonly rootFiles: Pick<RootFiles, 'list' | 'refresh' | 'snippets'>;
  /** @returns what was made of a component, by its path; null: it was not compiled yet */
  readonly knownCompilation: ComponentCompiler['known'];
  /** Called when a folder or archive of the command line cannot be installed. */
  onRefused(failure: Failure): void;
  /**
   * Deletes the data of an uninstalled extension.
   * @param origin its former folder
   * @param providers those of other extensions that were its endpoints
   */
  forget(extensionId: string, origin: string, providers: readonly OfProvider[]): Promise<void>;
}

/** Commands of the Extensions view, and the events that keep it up to date. */
export interface ExtensionManager extends InstallQuestions, Omit<LateHandlers['extensions'], keyof InstallQuestions> {
  /** Call when the set of enabled extensions was determined again. */
  enabledChanged(): void;
  /** Call when the status of an extension has changed. */
  statusChanged(): void;
  /** Call when the contributions to palette and composer have changed. */
  contributionsChanged(): void;
  close(): void;
}

/** The folders whose files are the extension's. */
function foldersOf(found: DiscoveredExtension | DiscoveryProblem): readonly string[] {
  const place = 'script' in found ? found.script?.place : undefined;
  if (place) return [place.folder ?? dirname(place.main), ...moduleFolders(place)];
  // Of many folders not all are watched.
  if (isComponent(found)) return [found.rootPath, dirname(mainPathOf(found))];
  return [found.rootPath.endsWith(scriptSuffix) ? dirname(found.rootPath) : found.rootPath];
}

export function createExtensionManager(deps: ExtensionManagerDeps): ExtensionManager {
  const { catalog, decisions, installer, registry } = deps;
  let isPublishing = false;

  const copiesWith = (id: string) => catalog.copies().filter(({ extension }) => extension.manifest.id === id);

  const questions = createInstallQuestions({
    ...deps,
    bundledName: catalog.bundledName,
    marked: catalog.marked,
    async onInstalled(extension) {
      await decisions.grant(extension);
      await catalog.refresh([extension.manifest.id]);
    },
  });

  const gaps = createKnownGaps({ known: deps.knownCompilation, onFound: () => statusChanged() });

  /** Somebody has looked at the list, which the app tells of from its start. */
  let isListed = false;

  function list(): ExtensionSnapshot[] {
    const copies = catalog.copies();
    if (isListed) {
      void gaps.look(
        copies.map(({ extension }) => extension),
        (id) => registry.statusOf(id).status,
      );
    }
    const known = copies.map((copy) => ({ ...copy, extension: gaps.withGaps(copy.extension) }));
    return extensionSnapshots(known, catalog.problems(), (id) => registry.statusOf(id), decisions);
  }

  const contributions = () => ({ ...contributionsOf(catalog.manifests()), ...deps.rootFiles.list() });
  const contributionsChanged = () => deps.publish({ type: 'contributions', contributions: contributions() });

  /** Publishes once for all changes of one turn of the event loop. */
  function statusChanged(): void {
    if (isPublishing) return;
    isPublishing = true;
    setImmediate(() => {
      isPublishing = false;
      deps.publish({ type: 'extensions', extensions: list() });
    });
  }

  const stamps = createComponentStamps();

  /** Ids of extensions whose code has changed, when something in the folder has. */
  async function changedIn(folder: string): Promise<string[]> {
    const ids = catalog.enabled().map(async (extension) => {
      const { manifest, rootPath } = extension;
      const hasChanged = isComponent(extension)
        ? foldersOf(extension).includes(folder) && (await stamps.hasChanged(extension))
        : rootPath === folder;
      return hasChanged ? [manifest.id] : [];
    });
    return (await Promise.all(ids)).flat();
  }

  /** Authors see their changes at once, also those that repair a manifest. */
  const watches = createDevelopmentWatches(async (folder) => catalog.refresh(await changedIn(folder)));

  const unknown = (id: string) => fail('extension-disabled', `The extension “${id}” is no longer installed.`);

  return {
    enabledChanged() {
      for (const extension of catalog.enabled()) {
        if (extension.source === 'development' && isComponent(extension)) void stamps.note(extension);
      }
      watches.set(
        [...catalog.copies().map(({ extension }) => extension), ...catalog.problems()]
          .filter(({ source }) => source === 'development')
          .flatMap(foldersOf),
      );
      contributionsChanged();
      statusChanged();
    },
    statusChanged,
    list() {
      isListed = true;
      return list();
    },
    running: () => registry.running(),
    async contributions() {
      await deps.rootFiles.refresh();
      return contributions();
    },
    snippets: deps.rootFiles.snippets,
    runCommand(extensionId, id) {
      registry.personActed(extensionId);
      return registry.run(extensionId, 'command.run', { id });
    },
    completeArgument: createArgumentCompletion(registry, deps.completeMs),
    contributionsChanged,
    ...questions,
    async consent(id, rootPath) {
      const copy = copiesWith(id).find(({ extension }) => extension.rootPath === rootPath);
      if (!copy) return unknown(id);
      await decisions.grant(copy.extension);
      catalog.decide();
      return ok(null);
    },
    async setEnabled(id, isEnabled, rootPath) {
      const found = copiesWith(id);
      // Without a folder the copy in use is meant, or the one that would be.
      const copy =
        rootPath === undefined
          ? (found.find(({ standing }) => standing === (isEnabled ? 'disabled' : 'used')) ?? found[0])
          : found.find(({ extension }) => extension.rootPath === rootPath);
      if (!copy) return unknown(id);
      await decisions.setDisabled(copy.extension, !isEnabled);
      catalog.decide();
      return ok(null);
    },
    async takeBackAccess(id, rootPath) {
      const copy = copiesWith(id).find(({ extension }) => extension.rootPath === rootPath);
      if (!copy) return unknown(id);
      await decisions.takeBackAccess(copy.extension);
      statusChanged();
      return ok(null);
    },
    async uninstall(id, rootPath) {
      const found = [...catalog.copies().map(({ extension }) => extension), ...catalog.problems()];
      const installed = found.filter((one) => one.source === 'user' && one.rootPath === rootPath);
      const extension = installed.find((one) => id === ('manifest' in one ? one.manifest.id : basename(one.rootPath)));
      if (!extension) return unknown(id);
      const providers = 'manifest' in extension ? catalog.providersOf(extension) : [];
      // The extension ends before its folder is deleted.
      catalog.withdraw(extension);
      const uninstalled = await installer.uninstall(id, extension.rootPath);
      if (uninstalled.ok) {
        await decisions.forget(extension);
        await deps.forget(id, extension.rootPath, providers);
      }
      await catalog.refresh();
      return uninstalled;
    },
    async reload(id) {
      const before = catalog.enabled().find(({ manifest }) => manifest.id === id) ?? copiesWith(id)[0]?.extension;
      // The manifest may have changed too.
      await catalog.refresh();
      const problem = catalog.problems().find(({ rootPath }) => rootPath === before?.rootPath);
      if (problem) return fail('extension-failed', `“${before?.manifest.name}” is off: ${formatProblem(problem)}`);
      if (copiesWith(id).length === 0) return unknown(id);
      return registry.reload(id);
    },
    close: watches.close,
  };
}
