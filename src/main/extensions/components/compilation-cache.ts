import { mkdir, readdir, readFile, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite, codeOf, isLeftoverTemp } from '../../documents/saving/atomic-write.ts';
import type { Compilation } from './compilation.ts';
import { pack, unpack } from './packed-compilation.ts';

export interface CompilationCacheOptions {
  /** Absolute; created when needed. */
  readonly folder: string;
  /** So many are kept, those that were used last. */
  readonly kept?: number;
  /** @param sentence what could not be kept or read, and why; nothing is lost but time */
  readonly onProblem: (sentence: string) => void;
}

export type CompilationCache = ReturnType<typeof createCompilationCache>;

/** Compilations on disk, by the keys of their components. */
export function createCompilationCache({ folder, kept = 50, onProblem }: CompilationCacheOptions) {
  const pathOf = (key: string) => join(folder, key);

  return {
    /** @returns null when it is not there, or damaged */
    async get(key: string): Promise<Compilation | null> {
      try {
        const compilation = await unpack(await readFile(pathOf(key)));
        const now = new Date();
        await utimes(pathOf(key), now, now).catch(() => undefined);
        return compilation;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') {
          onProblem(`A compiled component was not used (${reasonOf(error)}): it is compiled again.`);
          await unlink(pathOf(key)).catch(() => undefined);
        }
        return null;
      }
    },
    /** Keeps it, and removes the oldest ones. */
    async set(key: string, compilation: Compilation): Promise<void> {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await atomicWrite(pathOf(key), await pack(compilation), { exactMode: 0o600 });
        await removeOld();
      } catch (error) {
        onProblem(`A compiled component was not kept (${reasonOf(error)}): it is compiled again at the next start.`);
      }
    },
  };

  async function removeOld(): Promise<void> {
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const usedAt = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0;
        return { name, usedAt: isLeftoverTemp(name) ? 0 : usedAt };
      }),
    );
    const old = files.toSorted((one, other) => other.usedAt - one.usedAt).slice(kept);
    await Promise.all(old.map(({ name }) => unlink(join(folder, name)).catch(() => undefined)));
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
