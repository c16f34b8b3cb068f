import { basename } from 'node:path';
import { type Failure, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { ExtensionSnapshot, InstallQuestion } from '../../shared/contract/extension-state.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import type { MainEvent, RendererApi } from '../../shared/contract/renderer-api.ts';
import { contributionsOf } from './contributions.ts';
import { watchDevelopmentFolder } from './development-watch.ts';
import {
  type DiscoveredExtension,
  type Discovery,
  discoverExtensions,
  type ExtensionPlaces,
  extensionRoots,
} from './discovery.ts';
import type { ExtensionRegistry } from './extension-registry.ts';
import { extensionSnapshots, problemInWords, type StatusInWords } from './extension-snapshots.ts';
import type { ExtensionStates } from './extension-states.ts';
import type { Installer, PreparedInstall } from './install/installer.ts';

export interface ExtensionManagerDeps {
  places(): Promise<ExtensionPlaces>;
  readonly states: ExtensionStates;
  readonly installer: Installer;
  readonly registry: ExtensionRegistry;
  /** Shows the system's dialog. null: the person cancelled. */
  pickPackage(kind: 'folder' | 'archive'): Promise<string | null>;
  publish(event: Extract<MainEvent, { type: 'extensions' | 'contributions' | 'install-question' }>): void;
  /** A folder or archive of the command line cannot be installed. */
  onRefused(failure: Failure): void;
  /** What was found differs from before. */
  onDiscovery(discovery: Discovery): void;
  /** The set of enabled extensions was brought up to date. @param waiting those that are off until a person consents */
  onEnabled(waiting: readonly Manifest[]): void;
  /** An extension is gone for good: what it stored goes too. */
  forget(extensionId: string): Promise<void>;
}

export interface ExtensionManager
  extends Pick<
    RendererApi['extensions'],
    | 'list'
    | 'contributions'
    | 'pickPackage'
    | 'prepareInstall'
    | 'commitInstall'
    | 'discardInstall'
    | 'consent'
    | 'setEnabled'
    | 'uninstall'
    | 'reload'
  > {
  /** The manifests of the enabled extensions. */
  manifests(): readonly Manifest[];
  /** Whether a person consented to an enabled extension reading an environment variable. */
  mayReadVariable(extensionId: string, name: string): boolean;
  /** The name of the extension of this id that comes with the app, in use or not. */
  bundledName(id: string): string | undefined;
  /** Looks again at every root. @param changed ids whose code changed though their manifest may not have */
  refresh(changed?: readonly string[]): Promise<void>;
  /** Asks the person about folders and archives of the command line, one after the other. */
  offer(paths: readonly string[]): Promise<void>;
  /** How an extension does has changed. */
  statusChanged(): void;
  close(): void;
}

const nothingFound: Discovery = { extensions: [], shadowed: [], problems: [] };

/** Which extensions there are and which of them may run: discovery, consent, what a person turned off, installing. */
export function createExtensionManager(deps: ExtensionManagerDeps): ExtensionManager {
  const { states, installer, registry } = deps;
  let discovery = nothingFound;
  let enabled: readonly DiscoveredExtension[] = [];
  let isPublishing = false;
  const watches = new Map<string, () => void>();
  /** Questions of `offer` that the person has not answered. */
  const offered = new Map<string, () => void>();
  /** The refresh asked for last; the next one waits for it. */
  let refreshing: Promise<void> = Promise.resolve();

  const manifests = () => enabled.map(({ manifest }) => manifest);
  const find = (id: string) => discovery.extensions.find(({ manifest }) => manifest.id === id);

  const bundledName = (id: string): string | undefined =>
    [...discovery.extensions, ...discovery.shadowed].find(
      ({ manifest, source }) => source === 'bundled' && manifest.id === id,
    )?.manifest.name;

  function statusOf(extension: DiscoveredExtension): StatusInWords {
    if (!isOn(extension)) return { status: 'disabled' };
    if (isWaiting(extension)) return { status: 'needs-consent', asks: states.missingConsent(extension) };
    return registry.statusOf(extension.manifest.id);
  }

  const isOn = ({ manifest }: DiscoveredExtension): boolean => !states.isDisabled(manifest.id);
  const isWaiting = (extension: DiscoveredExtension): boolean =>
    isOn(extension) && states.missingConsent(extension).length > 0;
  const mayRun = (extension: DiscoveredExtension): boolean => isOn(extension) && !isWaiting(extension);

  const list = (): ExtensionSnapshot[] => extensionSnapshots(discovery, statusOf);

  /** Many changes of one turn are one event. */
  function statusChanged(): void {
    if (isPublishing) return;
    isPublishing = true;
    setImmediate(() => {
      isPublishing = false;
      deps.publish({ type: 'extensions', extensions: list() });
    });
  }

  function refresh(changed: readonly string[] = []): Promise<void> {
    const refreshed = refreshing.then(async () => {
      discovery = await discoverExtensions(extensionRoots(await deps.places()));
      deps.onDiscovery(discovery);
      apply(changed);
    });
    refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  function apply(changed: readonly string[]): void {
    enabled = discovery.extensions.filter(mayRun);
    registry.setExtensions(enabled, changed);
    watchSources();
    deps.onEnabled(discovery.extensions.filter(isWaiting).map(({ manifest }) => manifest));
    deps.publish({ type: 'contributions', contributions: contributionsOf(manifests()) });
    statusChanged();
  }

  /** Authors see their changes at once, also those that mend a manifest. */
  function watchSources(): void {
    const inDevelopment = new Set(
      [...discovery.extensions, ...discovery.problems]
        .filter(({ source }) => source === 'development')
        .map(({ rootPath }) => rootPath),
    );
    for (const [folder, undo] of watches) {
      if (inDevelopment.has(folder)) continue;
      undo();
      watches.delete(folder);
    }
    for (const folder of inDevelopment) {
      if (!watches.has(folder))
        watches.set(
          folder,
          watchDevelopmentFolder(folder, () => void refresh(idsIn(folder))),
        );
    }
  }

  const idsIn = (folder: string): string[] =>
    discovery.extensions.filter(({ rootPath }) => rootPath === folder).map(({ manifest }) => manifest.id);

  async function prepareInstall(path: string): Promise<Result<InstallQuestion>> {
    const prepared = await installer.prepare(path);
    return prepared.ok ? ok(questionOf(prepared.value)) : prepared;
  }

  function questionOf({ token, manifest, asks, replaces }: PreparedInstall): InstallQuestion {
    const { id, name, version, description = '', authors = [] } = manifest;
    const question = { token, id, name, version, description, authors, asks };
    if (!replaces) return question;
    const takesOver = bundledName(id);
    const place = {
      rootPath: replaces.rootPath,
      source: 'user' as const,
      ...(takesOver !== undefined && { takesOver }),
    };
    const asksMore = states.missingConsent({ manifest, ...place });
    return { ...question, replaces: replaces.version ?? 'an unreadable version', asksMore };
  }

  /** Ends the wait of `offer` for an answer. */
  const answered = (token: string) => {
    offered.get(token)?.();
    offered.delete(token);
  };

  const unknown = (id: string) => fail('extension-disabled', `There is no extension “${id}” any more.`);

  return {
    manifests,
    bundledName,
    mayReadVariable(extensionId, name) {
      const extension = enabled.find(({ manifest }) => manifest.id === extensionId);
      return extension !== undefined && states.mayReadVariable(extension, name);
    },
    refresh,
    statusChanged,
    list: async () => list(),
    contributions: async () => contributionsOf(manifests()),
    prepareInstall,
    async pickPackage(kind) {
      const path = await deps.pickPackage(kind);
      return path === null ? ok(null) : prepareInstall(path);
    },
    async commitInstall(token) {
      const installed = await installer.commit(token);
      answered(token);
      if (!installed.ok) return installed;
      await states.grant(installed.value);
      await refresh([installed.value.manifest.id]);
      return ok(null);
    },
    async discardInstall(token) {
      await installer.discard(token);
      answered(token);
    },
    async offer(paths) {
      for (const path of paths) {
        const prepared = await prepareInstall(path);
        if (!prepared.ok) {
          deps.onRefused(prepared.failure);
          continue;
        }
        const question = prepared.value;
        deps.publish({ type: 'install-question', question });
        await new Promise<void>((resolve) => offered.set(question.token, resolve));
        deps.publish({ type: 'install-question', question: null });
      }
    },
    async consent(id) {
      const extension = find(id);
      if (!extension) return unknown(id);
      await states.grant(extension);
      apply([]);
      return ok(null);
    },
    async setEnabled(id, isEnabled) {
      if (!find(id)) return unknown(id);
      await states.setDisabled(id, !isEnabled);
      apply([]);
      return ok(null);
    },
    async uninstall(id) {
      const installed = [...discovery.extensions, ...discovery.problems].filter(({ source }) => source === 'user');
      const extension = installed.find((one) => id === ('manifest' in one ? one.manifest.id : basename(one.rootPath)));
      if (!extension) return unknown(id);
      // It ends before its folder goes.
      enabled = enabled.filter((one) => one !== extension);
      registry.setExtensions(enabled);
      const uninstalled = await installer.uninstall(id);
      if (uninstalled.ok) {
        await states.forget({ id, rootPath: extension.rootPath });
        await deps.forget(id);
      }
      await refresh();
      return uninstalled;
    },
    async reload(id) {
      const before = find(id);
      // Its manifest may have changed too.
      await refresh();
      const problem = discovery.problems.find(({ rootPath }) => rootPath === before?.rootPath);
      if (problem) return fail('extension-failed', `“${before?.manifest.name}” is off: ${problemInWords(problem)}`);
      return registry.reload(id);
    },
    close() {
      for (const undo of watches.values()) undo();
      watches.clear();
    },
  };
}
