import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { StateScope } from '../../../shared/contract/extensions/main-methods.ts';
import { type JsonFile, openJsonFile } from '../../documents/saving/json-file.ts';

/** The key-value storage of extensions, values as JSON text. */
export type ExtensionStorage = ReturnType<typeof createExtensionStorage>;

export interface ExtensionStorageOptions {
  /** Absolute; created when needed. */
  readonly folder: string;
  readonly workspacePath: () => string | null;
  /** @param sentence for the person: the problem of a file, and where the old one was kept */
  readonly onProblem: (sentence: string) => void;
}

/** Bytes of the keys and values of one scope. */
const maxBytes = 1024 * 1024;
const writeDelay = 100;

/** Pairs, because the key `__proto__` would be lost as a property name. */
const schema = z.array(z.tuple([z.string(), z.string()]));

interface Scope {
  readonly file: JsonFile<[string, string][]>;
  readonly values: Map<string, string>;
  bytes: number;
  timer?: NodeJS.Timeout | undefined;
  written: Promise<void>;
  isForgotten: boolean;
}

export function createExtensionStorage({ folder, workspacePath, onProblem }: ExtensionStorageOptions) {
  /** By extension id, then by file name. */
  const extensions = new Map<string, Map<string, Promise<Scope>>>();

  function scopeOf(extensionId: string, scope: StateScope): Promise<Scope> {
    const name = scope === 'global' ? 'global.json' : `${hash(workspaceOrRefuse())}.json`;
    const scopes = extensions.get(extensionId) ?? new Map<string, Promise<Scope>>();
    extensions.set(extensionId, scopes);
    const opened = scopes.get(name) ?? open(extensionId, join(folderOf(extensionId), name));
    scopes.set(name, opened);
    return opened;
  }

  function workspaceOrRefuse(): string {
    const path = workspacePath();
    if (path !== null) return path;
    const message = 'No folder is open, and this state belongs to one. Open a folder, or use the global state.';
    throw new FailureError({ code: 'invalid-request', message });
  }

  async function open(extensionId: string, path: string): Promise<Scope> {
    const what = `The state of the extension ${extensionId}`;
    const file = await openJsonFile<[string, string][]>({ path, schema, empty: [], what, onProblem });
    const values = new Map(file.get());
    const bytes = [...values].reduce((sum, [key, value]) => sum + sizeOf(key, value), 0);
    return { file, values, bytes, written: Promise.resolve(), isForgotten: false };
  }

  /** What an extension keeps is below it, and goes when it is forgotten. */
  const folderOf = (extensionId: string): string => join(folder, folderName(extensionId));

  return {
    folderOf,
    /** @throws {FailureError} when the scope is `workspace` and no folder is open; `set` does so too */
    async get(extensionId: string, scope: StateScope, key: string) {
      return (await scopeOf(extensionId, scope)).values.get(key) ?? null;
    },
    /**
     * Takes effect at once; on disk after about a tenth of a second, or after `flush`.
     * @throws {FailureError} when the scope would grow beyond 1 MB
     */
    async set(extensionId: string, scope: StateScope, key: string, value: string | null) {
      const present = await scopeOf(extensionId, scope);
      const before = present.values.get(key);
      if (before === (value ?? undefined)) return;
      const bytes = present.bytes + sizeOf(key, value) - sizeOf(key, before ?? null);
      if (value !== null && bytes > maxBytes && bytes > present.bytes) {
        const message = `The state of ${extensionId} would grow beyond 1 MB. Nothing was stored. Delete what it does not need.`;
        throw new FailureError({ code: 'invalid-request', message, extensionId });
      }
      present.bytes = bytes;
      if (value === null) present.values.delete(key);
      else present.values.set(key, value);
      if (!present.isForgotten) present.timer ??= setTimeout(() => void save(present), writeDelay);
    },
    async keys(extensionId: string, scope: StateScope) {
      return [...(await scopeOf(extensionId, scope)).values.keys()];
    },
    /** Deletes everything that an extension has stored. */
    async forget(extensionId: string) {
      const scopes = [...(extensions.get(extensionId)?.values() ?? [])];
      extensions.delete(extensionId);
      for (const scope of await Promise.all(scopes)) {
        clearTimeout(scope.timer);
        scope.isForgotten = true;
        await scope.written;
      }
      // What is unpacked there ends in a moment.
      await rm(folderOf(extensionId), { recursive: true, force: true, maxRetries: 5 });
    },
    /** Resolves when everything is on disk, or could not be written and `onProblem` was told. */
    async flush() {
      const scopes = [...extensions.values()].flatMap((ofOne) => [...ofOne.values()]);
      await Promise.all(scopes.map(async (scope) => save(await scope)));
    },
  };
}

/** Writes the changes since the last save. */
function save(scope: Scope): Promise<void> {
  if (scope.timer) {
    clearTimeout(scope.timer);
    scope.timer = undefined;
    scope.written = scope.file.update(() => [...scope.values]);
  }
  return scope.written;
}

const sizeOf = (key: string, value: string | null): number =>
  value === null ? 0 : Buffer.byteLength(key) + Buffer.byteLength(value);

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Device names that Windows reserves. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** The id itself in most cases; an id that is no safe folder name is hashed, so that it cannot lead elsewhere. */
const folderName = (extensionId: string): string =>
  /^[a-z0-9][a-z0-9-]{0,62}$/.test(extensionId) && !devices.test(extensionId) ? extensionId : `_${hash(extensionId)}`;
