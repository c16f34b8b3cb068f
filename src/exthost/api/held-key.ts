import type { ExtensionContext } from '../../shared/contract/extension-api/extension-api.ts';
import type { HeldKey, KeyOwner } from '../../shared/contract/extension-api/extension-held-key.ts';

interface Sources {
  readonly get: ExtensionContext['credentials']['get'];
  readonly env: ExtensionContext['env'];
  readonly state: ExtensionContext['state']['global'];
}

/** Limit for keys whose origins are remembered: a key that is only being tried may come before the stored one. */
const maxKeys = 8;

interface Accepted {
  readonly origin: string;
  readonly print: string;
}

/** Remembers the origins of a provider's keys in the extension's own state, with a fingerprint of each key. */
export function createHeldKey({ get, env, state }: Sources, { providerId, vendor, variables = [] }: KeyOwner): HeldKey {
  const slot = `key-origin:${providerId}`;

  /** The origin of a key; nothing is known of keys other than those that were accepted. */
  async function originOf(key: string): Promise<string | undefined> {
    const print = printOf(key);
    return (await known()).find((one) => one.print === print)?.origin ?? vendor;
  }

  async function known(): Promise<readonly Accepted[]> {
    const kept = await state.get<readonly Accepted[]>(slot);
    return Array.isArray(kept) ? kept : [];
  }

  async function variableOf(key: string): Promise<string | null> {
    for (const name of variables) if ((await env.get(name)) === key) return name;
    return null;
  }

  return {
    async keyFor(origin) {
      const key = await get(providerId);
      if (key === null) return { key, variable: null };
      const variable = await variableOf(key);
      const own = variable === null ? await originOf(key) : vendor;
      return { key: own === origin ? key : null, variable };
    },
    async accepted(origin) {
      const key = await get(providerId);
      if (key === null) return;
      const print = printOf(key);
      const others = (await known()).filter((one) => one.print !== print);
      await state.set(slot, [{ origin, print }, ...others].slice(0, maxKeys));
    },
    forget: () => state.delete(slot),
  };
}

/** A fingerprint of 32 bits, which tells keys apart and reveals nothing else. */
function printOf(key: string): string {
  let print = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) print = Math.imul(print ^ key.charCodeAt(at), 0x01000193) >>> 0;
  return print.toString(16);
}
