import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BackupBeginning, BackupEntry, OpenTabs } from '../../shared/contract/documents/backup.ts';
import { lengthOf } from '../../shared/testing/soak.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createBackupStore } from './backup-store.ts';

const id = '0b7c4d5e-1111-4222-8333-444455556666';
const begun = (folder: string | null = '/project'): BackupBeginning => ({
  type: 'begun',
  folder,
  path: '/project/a.ts',
  revision: 'r1',
  lineEnding: 'lf',
  encoding: 'utf8',
  hasBom: false,
});
const edited = (text: string, at = 0): BackupEntry => ({ type: 'edited', changes: [3, [0, text]], at });

async function storeIn(directory?: string) {
  const folder = directory ?? join(await temporaryFolder(), 'backups');
  const store = createBackupStore(folder);
  onTestFinished(store.close);
  const problems: string[] = [];
  /** Folders that are not on disk any more. */
  const gone = new Set<string>();
  const isGone = async (folder: string) => gone.has(folder);
  const read = (of: string | null = '/project') => store.read(of, isGone, (sentence) => problems.push(sentence));
  return { folder, store, read, problems, gone };
}

test('a journal comes back as it was written, by the next start too', async () => {
  const first = await storeIn();
  await first.store.append(id, [begun()]);
  await first.store.append(id, [edited('one\n'), edited('“two”')]);
  await first.store.keepText(id, 0, 'some ', false);
  await first.store.keepText(id, 5, 'text 😀', true);
  const { read, problems } = await storeIn(first.folder);
  expect((await read()).journals.get(id)).toEqual({
    id,
    beginning: begun(),
    entries: [edited('one\n'), edited('“two”')],
    textSize: 14,
  });
  expect(await first.store.textOf(id)).toEqual(['some text 😀']);
  expect(problems).toEqual([]);
});

test('a text of which the last piece did not come counts as none, and can be kept anew', async () => {
  const { store, read } = await storeIn();
  await store.append(id, [begun()]);
  await store.keepText(id, 0, 'half a te', false);
  expect((await read()).journals.get(id)?.textSize).toBeNull();
  expect(await store.textOf(id)).toBeNull();
  await store.keepText(id, 0, 'a whole one', true);
  expect((await read()).journals.get(id)?.textSize).toBe(11);
  expect(await store.textOf(id)).toEqual(['a whole one']);
});

test('half a line at the end is forgotten, and what follows stands on a line of its own', async () => {
  const first = await storeIn();
  const path = join(first.folder, `${id}.jsonl`);
  await first.store.append(id, [begun(), edited('one'), edited('two')]);
  await first.store.close();
  const { size } = await stat(path);
  await truncate(path, size - 5);
  const next = await storeIn(first.folder);
  expect((await next.read()).journals.get(id)?.entries).toEqual([edited('one')]);
  await next.store.append(id, [edited('three')]);
  expect((await next.read()).journals.get(id)?.entries).toEqual([edited('one'), edited('three')]);
  expect((await readdir(first.folder)).filter((name) => name.includes('damaged'))).toEqual([]);
});

test('wherever a journal was cut, what stands before is read', { tags: ['search'] }, async () => {
  const first = await storeIn();
  const path = join(first.folder, `${id}.jsonl`);
  const entries = ['one', 'zwei ä', '三'].map((text) => edited(text));
  await first.store.append(id, [begun(), ...entries]);
  await first.store.close();
  const whole = await readFile(path);
  const ends = [...whole].flatMap((byte, at) => (byte === 10 ? [at] : []));
  for (let length = 0; length <= whole.length; length += lengthOf(5, 1)) {
    await writeFile(path, whole.subarray(0, length));
    const { read } = await storeIn(first.folder);
    const lines = ends.filter((end) => end < length).length;
    expect((await read()).journals.get(id)?.entries).toEqual(lines === 0 ? undefined : entries.slice(0, lines - 1));
  }
});

test('of a journal with a broken line in its middle a copy is kept', async () => {
  const first = await storeIn();
  await first.store.append(id, [begun(), edited('one')]);
  await first.store.close();
  await appendFile(join(first.folder, `${id}.jsonl`), `{"type":"edited"}\n${JSON.stringify(edited('two'))}\n`);
  const next = await storeIn(first.folder);
  expect((await next.read()).journals.get(id)?.entries).toEqual([edited('one')]);
  const [copy = ''] = (await readdir(first.folder)).filter((name) => name.includes('damaged'));
  expect(await readFile(join(first.folder, copy), 'utf8')).toContain('"two"');
});

test('tabs are those of their folder, and a journal that no tab names belongs to the folder in which it began', async () => {
  const { store, read } = await storeIn();
  const tabs = (path: string): OpenTabs => ({ tabs: [{ path }], active: path });
  await Promise.all([store.keepTabs('/project', tabs('/project/a')), store.keepTabs(null, tabs('/b'))]);
  await store.append(id, [begun(null), edited('x')]);
  expect((await read('/project')).tabs).toEqual(tabs('/project/a'));
  expect((await read('/project')).journals.size).toBe(0);
  expect((await read(null)).tabs).toEqual(tabs('/b'));
  expect((await read(null)).journals.has(id)).toBe(true);
  expect((await read('/other')).tabs).toEqual({ tabs: [], active: null });
  await store.keepTabs('/project', { tabs: [{ path: '/project/a.ts', id }], active: null });
  expect((await read('/project')).journals.has(id)).toBe(true);
});

test('what is dropped is gone, what was being written of it too', async () => {
  const { folder, store, read } = await storeIn();
  const writes = [store.append(id, [begun()]), store.keepText(id, 0, 'text', true), store.append(id, [edited('x')])];
  await Promise.all([...writes, store.drop(id)]);
  expect((await read()).journals.size).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test('a list of tabs that cannot be read is kept beside, and hides no journal', async () => {
  const { folder, store, read, problems } = await storeIn();
  await store.append(id, [begun(), edited('x')]);
  await store.keepTabs('/project', { tabs: [], active: null });
  const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('tabs-'));
  await writeFile(join(folder, name), '{"tabs": 3}');
  const left = await read();
  expect(left.tabs).toEqual({ tabs: [], active: null });
  expect(left.journals.has(id)).toBe(true);
  expect(problems).toEqual([expect.stringContaining('could not be read')]);
  expect((await readdir(folder)).some((one) => one.startsWith(`${name}.unreadable-`))).toBe(true);
});

test.skipIf(process.platform === 'win32')('nobody but the person may read any of it', async () => {
  const { folder, store } = await storeIn();
  await store.append(id, [begun()]);
  await store.keepText(id, 0, 'text', true);
  await store.keepTabs(null, { tabs: [], active: null });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test('a journal that went along into another folder is not that of the first any more', async () => {
  const { store, read } = await storeIn();
  await store.append(id, [begun(null), edited('x')]);
  await store.keepTabs('/project', { tabs: [{ path: '/project/a.ts', id }], active: null });
  expect((await read(null)).journals.size).toBe(0);
  expect((await read('/project')).journals.has(id)).toBe(true);
});

test('what was not saved in a folder that is gone comes along into the next one, once', async () => {
  const { store, read, problems, gone } = await storeIn();
  const saved = '0b7c4d5e-1111-4222-8333-444455557777';
  const { type: _, folder: __, path: ___, ...form } = begun();
  await store.append(id, [begun(), edited('x')]);
  await store.append(saved, [begun(), edited('y'), { type: 'based', isText: true, ...form }]);
  const tab = { path: '/project/a.ts', id, encoding: 'utf16le' as const };
  const second = { path: '/project/c.ts', id: '0b7c4d5e-1111-4222-8333-444455558888' };
  await store.append(second.id, [begun(), edited('z')]);
  const other = { path: '/project/b.ts', id: saved };
  await store.keepTabs('/project', { tabs: [second, other, tab], active: null });
  expect((await read('/other')).journals.size).toBe(0);
  gone.add('/project');
  const left = await read('/other');
  expect([...left.journals.keys()].sort()).toEqual([id, second.id]);
  expect(left.tabs.tabs).toEqual([second, tab]);
  expect(problems).toEqual([expect.stringContaining('/project is no longer on disk')]);

  // As the window keeps it. The folder is there again: what it was left with is open in the other one.
  await store.keepTabs('/other', left.tabs);
  expect((await read(null)).journals.size).toBe(0);
  gone.clear();
  expect((await read('/project')).tabs.tabs).toEqual([other]);
  expect([...(await read('/project')).journals.keys()]).toEqual([saved]);
  expect((await read('/other')).journals.has(id)).toBe(true);
});

test('of two who send a text at a time the one that began last goes on, and after a drop nobody', async () => {
  const { folder, store } = await storeIn();
  await store.append(id, [begun()]);
  await store.keepText(id, 0, 'first ', false);
  await store.keepText(id, 0, 'second ', false);
  await expect(store.keepText(id, 6, 'half', true)).rejects.toThrow();
  await store.keepText(id, 7, 'half', true);
  expect(await store.textOf(id)).toEqual(['second half']);
  await store.drop(id);
  await store.keepText(id, 0, 'late', true);
  await store.append(id, [edited('late')]);
  expect(await readdir(folder)).toEqual([]);
});

test('what is put aside is kept and not read again; a text without its journal is swept away', async () => {
  const { folder, store, read } = await storeIn();
  await store.append(id, [begun(), edited('x')]);
  await store.putAside(id);
  const other = id.replace('0b7c', 'ffff');
  await store.keepText(other, 0, 'text', true);
  expect((await read()).journals.size).toBe(0);
  expect((await readdir(folder)).filter((name) => name.startsWith(other))).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.includes('aside'))).toHaveLength(1);
});

test('the folder that was open last is known to the next start, and that none was', async () => {
  const first = await storeIn();
  expect(await first.store.lastFolder()).toBeUndefined();
  await first.store.keepLastFolder('/project');
  expect(await (await storeIn(first.folder)).store.lastFolder()).toBe('/project');
  await first.store.keepLastFolder(null);
  expect(await (await storeIn(first.folder)).store.lastFolder()).toBeNull();
});

test('a journal that says nothing of its encoding is one of UTF-8', async () => {
  const { folder, store, read, problems } = await storeIn();
  await store.append(id, [begun()]);
  const { encoding, ...before } = begun();
  await writeFile(join(folder, `${id}.jsonl`), `${JSON.stringify(before)}\n`);
  expect((await read()).journals.get(id)?.beginning.encoding).toBe(encoding);
  expect(problems).toEqual([]);
});
