import type { ExtensionState } from '../../shared/contract/extension-api/extension-api.ts';
import type { MainMethods, StateScope } from '../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { toJson } from './to-json.ts';

/** Characters of one value as JSON; main applies the same limit to all values of a scope together. */
export const longestValue = 1024 * 1024;

export function createState(main: Peer<MainMethods>, scope: StateScope): ExtensionState {
  const write = async (key: string, value: string | null) => void (await main.call('state.set', { scope, key, value }));
  return {
    async get<T>(key: string) {
      const value = await main.call('state.get', { scope, key });
      return value === null ? undefined : (JSON.parse(value) as T);
    },
    async set(key, value) {
      if (value === undefined) return write(key, null);
      const json = toJson(value, `The value of "${key}"`);
      if (json.length <= longestValue) return write(key, json);
      throw new RangeError(`The value of "${key}" is longer than 1 MB as JSON. Keep less, or write a file`);
    },
    delete: (key) => write(key, null),
    keys: () => main.call('state.keys', { scope }),
  };
}
