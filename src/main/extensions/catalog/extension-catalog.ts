import pLimit from 'p-limit';
import { z } from 'zod/mini';
import { type Access, accesses } from '../../../shared/contract/access.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { EndpointSecrets } from '../../../shared/contract/extensions/endpoint.ts';
import { type Manifest, type Registered, registeredSchema } from '../../../shared/contract/extensions/manifest.ts';
import type { SettingRow } from '../../../shared/contract/settings/setting-value.ts';
import { bundledOrigin } from '../../credentials/credential-owners.ts';
import type { OfProvider, Tell } from '../../service-events.ts';
import { createRateLimit } from '../api/rate-limit.ts';
import { throttled } from '../api/throttled.ts';
import { expandProviders, type ServedEndpoint, servedBy } from '../manifest/expand-providers.ts';
import { formatIssue } from '../manifest/format-issue.ts';
import { ownNames, withMarkedName, withMarkedNames } from '../manifest/marked-names.ts';
import { createEndpointSecrets, withoutSecrets } from '../sources/endpoint-secrets.ts';
import type { KeptRegistrations } from '../sources/kept-registrations.ts';
import { endpointsOf, type ScriptEndpoint } from '../sources/script-endpoints.ts';
import { withRegistered } from '../sources/script-manifest.ts';
import { needsConsent } from './consent.ts';
import { type DiscoveredExtension, type Discovery, discoverExtensions } from './discovery.ts';
import { copiesOf, type ExtensionCopy } from './extension-copies.ts';
import type { ExtensionDecisions } from './extension-decisions.ts';
import { type ExtensionPlaces, extensionRoots } from './extension-roots.ts';

export interface ExtensionCatalogDeps {
  places(): ExtensionPlaces;
  readonly decisions: ExtensionDecisions;
  /** The rows of a list setting of an extension. */
  rows(manifest: Manifest, key: string): readonly SettingRow[];
  /** What scripts registered when they ran last. */
  readonly registrations: KeptRegistrations;
  readonly tell: Tell<'extensions-found' | 'extensions-enabled' | 'provider-removed'>;
}

/** The extensions found, and those among them that may run. */
export type ExtensionCatalog = ReturnType<typeof createExtensionCatalog>;

const originOf = ({ source, rootPath }: Pick<DiscoveredExtension, 'source' | 'rootPath'>): string =>
  source === 'bundled' ? bundledOrigin : rootPath;

/** Bytes of all that a script has registered, as JSON: manifests are compared, sent and kept. */
const mostBytes = 2_000_000;
/** Changes of a script's endpoints while it runs, in a minute: each loads the extension anew that calls them. */
const changesInAMinute = 10;
/** Milliseconds between two times that what running scripts register is offered. */
const pauseMs = 200;

const offerSchema = z.object({
  registered: registeredSchema.check(
    z.refine((registered) => JSON.stringify(registered).length <= mostBytes, { error: 'it has more than 2 MB' }),
  ),
});

const nothingFound: Discovery = { extensions: [], shadowed: [], problems: [], order: [] };

export function createExtensionCatalog({ places, decisions, rows, registrations, tell }: ExtensionCatalogDeps) {
  let discovery = nothingFound;
  let copies: readonly ExtensionCopy[] = [];
  let enabled: readonly DiscoveredExtension[] = [];
  /** What scripts have registered since they were loaded, by their path: it goes when they end. */
  const ofRuns = new Map<string, Registered>();
  const endpointSecrets = createEndpointSecrets();
  const endpointChanges = createRateLimit(changesInAMinute, undefined, 60_000);
  /** The endpoints of scripts, by the id of the extension that serves them. */
  let served: ReadonlyMap<string, readonly ServedEndpoint[]> = new Map();
  /** Registrations of running scripts that are not offered yet. */
  let waiting: (() => void)[] = [];
  const inTurn = pLimit(1);

  const manifests = (): readonly Manifest[] => enabled.map(({ manifest }) => manifest);
  const usedOf = (id: string) => enabled.find(({ manifest }) => manifest.id === id);
  const bundled = () =>
    [...discovery.extensions, ...discovery.shadowed].flatMap(({ manifest, source }) =>
      source === 'bundled' ? [manifest] : [],
    );
  const marked = (manifest: Manifest) => withMarkedNames(manifest, ownNames(bundled()));
  const markedName = (name: string) => withMarkedName(name, ownNames(bundled()));
  /** What a script has registered, as far as the app knows by now. */
  const registeredBy = (rootPath: string): Registered | undefined =>
    ofRuns.get(rootPath) ?? registrations.of(rootPath)?.registered;
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
    const found = copiesOf(discovery, decisions).map((copy) =>
      copy.standing === 'used' ? { ...copy, extension: withKept(copy.extension) } : copy,
    );
    const endpoints = found.flatMap(({ standing, extension }) =>
      standing === 'used' ? registeredEndpoints(extension) : [],
    );
    served = new Map(
      found.flatMap(({ standing, extension: { manifest, source } }) =>
        standing === 'used' && source === 'bundled' ? [[manifest.id, servedBy(manifest, endpoints)]] : [],
      ),
    );
    copies = found.map((copy) => (copy.standing === 'used' ? withProviders(copy, endpoints) : copy));
    use(standing('used'), changed);
  }

  /**
   * The providers that its settings and scripts call for; consent is about the manifest as written. Keys that scripts
   * name go to bundled extensions alone.
   */
  function withProviders(copy: ExtensionCopy, endpoints: readonly ScriptEndpoint[]): ExtensionCopy {
    const { extension } = copy;
    const { source } = extension;
    const manifest = expandProviders(
      extension.manifest,
      (key) => rows(extension.manifest, key),
      source === 'bundled' ? endpoints : [],
    );
    return { ...copy, extension: { ...extension, manifest } };
  }

  /** Until a changed script has run, it offers what it registered before. */
  function withKept(extension: DiscoveredExtension): DiscoveredExtension {
    const { script, rootPath } = extension;
    if (!script) return extension;
    const dialects = bundled().flatMap(({ language_model_providers: all }) =>
      Object.values(all).flatMap(({ speaks }) => speaks ?? []),
    );
    const kept = registrations.of(rootPath);
    if (!kept) return { ...extension, script: { ...script, dialects } };
    const manifest = marked(withRegistered(script.written, ofRuns.get(rootPath) ?? kept.registered));
    return { ...extension, manifest, script: { ...script, dialects, isKnown: kept.hash === script.hash } };
  }

  function registeredEndpoints({ script, rootPath, manifest }: DiscoveredExtension): ScriptEndpoint[] {
    const registered = script && registeredBy(rootPath);
    if (!registered) return [];
    return endpointsOf({ manifest, rootPath }, registered.endpoints).map((endpoint) => ({
      ...endpoint,
      name: markedName(endpoint.name),
    }));
  }

  const offerOfRuns = throttled(() => {
    const due = waiting;
    waiting = [];
    decide([]);
    for (const isOffered of due) isOffered();
  }, pauseMs);

  /** @throws {FailureError} with what is wrong with the registrations of a script */
  function readOffer({ manifest: { id, name } }: DiscoveredExtension, offered: unknown): Registered {
    const read = offerSchema.safeParse(offered);
    if (read.success) return read.data.registered;
    const message = `What the script ${name} registers is refused: ${formatIssue(read.error)}.`;
    throw new FailureError({ code: 'extension-failed', message, extensionId: id });
  }

  /** @throws {FailureError} when a running script changes its endpoints again and again */
  function expectFewChanges({ rootPath, manifest: { id, name } }: DiscoveredExtension, { endpoints }: Registered) {
    const present = registeredBy(rootPath)?.endpoints ?? {};
    if (JSON.stringify(withoutSecrets(endpoints)) === JSON.stringify(present)) return;
    if (endpointChanges.take(rootPath)) return;
    const message = `The script ${name} changed its endpoints ${changesInAMinute} times in a minute, which is the most. Try again in a minute.`;
    throw new FailureError({ code: 'extension-failed', message, extensionId: id });
  }

  return {
    /** The copies in use: at most one of an id. */
    enabled: () => enabled,
    manifests,
    /** Copies from all roots, in use or not. */
    copies: () => copies,
    /** Folders in an extension root without a valid extension. */
    problems: () => discovery.problems,
    /** Origin of an enabled extension: its folder, or `bundledOrigin`; "" if it is not enabled. */
    originOf(extensionId: string) {
      const extension = usedOf(extensionId);
      // An extension that is gone owns nothing.
      return extension ? originOf(extension) : '';
    },
    /** Every extension found, enabled or not, with its origin. */
    installed: (): readonly { readonly manifest: Manifest; readonly origin: string }[] =>
      copies.map(({ extension }) => ({ manifest: extension.manifest, origin: originOf(extension) })),
    /** Whether an enabled extension may read an environment variable that its manifest names. */
    variableDecision(extensionId: string, name: string) {
      const extension = usedOf(extensionId);
      return extension ? decisions.variableDecision(extension, name) : 'undecided';
    },
    /** Stores the person's decision about a variable. @param isAllowed null: ask again */
    async setVariable(extensionId: string, name: string, isAllowed: boolean | null) {
      const extension = usedOf(extensionId);
      if (extension) await decisions.setVariable(extension, name, isAllowed);
    },
    /** What an enabled extension reaches without a question. */
    allowedAccess(extensionId: string): readonly Access[] {
      const extension = usedOf(extensionId);
      if (!extension) return [];
      return needsConsent(extension) ? decisions.allowedAccess(extension) : accesses;
    },
    async keepAccess(extensionId: string, access: Access) {
      const extension = usedOf(extensionId);
      if (!extension) return;
      await decisions.keepAccess(extension, access);
      decide([]);
    },
    /** The endpoints of scripts that became providers of an enabled extension. */
    servedBy: (extensionId: string): readonly ServedEndpoint[] => served.get(extensionId) ?? [],
    /** Resolves when the script has registered the endpoint in this run of the app. */
    secretsOf: ({ script: { rootPath }, id }: ScriptEndpoint): Promise<EndpointSecrets> =>
      endpointSecrets.of(rootPath, id),
    /** Whether an enabled script may send requests to an endpoint without a question. */
    isEndpointAllowed(scriptId: string, consent: string) {
      const extension = usedOf(scriptId);
      if (!extension) return false;
      return !needsConsent(extension) || decisions.allowedEndpoints(extension).includes(consent);
    },
    async keepEndpoint(scriptId: string, consent: string) {
      const extension = usedOf(scriptId);
      if (!extension) return;
      await decisions.keepEndpoint(extension, consent);
      decide([]);
    },
    /** Whether an enabled extension may talk to a host without a question. A place nearby is asked about in any case. */
    isHostAllowed(extensionId: string, host: string, isPrivate: boolean) {
      const extension = usedOf(extensionId);
      if (!extension) return false;
      return (!isPrivate && !needsConsent(extension)) || decisions.allowedHosts(extension).includes(host);
    },
    async keepHost(extensionId: string, host: string) {
      const extension = usedOf(extensionId);
      if (!extension) return;
      await decisions.keepHost(extension, host);
      decide([]);
    },
    /** The script that adds a provider, and is not in use; undefined: there is none. */
    missingScript(extensionId: string, providerId: string) {
      const off = copies.flatMap(({ standing, extension }) => (standing === 'used' ? [] : [extension]));
      const speaks = bundled().find(({ id }) => id === extensionId);
      return (
        speaks &&
        servedBy(speaks, off.flatMap(registeredEndpoints)).find((one) => one.providerId === providerId)?.endpoint
      );
    },
    /** The providers that the endpoints of a script are, in use or not: keys were typed for them. */
    providersOf(script: DiscoveredExtension): OfProvider[] {
      const endpoints = registeredEndpoints(script);
      return bundled().flatMap((manifest) =>
        servedBy(manifest, endpoints).map(({ providerId }) => ({ extensionId: manifest.id, providerId })),
      );
    },
    /** The name of the bundled extension with this id, in use or not. */
    bundledName: (id: string) => bundled().find((manifest) => manifest.id === id)?.name,
    /** The manifest of a non-bundled extension, with names marked that could be taken for the app's own. */
    marked,
    /**
     * Call when a script was run.
     * @param offered the result of its activation, not validated yet
     * @param hash of the sources that ran
     * @throws {FailureError} with what is wrong with that; otherwise it is part of the manifest now
     */
    registered(extension: DiscoveredExtension, offered: unknown, hash: string): void {
      const { rootPath } = extension;
      void registrations.set(rootPath, {
        hash,
        registered: endpointSecrets.taken(rootPath, readOffer(extension, offered)),
      });
      decide([]);
    },
    /**
     * Call when a running script registers.
     * @param offered all that it has registered by now, not validated yet
     * @returns when that is part of the manifest, which it is until the script ends
     * @throws {FailureError} when it is refused
     */
    async registeredLater({ id, name }: Manifest, offered: unknown): Promise<void> {
      const extension = usedOf(id);
      if (!extension?.script) {
        const message = `${name} registers while it runs, which only scripts may. Declare it in extension.toml.`;
        throw new FailureError({ code: 'invalid-request', message, extensionId: id });
      }
      const { rootPath } = extension;
      const read = readOffer(extension, offered);
      expectFewChanges(extension, read);
      ofRuns.set(rootPath, endpointSecrets.taken(rootPath, read));
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        offerOfRuns();
      });
    },
    /** Call when an extension has ended: what it registered while it ran is gone. */
    ended({ rootPath }: DiscoveredExtension): void {
      // Extensions end while `use` tells of them.
      if (ofRuns.delete(rootPath)) queueMicrotask(offerOfRuns);
    },
    /** Scans all roots again. @param changed ids whose code changed, though their manifest may not have */
    refresh: (changed: readonly string[] = []) =>
      inTurn(async () => {
        discovery = await discoverExtensions(extensionRoots(places()));
        tell({ type: 'extensions-found', discovery });
        decide(changed);
      }),
    /** Determines again which of the found extensions may run. */
    decide: () => decide([]),
    /** Takes an extension out of use before its folder is deleted. */
    withdraw({ rootPath }: Pick<DiscoveredExtension, 'rootPath'>) {
      const stays = (one: DiscoveredExtension) => one.rootPath !== rootPath;
      const { extensions, shadowed } = discovery;
      discovery = { ...discovery, extensions: extensions.filter(stays), shadowed: shadowed.filter(stays) };
      decide([]);
    },
    /** Call when rows of a list setting were added or removed, and with them providers. */
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
