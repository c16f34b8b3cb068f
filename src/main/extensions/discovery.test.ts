import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { discoverExtensions } from './discovery.ts';
import { extensionFolders, manifestText } from './test-support/extension-folders.ts';

const opened: ReturnType<typeof extensionFolders>[] = [];
afterEach(() => {
  for (const folders of opened.splice(0)) folders.remove();
});

function create() {
  const folders = extensionFolders();
  opened.push(folders);
  const discover = (...roots: [path: string, source: 'explicit' | 'bundled'][]) =>
    discoverExtensions(roots.map(([path, source]) => ({ path: join(folders.root, path), source })));
  return { ...folders, discover };
}
const ids = ({ extensions }: Awaited<ReturnType<typeof discoverExtensions>>) =>
  extensions.map(({ manifest, source }) => `${manifest.id} ${source}`);

describe('discovery', () => {
  test('finds every extension of a folder in lexical order, and a root that is an extension itself', async () => {
    const { root, write, discover } = create();
    for (const id of ['b', 'a', 'c']) write(`all/${id}/extension.toml`, manifestText(id));
    write('single/extension.toml', manifestText('single'));
    const found = await discover(['single', 'explicit'], ['all', 'bundled']);
    expect(ids(found)).toEqual(['single explicit', 'a bundled', 'b bundled', 'c bundled']);
    expect(found.extensions[0]?.rootPath).toBe(join(root, 'single'));
    expect(found.problems).toEqual([]);
  });

  test('one that cannot be read is listed with file, line and reason, and stops no other', async () => {
    const { root, write, discover } = create();
    write('all/bad/extension.toml', 'id = "bad"\nname = \n');
    write('all/good/extension.toml', manifestText('good'));
    const found = await discover(['all', 'bundled']);
    expect(ids(found)).toEqual(['good bundled']);
    expect(found.problems).toEqual([
      { file: join(root, 'all/bad/extension.toml'), line: 2, reason: expect.stringMatching(/\S/) },
    ]);
  });

  test('of two with one id the one of the earlier root counts, and the other is a problem', async () => {
    const { root, write, discover } = create();
    write('mine/extension.toml', manifestText('same'));
    write('all/same/extension.toml', manifestText('same'));
    write('all/other/extension.toml', manifestText('other'));
    const found = await discover(['mine', 'explicit'], ['all', 'bundled']);
    expect(ids(found)).toEqual(['same explicit', 'other bundled']);
    expect(found.problems).toEqual([
      {
        file: join(root, 'all/same/extension.toml'),
        line: 1,
        reason: `the id "same" is taken by ${join(root, 'mine')}, which comes first`,
      },
    ]);
  });

  test('passes over files, folders without a manifest and hidden ones, and follows links', async () => {
    const { root, write, discover } = create();
    write('all/readme.md', 'text');
    write('all/empty/notes.txt', 'text');
    write('all/.hidden/extension.toml', manifestText('hidden'));
    write('all/folder-for-a-file/extension.toml/x', 'text');
    write('linked/extension.toml', manifestText('linked'));
    symlinkSync(join(root, 'linked'), join(root, 'all/link'));
    symlinkSync(join(root, 'gone'), join(root, 'all/broken-link'));
    const found = await discover(['all', 'bundled']);
    expect(ids(found)).toEqual(['linked bundled']);
    expect(found.problems).toEqual([]);
  });

  test('a root that is not there is a problem, and one without an extension that a person named', async () => {
    const { root, discover } = create();
    mkdirSync(join(root, 'empty'));
    const found = await discover(['nowhere', 'explicit'], ['empty', 'explicit'], ['empty', 'bundled']);
    expect(found.extensions).toEqual([]);
    const reason = 'there is no such file';
    expect(found.problems).toEqual([
      { file: join(root, 'nowhere/extension.toml'), reason },
      { file: join(root, 'empty/extension.toml'), reason },
    ]);
  });

  test('a root that is a file is a problem', async () => {
    const { root, write, discover } = create();
    write('file.txt', 'text');
    const { problems } = await discover(['file.txt', 'explicit']);
    expect(problems).toEqual([
      { file: join(root, 'file.txt/extension.toml'), reason: expect.stringContaining('ENOTDIR') },
    ]);
  });

  test('no roots, no extensions', async () => {
    expect(await discoverExtensions([])).toEqual({ extensions: [], problems: [] });
  });
});
