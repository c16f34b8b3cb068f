import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { extensionFolders } from '../test-support/extension-folders.ts';
import { hashOf, readSources } from './read-sources.ts';
import type { ScriptPlace } from './script-place.ts';

function create() {
  const { root, write, remove } = extensionFolders();
  onTestFinished(remove);
  const at = (...names: string[]) => join(root, ...names);
  const single: ScriptPlace = { main: at('extensions', 'hello.lua'), folder: null, root };
  const folder = at('extensions', 'hello');
  const whole: ScriptPlace = { main: join(folder, 'init.lua'), folder, root };
  return { root, at, write, single, whole };
}
const textOf = (bytes: Uint8Array | undefined) => (bytes ? Buffer.from(bytes).toString('latin1') : undefined);

test('a single file may require what is in lua/ of its root, and not its neighbours', async () => {
  const { write, single } = create();
  write('extensions/hello.lua', 'main');
  write('extensions/other.lua', 'neighbour');
  write('lua/words.lua', 'words');
  write('lua/text/init.lua', 'text');
  write('lua/text/count.lua', 'count');
  write('lua/notes.txt', 'notes');
  const { main, files, modules } = await readSources(single);
  expect(main).toBe('extensions/hello.lua');
  expect(modules).toEqual({ words: 'lua/words.lua', text: 'lua/text/init.lua', 'text.count': 'lua/text/count.lua' });
  expect(Object.keys(files).sort()).toEqual([main, 'lua/text/count.lua', 'lua/text/init.lua', 'lua/words.lua']);
  expect(textOf(files[main])).toBe('main');
});

test('of one name the module beside the script goes first, then the one in its lua/, then the root’s', async () => {
  const { write, whole } = create();
  write('extensions/hello/init.lua', 'main');
  for (const name of ['a', 'b', 'c']) write(`lua/${name}.lua`, 'of the root');
  for (const name of ['a', 'b']) write(`extensions/hello/lua/${name}.lua`, 'of the folder');
  write('extensions/hello/a.lua', 'beside');
  const { modules, files } = await readSources(whole);
  const found = (name: string) => textOf(files[modules[name] ?? '']);
  expect([found('a'), found('b'), found('c')]).toEqual(['beside', 'of the folder', 'of the root']);
});

test('a folder that was named alone is read by its own name, and bytes are kept as they are', async () => {
  const { at, write } = create();
  write('hello/init.lua', 'return "\u{1F600}"');
  const folder = at('hello');
  const { main, files } = await readSources({ main: at('hello', 'init.lua'), folder, root: null });
  expect(main).toBe('hello/init.lua');
  expect(Buffer.from(files[main] ?? [])).toEqual(Buffer.from('return "\u{1F600}"'));
});

test('a link that leads out of the open folder is refused, one within it is read', async () => {
  const { root, at, write, whole } = create();
  write('extensions/hello/init.lua', 'main');
  write('lua/words.lua', 'words');
  symlinkSync(at('lua', 'words.lua'), at('extensions', 'hello', 'near.lua'));
  expect((await readSources({ ...whole, border: root })).modules).toHaveProperty('near');
  mkdirSync(at('out'));
  const elsewhere = create();
  symlinkSync(elsewhere.write('secret.lua', 'secret'), at('extensions', 'hello', 'far.lua'));
  await expect(readSources({ ...whole, border: root })).rejects.toThrow(
    'extensions/hello/far.lua is a link that leads out of the open folder',
  );
  // Outside of a project a person's own links hold.
  expect((await readSources(whole)).modules).toHaveProperty('far');
});

test('too many and too large files are told', async () => {
  const { write, single } = create();
  write('extensions/hello.lua', 'main');
  write('lua/large.lua', '-'.repeat(5 * 1024 * 1024));
  await expect(readSources(single)).rejects.toThrow('its Lua files together are larger than 4 MB');
  write('lua/large.lua', '');
  for (let n = 0; n < 500; n += 1) write(`lua/m${n}.lua`, '');
  await expect(readSources(single)).rejects.toThrow('it has more than 500 Lua files');
});

test('links that lead in circles are told', async () => {
  const { at, write, single } = create();
  write('extensions/hello.lua', 'main');
  mkdirSync(at('lua'));
  for (let n = 0; n < 9; n += 1) symlinkSync('.', at('lua', `circle${n}`));
  await expect(readSources(single)).rejects.toThrow('it has more than 500 folders: do links lead in a circle?');
});

test('the hash is another when a file, its name or its place is another', async () => {
  const { write, single } = create();
  const hash = async () => hashOf(await readSources(single));
  write('extensions/hello.lua', 'main');
  write('lua/a.lua', 'one');
  const hashes = [await hash()];
  expect(await hash()).toBe(hashes[0]);
  write('lua/a.lua', 'two');
  hashes.push(await hash());
  write('lua/b.lua', 'two');
  hashes.push(await hash());
  write('extensions/hello.lua', 'main ');
  hashes.push(await hash());
  expect(new Set(hashes).size).toBe(4);
});
