import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ContributedLanguage } from '../../../shared/contract/languages/contributed-language.ts';
import { readManifest } from '../manifest/manifest-file.ts';
import { extensionFolders } from '../test-support/extension-folders.ts';
import { createLanguageList } from './language-list.ts';
import { readGrammars } from './read-grammars.ts';

/** Extensions with languages, and what the editor and their logs have of them. */
function setUp() {
  const folders = extensionFolders();
  onTestFinished(folders.remove);
  const published: (readonly ContributedLanguage[])[] = [];
  const logged: string[] = [];
  const list = createLanguageList({
    publish: ({ languages }) => void published.push(languages),
    warn: (_id, text) => void logged.push(text.replaceAll(folders.root, '')),
  });
  const create = async (id: string, files: Readonly<Record<string, string>>, runtime = '[runtime]\nkind = "wasm"') => {
    folders.write(
      `${id}/extension.toml`,
      `id = "${id}"\nname = "${id}"\nversion = "1.0.0"\nschema_version = 1\n${runtime}`,
    );
    for (const [path, text] of Object.entries(files)) folders.write(`${id}/${path}`, text);
    const read = await readManifest(join(folders.root, id));
    if ('problem' in read) throw new Error(read.problem.reason);
    return { manifest: read.manifest, rootPath: join(folders.root, id), source: 'explicit' as const };
  };
  const names = () => published.at(-1)?.map(({ extensionId, name, run }) => `${extensionId}/${name} ${run}`);
  return { ...folders, create, list, published, logged, names };
}

const language = (name: string, grammar = 'g') => `name = "${name}"\ngrammar = "${grammar}"`;

test('the languages of enabled extensions are there, each with its own grammar or one that the editor may have', async () => {
  const { create, list, published } = setUp();
  const one = await create('one', {
    'languages/b/config.toml': language('B', 'json'),
    'languages/a/config.toml': language('A'),
    'languages/a/highlights.scm': '(a) @a',
    'grammars/g.wasm': 'bytes',
    'languages/plain/config.toml': 'name = "Plain"',
  });
  await list.set([one], []);
  expect(published).toHaveLength(1);
  expect(published[0]?.map(({ name, folder, grammar }) => [name, folder, grammar])).toEqual([
    ['A', 'a', { name: 'g', isOwn: true }],
    ['B', 'b', { name: 'json', isOwn: false }],
    ['Plain', 'plain', null],
  ]);
  expect(await readGrammars(one.rootPath)).toEqual({
    modules: { g: new Uint8Array(Buffer.from('bytes')) },
    languages: { a: { grammar: 'g', highlights: '(a) @a' } },
  });
});

test('they go with their extension, are read again when a run of it has ended, and are told of only when they change', async () => {
  const { create, list, write, names, published } = setUp();
  const one = await create('one', { 'languages/a/config.toml': language('A') });
  const two = await create('two', { 'languages/b/config.toml': language('B') });
  await list.set([one, two], []);
  await list.set([one, two], []);
  expect([published.length, names()]).toEqual([1, ['one/A 0', 'two/B 0']]);
  await list.set([two], []);
  expect(names()).toEqual(['two/B 0']);
  write('two/languages/b/config.toml', language('C'));
  list.ended('one');
  list.ended('two');
  await expect.poll(names).toEqual(['two/C 1']);
});

test('faults are told in the log of the extension with file and line, once, and cost that language alone', async () => {
  const { root, create, list, names, logged } = setUp();
  const one = await create('one', {
    'languages/bad/config.toml': '\nname = 1',
    'languages/good/config.toml': language('Good'),
    'languages/none/other.toml': '',
    'languages/linked/config.toml': language('Linked'),
    'languages/linked/highlights.scm': '',
    'grammars/g.wasm': '',
  });
  await rm(join(root, 'one/grammars/g.wasm'));
  await symlink('/bin/sh', join(root, 'one/grammars/g.wasm'));
  await list.set([one], []);
  await list.set([one], ['one']);
  expect(names()).toEqual(['one/Good 0', 'one/Linked 0']);
  expect(logged).toEqual([
    '/one/languages/bad/config.toml:2: "name": use a text in quotes',
    '/one/grammars/g.wasm: it is a link that leads out of the extension’s folder',
    '/one/languages/none/config.toml: there is no such file',
  ]);
});

test('an extension without code has languages too, and one whose code runs elsewhere has none', async () => {
  const { root, create, list, names } = setUp();
  const files = { 'languages/a/config.toml': language('A') };
  const bare = await create('bare', files, '');
  const script = await create('script', files, '[runtime]\nkind = "worker"\nmain = "a.js"');
  await list.set([bare, script], []);
  expect(names()).toEqual(['bare/A 0']);
  expect(await readGrammars(join(root, 'bare'))).toBeUndefined();
});
