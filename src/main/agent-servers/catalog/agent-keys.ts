import { type AgentRef, formatAgentRef, parseAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import type { CredentialStore, KeyPlace } from '../../credentials/credential-store.ts';
import type { KnownSecrets } from '../../credentials/known-secrets.ts';

export interface AgentKeysDeps {
  readonly store: Pick<CredentialStore, 'get' | 'set' | 'delete' | 'isKept' | 'recorded' | 'askAgain'>;
  /** Gets every secret that is given to an agent. */
  readonly secrets: Pick<KnownSecrets, 'add'>;
  /** The folder of an enabled extension, or `bundled`. */
  originOf(extensionId: string): string;
}

export interface AgentKey {
  readonly ref: AgentRef;
  readonly variable: string;
}

export type AgentKeys = ReturnType<typeof createAgentKeys>;

/** Owner of the keys of agents that no extension brings. */
const personsOwn = 'agents';

/** Secrets in the keychain, each for a variable in the environment of one agent. */
export function createAgentKeys({ store, secrets, originOf }: AgentKeysDeps) {
  /** Stored in this run; those that the keychain refused are recorded nowhere else. */
  const stored = new Map<string, KeyPlace>();

  function placeOf({ ref, variable }: AgentKey): KeyPlace {
    const isOwn = ref.source === 'settings' || ref.source === 'registry';
    return {
      account: `agent-server-${formatAgentRef(ref)}:${variable}`,
      origin: isOwn ? personsOwn : originOf(ref.source),
    };
  }

  /** All that are kept, as far as is known without the keychain. */
  function all(): AgentKey[] {
    const places = [...store.recorded(), ...stored.values()].filter(store.isKept);
    const keys = new Map<string, AgentKey>();
    for (const { account, origin } of places) {
      const key = keyOf(account);
      // The folder may hold another extension of that id by now.
      if (key && placeOf(key).origin === origin) keys.set(account, key);
    }
    return [...keys.values()];
  }

  const keysOf = (ref: AgentRef): AgentKey[] => all().filter((key) => formatAgentRef(key.ref) === formatAgentRef(ref));

  return {
    all,
    /** The environment of one agent that has to be secret. A key that cannot be read is a failure, never left out. */
    async environment(ref: AgentRef): Promise<Result<Readonly<Record<string, string>>>> {
      const environment: Record<string, string> = {};
      for (const key of keysOf(ref)) {
        const read = await store.get(placeOf(key));
        if (!read.ok) return read;
        if (!read.value) continue;
        secrets.add(read.value.secret);
        environment[key.variable] = read.value.secret;
      }
      return ok(environment);
    },
    /** Keeps a value out of logs, as keys are. */
    hide: secrets.add,
    /** @returns in which place it is now */
    async set(key: AgentKey, secret: string): Promise<'keychain' | 'session'> {
      const place = placeOf(key);
      secrets.add(secret);
      store.askAgain();
      stored.set(place.account, place);
      return (await store.set(place, secret)).keptIn;
    },
    remove(key: AgentKey): Promise<Result<null>> {
      store.askAgain();
      return store.delete(placeOf(key));
    },
    /** Those of an extension that was in this folder. */
    async forget(extensionId: string, origin: string): Promise<void> {
      const places = [...store.recorded(), ...stored.values()];
      for (const place of places) {
        if (place.origin === origin && keyOf(place.account)?.ref.source === extensionId) await store.delete(place);
      }
    },
  };
}

function keyOf(account: string): AgentKey | null {
  const [, text, variable] = /^agent-server-([^:]+):(.+)$/s.exec(account) ?? [];
  const ref = text === undefined ? null : parseAgentRef(text);
  return ref && variable !== undefined ? { ref, variable } : null;
}
