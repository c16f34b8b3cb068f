import pLimit from 'p-limit';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { SettingRow } from '../../../shared/contract/settings/setting-value.ts';
import { bundledOrigin } from '../../credentials/credential-owners.ts';
import type { Tell } from '../../service-events.ts';
import { expandProviders } from '../manifest/expand-providers.ts';
import {
  type DiscoveredExtension,
  type Discovery,
  discoverExtensions,
  type ExtensionPlaces,
  extensionRoots,
} from './discovery.ts';
import { copiesOf, type ExtensionCopy } from './extension-copies.ts';
import type { ExtensionDecisions } from './extension-decisions.ts';
import { ownNames, withMarkedNames } from './marked-names.ts';

export interface ExtensionCatalogDeps {
  places(): ExtensionPlaces;
  readonly decisions: ExtensionDecisions;
  /** The rows of a list among the settings of an extension. */
  rows(manifest: Manifest, key: string): readonly SettingRow[];
  readonly tell: Tell<'extensions-found' | 'extensions-enabled' | 'provider-removed'>;
}

/** Which extensions there are and which of them may run. */
export type ExtensionCatalog = ReturnType<typeof createExtensionCatalog>;

const originOf = ({ source, rootPath }: Pick<DiscoveredExtension, 'source' | 'rootPath'>): string =>
  source === 'bundled' ? bundledOrigin : rootPath;

const nothingFound: Discovery = { extensions: [], shadowed: [], problems: [] };

export function createExtensionCatalog({ places, decisions, rows, tell }: ExtensionCatalogDeps) {
  let discovery = nothingFound;
  let copies: readonly ExtensionCopy[] = [];
  let enabled: readonly DiscoveredExtension[] = [];
  const inTurn = pLimit(1);

  /** The manifests of these. */
  const manifests = (): readonly Manifest[] => enabled.map(({ manifest }) => manifest);
  const usedOf = (id: string) => enabled.find(({ manifest }) => manifest.id === id);
  const bundled = () =>
    [...discovery.extensions, ...discovery.shadowed].flatMap(({ manifest, source }) =>
      source === 'bundled' ? [manifest] : [],
    );
  const standing = (which: ExtensionCopy['standing']) =>
    copies.filter((copy) => copy.standing === which).map(({ extension }) => extension);

  function use(next: readonly DiscoveredExtension[], changed: readonly string[]): void {
    enabled = next;
    tell({
      type: 'extensions-enabled',
      enabled,
      changed,
      waiting: standing('waiting').map(({ manifest }) => manifest),
    });
  }

  function decide(changed: readonly string[]): void {
    copies = copiesOf(discovery, decisions).map(withProviders);
    use(standing('used'), changed);
  }

  /** What is used has the providers that its settings ask for; what a person consents to is the manifest as it is. */
  function withProviders(copy: ExtensionCopy): ExtensionCopy {
    if (copy.standing !== 'used') return copy;
    const { extension } = copy;
    const manifest = expandProviders(extension.manifest, (key) => rows(extension.manifest, key));
    return { ...copy, extension: { ...extension, manifest } };
  }

  return {
    /** The copies that are used: one of an id at the most. */
    enabled: () => enabled,
    manifests,
    /** Of every place, whether they are used or not. */
    copies: () => copies,
    /** What is none, though it lies where extensions do. */
    problems: () => discovery.problems,
    /** Where an enabled extension comes from: its folder, or `bundledOrigin`. "" for one that is not enabled. */
    originOf(extensionId: string) {
      const extension = usedOf(extensionId);
      // One that is gone owns nothing.
      return extension ? originOf(extension) : '';
    },
    /** Every extension that was found, enabled or not, and where it comes from. */
    installed: (): readonly { readonly manifest: Manifest; readonly origin: string }[] =>
      copies.map(({ extension }) => ({ manifest: extension.manifest, origin: originOf(extension) })),
    /** Whether an enabled extension may read an environment variable that its manifest names. */
    variableDecision(extensionId: string, name: string) {
      const extension = usedOf(extensionId);
      return extension ? decisions.variableDecision(extension, name) : 'undecided';
    },
    /** Keeps what a person decided about that. null: they want to be asked again. */
    async setVariable(extensionId: string, name: string, isAllowed: boolean | null) {
      const extension = usedOf(extensionId);
      if (extension) await decisions.setVariable(extension, name, isAllowed);
    },
    /** The name of the extension of this id that comes with the app, in use or not. */
    bundledName: (id: string) => bundled().find((manifest) => manifest.id === id)?.name,
    /** The manifest of another one, with a mark behind every name that could be taken for one of the app's own. */
    marked: (manifest: Manifest) => withMarkedNames(manifest, ownNames(bundled())),
    /** Looks again at every root. @param changed ids whose code changed though their manifest may not have */
    refresh: (changed: readonly string[] = []) =>
      inTurn(async () => {
        discovery = await discoverExtensions(extensionRoots(places()));
        tell({ type: 'extensions-found', discovery });
        decide(changed);
      }),
    /** Decides anew which of those that were found may run. */
    decide: () => decide([]),
    /** Takes one out of use before its folder goes. */
    withdraw({ rootPath }: Pick<DiscoveredExtension, 'rootPath'>) {
      use(
        enabled.filter((one) => one.rootPath !== rootPath),
        [],
      );
    },
    /** Rows of a list came or went, and with them providers. */
    rowsChanged() {
      const before = manifests();
      decide([]);
      for (const { id: extensionId, language_model_providers: providers } of before) {
        const present = usedOf(extensionId)?.manifest.language_model_providers ?? {};
        for (const providerId of Object.keys(providers)) {
          if (!Object.hasOwn(present, providerId)) tell({ type: 'provider-removed', extensionId, providerId });
        }
      }
    },
  };
}
