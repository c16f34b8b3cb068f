import { chmodSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import type { AgentServersSetting } from '../../../shared/contract/agent-servers/agent-server-setting.ts';
import { defaultSettings, type Settings } from '../../../shared/contract/settings/setting-table.ts';
import { createCredentialOwners } from '../../credentials/credential-owners.ts';
import { memoryKeychain } from '../../credentials/credential-setting.fixture.ts';
import { createCredentialStore } from '../../credentials/credential-store.ts';
import { createKnownSecrets } from '../../credentials/known-secrets.ts';
import type { DiscoveredExtension } from '../../extensions/catalog/discovery.ts';
import { parseManifest } from '../../extensions/manifest/manifest-file.ts';
import { type Files, temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import type { NodeDistribution } from '../node/node-release.ts';
import { type AgentServersEvent, createAgentCatalog } from './agent-catalog.ts';
import { createAgentKeys } from './agent-keys.ts';

/** What servers answer, by address; without one they refuse. */
export type Served = Readonly<Record<string, Uint8Array | string | undefined>>;

export interface CatalogWorld {
  readonly settings?: AgentServersSetting;
  /** Entries of the list that comes with the app. */
  readonly list?: readonly unknown[];
  /** When that was made. */
  readonly at?: number;
  readonly served?: Served;
  /** Scripts of Node in the PATH, by name. One called `node` stands for the Node.js that is there otherwise; null: there is none. */
  readonly programs?: Readonly<Record<string, string | null>>;
  readonly release?: NodeDistribution;
  /** In the person's folder. */
  readonly files?: Files;
  /** Of the app, besides its PATH. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of the app's data, from an earlier run. */
  readonly userData?: string;
}

/** A catalog with settings, a keychain, programs and servers of its own. */
export async function catalogWorld({
  settings: first = {},
  list = [],
  at = 1000,
  served = {},
  ...world
}: CatalogWorld) {
  const folder = await temporaryFolder();
  const userData = world.userData ?? join(folder, 'data');
  const programs = Object.entries(world.programs ?? {}).flatMap(([name, code]) =>
    code === null ? [] : [[`bin/${name}`, `#!${process.execPath}\n${code}`] as const],
  );
  const ofNode = world.programs?.node === undefined ? `${dirname(process.execPath)}:` : '';
  writeFiles(folder, {
    ...Object.fromEntries(programs),
    'bin/': '',
    'system/': '',
    'data/': '',
    'resources/agents/registry.json': JSON.stringify({ version: '1.0.0', at, agents: list }),
  });
  // Of the system's folders, which may have a Node.js.
  for (const name of ['sh', 'env', 'cat']) symlinkSync(`/bin/${name}`, join(folder, 'system', name));
  for (const [name] of programs) chmodSync(join(folder, name), 0o755);
  let settings: Settings = { ...defaultSettings, agent_servers: first };
  const listeners = new Set<() => void>();
  const events: AgentServersEvent[] = [];
  const keychain = memoryKeychain();
  const owners = await createCredentialOwners({ path: join(folder, 'owners.json'), onProblem: () => {} });
  const secrets = createKnownSecrets();
  const origins = new Map<string, string>();
  const asked: string[] = [];
  const catalog = await createAgentCatalog({
    settings: {
      get: () => settings,
      onChange(listener) {
        const told = () => listener(settings, { user: undefined as never, folder: null });
        listeners.add(told);
        return () => listeners.delete(told);
      },
    },
    keys: createAgentKeys({
      store: createCredentialStore(keychain, owners),
      secrets,
      originOf: (extensionId) => origins.get(extensionId) ?? '',
    }),
    originOf: (extensionId) => origins.get(extensionId) ?? '',
    userData,
    resources: join(folder, 'resources'),
    publish: (event) => events.push(event),
    onProblem: (sentence) => {
      throw new Error(sentence);
    },
    environment: async () => ({
      PATH: `${join(folder, 'bin')}:${ofNode}${join(folder, 'system')}`,
      A_TOKEN: 'of the app',
      ...world.environment,
    }),
    versionMs: 60_000,
    ...(world.release && { release: world.release }),
    computer: { platform: 'linux', arch: 'x64' },
    home: writeFiles(join(folder, 'home'), { 'empty/': '', ...world.files }),
    async fetch(input, init) {
      const url = String(input);
      asked.push(`${init?.method ?? 'GET'} ${url}`);
      const body = Object.hasOwn(served, url) ? served[url] : undefined;
      const bytes = body === undefined ? null : Buffer.from(body);
      const answer = new Response(bytes && init?.method !== 'HEAD' ? new Uint8Array(bytes) : null, {
        status: bytes ? 200 : 404,
        headers: bytes ? { 'content-length': String(bytes.length) } : {},
      });
      return Object.defineProperty(answer, 'url', { value: url });
    },
    showLog: () => {},
  });
  onTestFinished(() => catalog.close());
  return {
    catalog,
    /** Has the person's in `home`, and what is in the PATH in `bin`. */
    folder,
    events,
    keychain,
    secrets,
    origins,
    asked,
    userData,
    /** The last state of one. */
    row: (ref: string): AgentServerSnapshot | undefined => events.at(-1)?.agentServers.find((each) => each.ref === ref),
    change(agent_servers: AgentServersSetting) {
      settings = { ...settings, agent_servers };
      for (const listener of listeners) listener();
    },
    /** Enables extensions with these manifests, each in a folder of its name. */
    async enable(...manifests: readonly string[]) {
      const enabled = manifests.map((text): DiscoveredExtension => {
        const read = parseManifest('extension.toml', text);
        if (!('manifest' in read)) throw new Error(read.problem.reason);
        const { manifest } = read;
        const rootPath = join(folder, manifest.id);
        origins.set(manifest.id, rootPath);
        return { manifest, rootPath, source: 'user' };
      });
      await catalog.setExtensions(enabled);
      return folder;
    },
  };
}

export const manifestWith = (id: string, table: string): string => `id = "${id}"
name = "Extension ${id}"
version = "1.0.0"
schema_version = 1
${table}`;
