import { basename } from 'node:path';
import { type Failure, fail, ok } from '../../../shared/contract/errors.ts';
import type { ExtensionSnapshot } from '../../../shared/contract/extension-state.ts';
import type { Manifest } from '../../../shared/contract/manifest.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { SettingRow } from '../../../shared/contract/setting-value.ts';
import { bundledOrigin } from '../../credentials/credential-owners.ts';
import type { VariableDecision } from '../../credentials/variable-questions.ts';
import { createInstallQuestions, type InstallQuestions } from '../install/install-questions.ts';
import type { Installer } from '../install/installer.ts';
import { expandProviders } from '../manifest/expand-providers.ts';
import type { ExtensionRegistry } from '../registry/extension-registry.ts';
import { contributionsOf } from './contributions.ts';
import { createDevelopmentWatches } from './development-watches.ts';
import {
  type DiscoveredExtension,
  type Discovery,
  discoverExtensions,
  type ExtensionPlaces,
  extensionRoots,
} from './discovery.ts';
import { copiesOf, type ExtensionCopy } from './extension-copies.ts';
import type { ExtensionDecisions } from './extension-decisions.ts';
import { extensionSnapshots, problemInWords } from './extension-snapshots.ts';

export interface ExtensionManagerDeps {
  places(): Promise<ExtensionPlaces>;
  readonly states: ExtensionDecisions;
  readonly installer: Installer;
  readonly registry: ExtensionRegistry;
  /** The rows of a list among the settings of an extension. */
  rows(manifest: Manifest, key: string): readonly SettingRow[];
  /** Shows the system's dialog. null: the person cancelled. */
  pickPackage(kind: 'folder' | 'archive'): Promise<string | null>;
  publish(event: Extract<MainEvent, { type: 'extensions' | 'contributions' | 'install-question' }>): void;
  /** The prompt templates that are there; `contributionsChanged` when they are others. */
  templates(): readonly PromptTemplate[];
  /** A folder or archive of the command line cannot be installed. */
  onRefused(failure: Failure): void;
  /** What was found differs from before. */
  onDiscovery(discovery: Discovery): void;
  /** The set of enabled extensions was brought up to date. @param waiting those that are off until a person consents */
  onEnabled(waiting: readonly Manifest[]): void;
  /** An extension is gone for good: what it stored goes too. @param origin where it was */
  forget(extensionId: string, origin: string): Promise<void>;
}

export interface ExtensionManager
  extends Pick<RendererApi['extensions'], 'list' | 'contributions' | 'consent' | 'setEnabled' | 'uninstall' | 'reload'>,
    InstallQuestions {
  /** The manifests of the enabled extensions. */
  manifests(): readonly Manifest[];
  /** Where an enabled extension comes from: its folder, or `bundledOrigin`. */
  originOf(extensionId: string): string;
  /** Every extension that was found, enabled or not, and where it comes from. */
  installed(): readonly { readonly manifest: Manifest; readonly origin: string }[];
  /** Whether an enabled extension may read an environment variable that its manifest names. */
  variableDecision(extensionId: string, name: string): VariableDecision;
  /** Keeps what a person decided about that. null: they want to be asked again. */
  setVariable(extensionId: string, name: string, isAllowed: boolean | null): Promise<void>;
  /** The name of the extension of this id that comes with the app, in use or not. */
  bundledName(id: string): string | undefined;
  /** Looks again at every root. @param changed ids whose code changed though their manifest may not have */
  refresh(changed?: readonly string[]): Promise<void>;
  /**
   * Rows of a list came or went, and with them providers: an extension that has others than before is loaded anew.
   * @returns the providers that are gone
   */
  rowsChanged(): readonly { readonly extensionId: string; readonly providerId: string }[];
  /** How an extension does has changed. */
  statusChanged(): void;
  /** Something else is added to palette and composer than before. */
  contributionsChanged(): void;
  close(): void;
}

const originOf = ({ source, rootPath }: Pick<DiscoveredExtension, 'source' | 'rootPath'>): string =>
  source === 'bundled' ? bundledOrigin : rootPath;

const nothingFound: Discovery = { extensions: [], shadowed: [], problems: [] };

/** Which extensions there are and which of them may run: discovery, consent, what a person turned off, installing. */
export function createExtensionManager(deps: ExtensionManagerDeps): ExtensionManager {
  const { states, installer, registry } = deps;
  let discovery = nothingFound;
  let copies: readonly ExtensionCopy[] = [];
  /** The copies that are used: one of an id at the most. */
  let enabled: readonly DiscoveredExtension[] = [];
  let isPublishing = false;
  /** The refresh asked for last; the next one waits for it. */
  let refreshing: Promise<void> = Promise.resolve();

  const manifests = () => enabled.map(({ manifest }) => manifest);
  const copiesWith = (id: string) => copies.filter(({ extension }) => extension.manifest.id === id);
  const usedOf = (id: string) => enabled.find(({ manifest }) => manifest.id === id);

  const bundledName = (id: string): string | undefined =>
    [...discovery.extensions, ...discovery.shadowed].find(
      ({ manifest, source }) => source === 'bundled' && manifest.id === id,
    )?.manifest.name;

  const questions = createInstallQuestions({
    ...deps,
    bundledName,
    async onInstalled(extension) {
      await states.grant(extension);
      await refresh([extension.manifest.id]);
    },
  });

  const list = (): ExtensionSnapshot[] => extensionSnapshots(copies, discovery.problems, (id) => registry.statusOf(id));

  const contributions = () => ({ ...contributionsOf(manifests()), templates: deps.templates() });
  const contributionsChanged = () => deps.publish({ type: 'contributions', contributions: contributions() });

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
    copies = copiesOf(discovery, states).map(withProviders);
    const standing = (which: ExtensionCopy['standing']) =>
      copies.filter((copy) => copy.standing === which).map(({ extension }) => extension);
    enabled = standing('used');
    registry.setExtensions(enabled, changed);
    watches.set(
      [...copies.map(({ extension }) => extension), ...discovery.problems]
        .filter(({ source }) => source === 'development')
        .map(({ rootPath }) => rootPath),
    );
    deps.onEnabled(standing('waiting').map(({ manifest }) => manifest));
    contributionsChanged();
    statusChanged();
  }

  /** What is used has the providers that its settings ask for; what a person consents to is the manifest as it is. */
  function withProviders(copy: ExtensionCopy): ExtensionCopy {
    if (copy.standing !== 'used') return copy;
    const { extension } = copy;
    const manifest = expandProviders(extension.manifest, (key) => deps.rows(extension.manifest, key));
    return { ...copy, extension: { ...extension, manifest } };
  }

  const idsIn = (folder: string): string[] =>
    enabled.filter(({ rootPath }) => rootPath === folder).map(({ manifest }) => manifest.id);
  /** Authors see their changes at once, also those that mend a manifest. */
  const watches = createDevelopmentWatches((folder) => void refresh(idsIn(folder)));

  const unknown = (id: string) => fail('extension-disabled', `There is no extension “${id}” any more.`);

  return {
    manifests,
    bundledName,
    originOf(extensionId) {
      const extension = enabled.find(({ manifest }) => manifest.id === extensionId);
      // One that is gone owns nothing.
      return extension ? originOf(extension) : '';
    },
    installed: () => copies.map(({ extension }) => ({ manifest: extension.manifest, origin: originOf(extension) })),
    variableDecision(extensionId, name) {
      const extension = usedOf(extensionId);
      return extension ? states.variableDecision(extension, name) : 'undecided';
    },
    async setVariable(extensionId, name, isAllowed) {
      const extension = usedOf(extensionId);
      if (extension) await states.setVariable(extension, name, isAllowed);
    },
    refresh,
    rowsChanged() {
      const before = manifests();
      apply([]);
      return before.flatMap(({ id: extensionId, language_model_providers: providers }) => {
        const present = usedOf(extensionId)?.manifest.language_model_providers ?? {};
        const gone = Object.keys(providers).filter((providerId) => !Object.hasOwn(present, providerId));
        return gone.map((providerId) => ({ extensionId, providerId }));
      });
    },
    statusChanged,
    list: async () => list(),
    contributions: async () => contributions(),
    contributionsChanged,
    ...questions,
    async consent(id, rootPath) {
      const copy = copiesWith(id).find(({ extension }) => extension.rootPath === rootPath);
      if (!copy) return unknown(id);
      await states.grant(copy.extension);
      apply([]);
      return ok(null);
    },
    async setEnabled(id, isEnabled, rootPath) {
      const found = copiesWith(id);
      // Who names no folder means the one that is used, or would be.
      const copy =
        rootPath === undefined
          ? (found.find(({ standing }) => standing === (isEnabled ? 'disabled' : 'used')) ?? found[0])
          : found.find(({ extension }) => extension.rootPath === rootPath);
      if (!copy) return unknown(id);
      await states.setDisabled(copy.extension, !isEnabled);
      apply([]);
      return ok(null);
    },
    async uninstall(id, rootPath) {
      const found = [...copies.map(({ extension }) => extension), ...discovery.problems];
      const installed = found.filter((one) => one.source === 'user' && one.rootPath === rootPath);
      const extension = installed.find((one) => id === ('manifest' in one ? one.manifest.id : basename(one.rootPath)));
      if (!extension) return unknown(id);
      // It ends before its folder goes.
      enabled = enabled.filter((one) => one !== extension);
      registry.setExtensions(enabled);
      const uninstalled = await installer.uninstall(id, extension.rootPath);
      if (uninstalled.ok) {
        await states.forget(extension);
        await deps.forget(id, extension.rootPath);
      }
      await refresh();
      return uninstalled;
    },
    async reload(id) {
      const before = usedOf(id) ?? copiesWith(id)[0]?.extension;
      // Its manifest may have changed too.
      await refresh();
      const problem = discovery.problems.find(({ rootPath }) => rootPath === before?.rootPath);
      if (problem) return fail('extension-failed', `“${before?.manifest.name}” is off: ${problemInWords(problem)}`);
      return registry.reload(id);
    },
    close: watches.close,
  };
}
