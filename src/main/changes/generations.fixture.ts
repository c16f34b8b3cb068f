import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChange } from '../../shared/contract/extension-api/extension-tool-call.ts';

/** A tree that goes from one generation to the next by one change of every kind, so that half of one is recognised. */

const textOf = (generation: number): string => `${generation} `.repeat(20_000);
const umask = process.umask();
const fileMode = (0o666 & ~umask).toString(8);
const directory = `directory ${(0o777 & ~umask).toString(8)}`;
const names = ['a.txt', 'b.txt', 'deep/c.txt'];

export const firstChanges: readonly FileChange[] = [
  ...names.map((path) => ({ type: 'create' as const, path, text: textOf(0) })),
  { type: 'create', path: 'moved-0/m.txt', text: 'm' },
  { type: 'create', path: 'only-0/in/x.txt', text: textOf(0) },
];

export const changesFrom = (generation: number): readonly FileChange[] => [
  ...names.map((path) => ({
    type: 'write' as const,
    path,
    text: textOf(generation + 1),
    expected: textOf(generation),
  })),
  { type: 'move', path: `moved-${generation}`, to: `moved-${generation + 1}` },
  { type: 'delete', path: `only-${generation}` },
  { type: 'create', path: `only-${generation + 1}/in/x.txt`, text: textOf(generation + 1) },
];

/** As `treeOf` gives it. */
export function treeOfGeneration(generation: number): Record<string, string> {
  const file = `${fileMode} ${textOf(generation)}`;
  return {
    'a.txt': file,
    'b.txt': file,
    deep: directory,
    'deep/c.txt': file,
    [`moved-${generation}`]: directory,
    [`moved-${generation}/m.txt`]: `${fileMode} m`,
    [`only-${generation}`]: directory,
    [`only-${generation}/in`]: directory,
    [`only-${generation}/in/x.txt`]: file,
  };
}

export const generationOf = async (root: string): Promise<number> =>
  Number((await readFile(join(root, 'a.txt'), 'utf8')).split(' ')[0]);
