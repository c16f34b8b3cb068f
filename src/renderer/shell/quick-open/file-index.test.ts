import { describe, expect, it } from 'vitest';
import type { TreeEntry } from '../../../shared/contract/documents/document.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { listFiles } from './file-index.ts';

const files = ['/p/src/deep/a.ts', '/p/src/main.ts', '/p/src/map.ts', '/p/lib/x.js', '/p/README.md'];

async function list(directory: string): Promise<Result<TreeEntry[]>> {
  const below = files
    .filter((file) => file.startsWith(`${directory}/`))
    .map((file) => file.slice(directory.length + 1));
  const names = [...new Set(below.map((rest) => rest.split('/')[0] ?? ''))];
  return ok(
    names.map((name) => ({
      name,
      path: `${directory}/${name}`,
      kind: below.includes(name) ? 'file' : 'directory',
    })),
  );
}

describe('the list of files', () => {
  it('has the files of every level, those near the root first', async () => {
    const { paths, isPartial } = await listFiles('/p', list, 5000);
    expect(isPartial).toBe(false);
    expect(paths).toEqual(['/p/README.md', '/p/src/main.ts', '/p/src/map.ts', '/p/lib/x.js', '/p/src/deep/a.ts']);
  });

  it('ends at its limit and says so', async () => {
    const { paths, isPartial } = await listFiles('/p', list, 2);
    expect(paths).toEqual(['/p/README.md', '/p/src/main.ts']);
    expect(isPartial).toBe(true);
  });

  it('gives the lister the directory and nothing else, for main refuses calls with more', async () => {
    const calls: unknown[][] = [];
    const lister = (...args: [string]) => {
      calls.push(args);
      return list(...args);
    };
    await listFiles('/p', lister, 5000);
    expect(calls).toEqual([['/p'], ['/p/src'], ['/p/lib'], ['/p/src/deep']]);
  });

  it('leaves out a directory that cannot be listed', async () => {
    const refuse = async (directory: string) =>
      directory === '/p/src' ? fail('file-denied', 'It is closed.') : list(directory);
    const { paths } = await listFiles('/p', refuse, 5000);
    expect(paths).toEqual(['/p/README.md', '/p/lib/x.js']);
  });
});
