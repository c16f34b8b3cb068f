import { join } from 'node:path';
import { type AgentRef, formatAgentRef, parseAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import { appNodeRef } from '../../../shared/contract/agent-servers/app-node.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { DiscoveredExtension } from '../../extensions/catalog/discovery.ts';
import { readIcon } from '../../providers/icon/read-icon.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import { openAgentInstalls } from '../install/agent-installs.ts';
import { aboutAppNode, appNodeIn, appNodeState } from '../node/app-node.ts';
import { createNodePrograms } from '../node/node-programs.ts';
import { type NodeDistribution, nodeRelease } from '../node/node-release.ts';
import type { AgentKeys } from './agent-keys.ts';
import { createAgentList } from './agent-list.ts';
import type { AgentOffer } from './agent-offer.ts';
import { formatOrigin, formatSource, programOf } from './agent-origin.ts';
import { extensionOffers } from './extension-offers.ts';
import { type LaunchDeps, launchOfOffer } from './launch-of-offer.ts';
import { settingOffers, withSettings } from './setting-offers.ts';

export interface AgentCatalogDeps extends Omit<LaunchDeps, 'installs' | 'nodes'> {
  readonly settings: Pick<SettingsStore, 'get' | 'onChange'>;
  readonly keys: AgentKeys;
  /** For a Node.js to tell its version. */
  readonly versionMs: number;
  /** The Node.js for the app's own folder; null: none for this computer. */
  readonly release?: NodeDistribution | null;
  /** Folders of the app's data and resources. */
  readonly userData: string;
  readonly resources: string;
  publish(event: AgentServersEvent): void;
  onProblem(sentence: string): void;
  readonly fetch: typeof globalThis.fetch;
  /** Shows the log of the agents. */
  showLog(): void;
}

export type AgentServersEvent = Extract<MainEvent, { type: 'agent-servers' }>;

type CatalogMethods =
  | 'plan'
  | 'install'
  | 'cancelInstall'
  | 'uninstall'
  | 'setKey'
  | 'removeKey'
  | 'findNode'
  | 'fetchList'
  | 'showLog';

export type AgentCatalog = Awaited<ReturnType<typeof createAgentCatalog>>;

/** Which agent servers there are, what of them is installed, and how each is started. */
export async function createAgentCatalog(deps: AgentCatalogDeps) {
  const { settings, keys, computer, environment, release = nodeRelease(computer) } = deps;
  let extensions: readonly DiscoveredExtension[] = [];
  const icons = new Map<string, string>();
  let isOpen = true;

  const nodes = createNodePrograms({ ...deps, platform: computer.platform, own: () => appNodeIn(installs) });
  const installs = await openAgentInstalls({
    userData: deps.userData,
    world: { environment, nodes, home: deps.home, ...computer, fetch: deps.fetch },
    changed: () => publish(),
    onProblem: deps.onProblem,
  });
  const list = createAgentList({ ...deps, changed: () => publish() });

  function offers(): AgentOffer[] {
    const setting = settings.get().agent_servers;
    const offered = [
      ...settingOffers(setting),
      ...extensionOffers(extensions, computer, (rootPath, path) => icons.get(join(rootPath, path))),
      ...list.offers(),
    ];
    const known = new Set(offered.map(({ ref }) => formatAgentRef(ref)));
    return [...offered, ...unlisted(known)].map((offer) => withSettings(offer, setting));
  }

  /** Installed ones that the list does not name any more, and those of which only a key is left. */
  function unlisted(known: ReadonlySet<string>): AgentOffer[] {
    const refs = new Map<string, AgentRef>();
    for (const text of Object.keys(installs.all())) {
      const ref = parseAgentRef(text);
      if (ref?.source === 'registry') refs.set(text, ref);
    }
    for (const { ref } of keys.all()) refs.set(formatAgentRef(ref), ref);
    return [...refs].flatMap(([text, ref]): AgentOffer[] => {
      if (known.has(text)) return [];
      const { name = ref.id, description = '', environment: own = {} } = installs.get(text) ?? {};
      const distribution = { type: 'none', problem: 'It is not offered any more.' } as const;
      const from = { type: ref.source === 'settings' ? 'settings' : 'registry' } as const;
      return [{ ref, name, description, from, distribution, environment: own, keys: {} }];
    });
  }

  function find(ref: string): Result<AgentOffer> {
    const offer = offers().find((each) => formatAgentRef(each.ref) === ref);
    if (offer) return ok(offer);
    const name = parseAgentRef(ref)?.id ?? ref;
    return fail('agent-missing', `The agent ${name} is not there any more. Your text is kept.`);
  }

  function snapshotOf({ ref, name, description, icon, from, distribution, keys: declared }: AgentOffer) {
    const text = formatAgentRef(ref);
    const installed = installs.get(text);
    const progress = installs.progressOf(text);
    const isHere = distribution.type === 'command' || installed !== null;
    const state =
      progress !== null ? 'installing' : isHere ? 'ready' : distribution.type === 'none' ? 'unusable' : 'absent';
    const kept = keys
      .all()
      .filter((key) => formatAgentRef(key.ref) === text)
      .map(({ variable }) => variable);
    const variables = [...new Set([...Object.keys(declared), ...kept])];
    return {
      ref: text,
      name,
      description,
      icon,
      from,
      state,
      problem: distribution.type === 'none' ? distribution.problem : undefined,
      progress: progress ?? undefined,
      installed: installed?.version,
      available: 'version' in distribution ? distribution.version : undefined,
      origin: installed?.origin ?? formatOrigin(distribution),
      keys: variables.map((variable) => ({
        variable,
        title: Object.hasOwn(declared, variable) ? (declared[variable] ?? variable) : variable,
        isSet: kept.includes(variable),
      })),
    } satisfies AgentServerSnapshot;
  }

  function publish(): void {
    if (!isOpen) return;
    const agentServers = offers().map(snapshotOf);
    deps.publish({ type: 'agent-servers', agentServers, list: list.state(), node: appNodeState(installs, release) });
  }

  const stopFollowing = settings.onChange(publish);
  publish();
  void list.load();

  const calls: Pick<RendererApi['agents'], CatalogMethods> = {
    async plan(ref) {
      if (ref === appNodeRef) {
        if (release) return installs.plan(ref, 'Node.js', release);
        return fail('install-failed', 'There is no Node.js of the app for this computer. Install it yourself.');
      }
      const found = find(ref);
      if (!found.ok) return found;
      const { name, distribution } = found.value;
      if (distribution.type === 'none') return fail('install-failed', distribution.problem);
      if (distribution.type === 'command') return fail('install-failed', `${name} is on this computer already.`);
      return installs.plan(ref, name, distribution);
    },
    async install(ref) {
      if (ref === appNodeRef && release) return installs.install(ref, aboutAppNode(release));
      const found = find(ref);
      if (!found.ok) return found;
      const { distribution } = found.value;
      const words = { origin: formatOrigin(distribution), source: formatSource(distribution) };
      return installs.install(ref, { ...found.value, ...words });
    },
    cancelInstall: (ref) => installs.cancel(ref),
    async uninstall(ref) {
      await installs.remove(ref);
      return ok(null);
    },
    async setKey(ref, variable, secret) {
      const found = find(ref);
      if (!found.ok) return found;
      const typed = secret.trim();
      if (typed === '') return fail('invalid-request', 'The key is empty.');
      const keptIn = await keys.set({ ref: found.value.ref, variable }, typed);
      publish();
      return ok(keptIn);
    },
    async removeKey(ref, variable) {
      const parsed = parseAgentRef(ref);
      const removed = parsed ? await keys.remove({ ref: parsed, variable }) : ok(null);
      publish();
      return removed;
    },
    findNode: () => nodes.find(),
    fetchList: () => list.fetchList(),
    showLog: async () => deps.showLog(),
  };

  return {
    calls,
    /** The name of one; a failure when there is none, or when it has to be installed first. */
    usable(ref: string): Result<{ readonly name: string }> {
      const found = find(ref);
      if (!found.ok) return found;
      const { state, installed } = snapshotOf(found.value);
      if (state === 'ready' || installed !== undefined) return found;
      return fail('agent-missing', `${found.value.name} is not installed. Your text is kept.`);
    },
    /** As in `AgentLaunch`, of one that would be started now; null: there is none. */
    programOf(ref: string): string | null {
      const found = find(ref);
      return found.ok ? programOf(found.value, { ...deps, installs }) : null;
    },
    /** How the process of an agent is started, with its keys. */
    async launchOf(ref: string): Promise<Result<AgentLaunch>> {
      const found = find(ref);
      return found.ok ? launchOfOffer(found.value, { ...deps, installs, nodes }) : found;
    },
    /** The enabled ones, in their order. */
    async setExtensions(enabled: readonly DiscoveredExtension[]): Promise<void> {
      extensions = enabled.filter(({ manifest }) => Object.keys(manifest.agent_servers).length > 0);
      publish();
      for (const { manifest, rootPath } of extensions) {
        for (const { icon } of Object.values(manifest.agent_servers)) {
          const svg = icon === undefined ? null : await readIcon(rootPath, icon);
          if (icon !== undefined && svg !== null) icons.set(join(rootPath, icon), svg);
        }
      }
      if (icons.size > 0) publish();
    },
    /** An extension was uninstalled from this folder: its agents and their keys go along. */
    async forget(extensionId: string, origin: string): Promise<void> {
      await keys.forget(extensionId, origin);
      for (const ref of Object.keys(installs.all())) {
        if (parseAgentRef(ref)?.source === extensionId) await installs.remove(ref);
      }
    },
    async close(): Promise<void> {
      isOpen = false;
      stopFollowing();
      await installs.close();
    },
  };
}
