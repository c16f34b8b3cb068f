import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { CredentialRequest, SignIn, VariableQuestion } from '../../shared/contract/credential.ts';
import { FailureError, fail, ok } from '../../shared/contract/errors.ts';
import type { ExtensionMethods } from '../../shared/contract/extensions/exthost-api.ts';
import type { Notice } from '../../shared/contract/extensions/host-state.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import { permitsUrl } from '../../shared/contract/extensions/network-pattern.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { CallHandler } from '../../shared/rpc/handlers.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import { createMemoryPorts } from '../../shared/rpc/ports/memory-port.ts';
import { createAddressGate } from '../addresses/address-gate.ts';
import { type AddressQuestions, createAddressQuestions } from '../addresses/address-questions.ts';
import { openKnownHosts } from '../addresses/known-hosts.ts';
import type { ExtensionConnection } from '../extensions/registry/extension-connection.ts';
import { createHandle, type ExtensionHandle } from '../extensions/registry/extension-handle.ts';
import { type ExtensionServices, servicesFor } from '../extensions/registry/extension-services.ts';
import { memoryManifest } from '../providers/memory-extension.fixture.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { bundledOrigin, type CredentialOwners, createCredentialOwners } from './credential-owners.ts';
import { type CredentialService, createCredentialService } from './credential-service.ts';
import { createCredentialStore } from './credential-store.ts';
import type { Keychain } from './keychain.ts';
import { createKnownSecrets, type KnownSecrets } from './known-secrets.ts';
import { createOpenDialogs } from './open-dialogs.ts';
import { createSignIns, type SignInLimits, type SignIns } from './sign-in/sign-ins.ts';
import type { VariableDecision } from './variable-questions.ts';

/** A keychain in memory that can be absent, locked or refusing, like the system's. */
export interface MemoryKeychain extends Keychain {
  readonly entries: Map<string, string>;
  state: 'open' | 'locked' | 'refusing' | 'absent';
  /** Stores nothing before this resolves. */
  waits: Promise<void>;
  /** Number of prompts to unlock it. */
  prompts: number;
}

export function memoryKeychain(): MemoryKeychain {
  const entries = new Map<string, string>();
  const keychain: MemoryKeychain = {
    entries,
    state: 'open',
    waits: Promise.resolve(),
    prompts: 0,
    isBusy: () => false,
    close: async () => undefined,
    isAvailable: async () => keychain.state !== 'absent',
    async isOpen() {
      if (keychain.state === 'locked') keychain.prompts += 1;
      return keychain.state === 'open';
    },
    async get(account) {
      if (keychain.state === 'refusing') return fail('credential-missing', 'It could not be read.');
      if (keychain.state === 'locked' && entries.has(account)) keychain.prompts += 1;
      return ok(keychain.state === 'open' ? (entries.get(account) ?? null) : null);
    },
    async set(account, value) {
      await keychain.waits;
      if (keychain.state !== 'open') return fail('credential-store', 'It was refused.');
      entries.set(account, value);
      return ok(null);
    },
    async delete(account) {
      if (keychain.state === 'refusing') return fail('credential-remove', 'It could not be removed.');
      return ok(keychain.state === 'open' && entries.delete(account));
    },
  };
  return keychain;
}

/** Methods of a test's extension. `main` is its end of the port. */
export type Scripted = {
  [M in keyof ExtensionMethods]?: (
    main: Peer<MainMethods>,
    params: ExtensionMethods[M]['params'],
    signal: AbortSignal,
  ) => Promise<unknown>;
};

export interface CredentialSetting {
  readonly keychain: MemoryKeychain;
  readonly owners: CredentialOwners;
  readonly service: CredentialService;
  readonly signIns: SignIns;
  readonly secrets: KnownSecrets;
  manifests: Manifest[];
  /** Origins of extensions that are not bundled. */
  readonly origins: Map<string, string>;
  /** Keys: `extension:NAME`. */
  readonly decisions: Map<string, VariableDecision>;
  readonly env: Record<string, string>;
  readonly events: MainEvent[];
  readonly notices: Notice[];
  readonly changed: string[];
  /** URLs opened in the browser. */
  readonly opened: string[];
  /** Decides on the URLs that may be opened. */
  readonly questions: AddressQuestions;
  /** Creates an extension on its own port. */
  extension(
    manifest: Manifest,
    scripted: Scripted,
  ): { handle: ExtensionHandle; main: Peer<MainMethods>; close(): void; die(): void };
  /** Key dialogs shown so far. */
  shown(): CredentialRequest[];
  ended(): string[];
  nextRequest(count?: number): Promise<CredentialRequest>;
  nextQuestion(count?: number): Promise<VariableQuestion>;
  /** The latest sign-in state of a type. */
  nextSignIn<T extends SignIn['type']>(type: T): Promise<Extract<SignIn, { type: T }>>;
}

const anywhere = { capabilities: { network: ['*', 'http://*:*'] } };
export const good = { ...memoryManifest('good'), ...anywhere };
export const other = { ...memoryManifest('other'), ...anywhere };

/** The credential services wired as in the app, over a keychain in memory. */
export async function credentialSetting(limits: Partial<SignInLimits> = {}): Promise<CredentialSetting> {
  const keychain = memoryKeychain();
  const secrets = createKnownSecrets();
  const owners = await createCredentialOwners({
    path: join(await temporaryFolder(), 'owners.json'),
    onProblem: () => undefined,
  });
  const events: MainEvent[] = [];
  const notices: Notice[] = [];
  const changed: string[] = [];
  const opened: string[] = [];
  const origins = new Map<string, string>();
  const decisions = new Map<string, VariableDecision>();
  const env: Record<string, string> = {};
  const publish = (event: MainEvent) => void events.push(event);
  const showNotice = (notice: Notice) => void notices.push(notice);
  const originOf = (id: string) => origins.get(id) ?? bundledOrigin;
  const service = createCredentialService({
    store: createCredentialStore(keychain, owners),
    secrets,
    originOf,
    manifests: () => setting.manifests,
    installed: () => [good, other].map((manifest) => ({ manifest, origin: originOf(manifest.id) })),
    dialogs: createOpenDialogs(publish),
    showNotice,
    decision: (id, name) => decisions.get(`${id}:${name}`) ?? 'undecided',
    async decide(id, name, isAllowed) {
      decisions.set(`${id}:${name}`, isAllowed === null ? 'undecided' : isAllowed ? 'allowed' : 'denied');
    },
    env,
    tell: ({ type, extensionId, providerId }) => type === 'key-changed' && changed.push(`${extensionId}:${providerId}`),
    limits: { askedAgainMs: 50 },
    listMs: 3_000,
  });
  const open = async (address: string) => {
    opened.push(address);
    return ok(null);
  };
  const questions = createAddressQuestions(service.dialogs.publish);
  const addresses = createAddressGate({
    known: await openKnownHosts({ path: join(await temporaryFolder(), 'hosts.json'), onProblem: () => undefined }),
    questions,
    isNamedInFolder: async () => false,
    extension(id) {
      const manifest = setting.manifests.find((one) => one.id === id);
      const network = manifest?.capabilities?.network ?? [];
      const permits = (url: URL) => permitsUrl(network, url, () => '');
      return manifest && { id, name: manifest.name, origin: originOf(id), permits };
    },
    open,
  });
  const signIns = createSignIns({
    credentials: service,
    secrets,
    showNotice,
    addresses: { permit: addresses.permit, open },
    limits,
  });
  const of = <T extends MainEvent['type']>(type: T) =>
    events.filter((event): event is Extract<MainEvent, { type: T }> => event.type === type);
  const shown = () => of('credential-request').map(({ request }) => request);
  async function wait<T>(read: () => T | undefined): Promise<T> {
    return vi.waitFor(() => {
      const found = read();
      expect(found).toBeDefined();
      return found as T;
    });
  }
  const setting: CredentialSetting = {
    keychain,
    owners,
    service,
    signIns,
    secrets,
    manifests: [good, other],
    origins,
    decisions,
    env,
    events,
    notices,
    changed,
    opened,
    questions,
    extension(manifest, scripted) {
      const [near, far] = createMemoryPorts();
      const services = { ...service.calls, ...signIns.calls } as unknown as ExtensionServices;
      const peer = new Peer<ExtensionMethods>(far, {
        methods: servicesFor(
          () => manifest,
          services,
          () => {},
        ),
      });
      const methods: Record<string, CallHandler> = {};
      const all = { 'provider.startDeviceFlow': async () => null, ...scripted } as Record<
        string,
        Scripted[keyof Scripted]
      >;
      for (const [name, script] of Object.entries(all)) {
        methods[name] = async (params, { signal }) => (await script?.(main, params as never, signal)) ?? null;
      }
      const main = new Peer<MainMethods>(near, { methods });
      const close = () => {
        service.withdraw(manifest.id);
        peer.close();
      };
      /** Simulates the end of its host before it is reported. */
      const die = () => peer.close(new FailureError({ code: 'host-crashed', message: 'It stopped.' }));
      onTestFinished(close);
      const connect = async () => ({ peer }) as unknown as ExtensionConnection;
      const handle = createHandle({ manifest, rootPath: `/${manifest.id}` }, { connect, onFault: () => undefined });
      return { handle, main, close, die };
    },
    shown,
    ended: () => of('credential-request-ended').map(({ requestId }) => requestId),
    nextRequest: (count = 1) => wait(() => shown()[count - 1]),
    nextQuestion: (count = 1) => wait(() => of('variable-question')[count - 1]?.question),
    nextSignIn: <T extends SignIn['type']>(type: T) =>
      wait(() => {
        const last = of('sign-in').at(-1)?.signIn;
        return last?.type === type ? (last as Extract<SignIn, { type: T }>) : undefined;
      }),
  };
  return setting;
}
