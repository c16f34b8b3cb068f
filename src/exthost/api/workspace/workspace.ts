import type { ExtensionWorkspace } from '../../../shared/contract/extension-api/extension-workspace.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { CallOptions, Peer } from '../../../shared/rpc/peer.ts';
import { Semaphore } from '../../../shared/semaphore.ts';

/** Limit for concurrent calls to main, which has the same limit, and refuses calls that it would have to queue. */
const maxAtOnce = 8;

/** Main checks every path, as only main knows the folder; this is only the convenient form. */
export function createWorkspace(main: Peer<MainMethods>): ExtensionWorkspace {
  type Method = Extract<keyof MainMethods, `workspace.${string}`>;
  const inTurns = () => {
    const semaphore = new Semaphore(maxAtOnce);
    return async <M extends Method>(method: M, params: MainMethods[M]['params'], options?: CallOptions) => {
      // An aborted call takes no turn: it rejects by itself, with its code.
      const end = await semaphore.begin(options?.signal).catch(() => null);
      try {
        return await main.call(method, params, options);
      } finally {
        end?.();
      }
    };
  };
  const call = inTurns();
  const look = inTurns();
  const readFile = (path: string) => call('workspace.readFile', { path });
  return {
    folder: () => call('workspace.folder', null),
    readFile,
    readText: async (path) => decode(path, await readFile(path)),
    writeFile: async (path, content) => void (await call('workspace.writeFile', { path, content: bytes(content) })),
    delete: async (path) => void (await call('workspace.delete', { path })),
    rename: async (from, to) => void (await call('workspace.rename', { from, to })),
    createDirectory: async (path) => void (await call('workspace.createDirectory', { path })),
    stat: (path) => call('workspace.stat', { path }),
    list: (path) => call('workspace.list', { path }),
    find: (glob, { limit = 1000, signal } = {}) => look('workspace.find', { glob, limit }, { signal }),
    search: ({ text, isRegex, isCaseSensitive, glob, limit }, { signal } = {}) =>
      look('workspace.search', { text, isRegex, isCaseSensitive, glob, limit }, { signal }),
  };
}

function decode(path: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    const error = new TypeError(`"${path}" is not text in UTF-8. Read its bytes with readFile`, { cause });
    throw Object.assign(error, { code: 'file-binary' });
  }
}

function bytes(content: string | Uint8Array): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  // Other values, by mistake in plain JavaScript, would result in an empty file.
  if (content instanceof Uint8Array) return content;
  throw new TypeError('workspace.writeFile needs a text or a Uint8Array');
}
