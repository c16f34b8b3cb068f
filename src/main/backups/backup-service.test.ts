import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BackupEntry } from '../../shared/contract/documents/backup.ts';
import { fail } from '../../shared/contract/errors.ts';
import { createLongTexts } from '../documents/long-texts.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createBackupService } from './backup-service.ts';
import { createBackupStore } from './backup-store.ts';

const first = '0b7c4d5e-1111-4222-8333-444455556666';
const second = '0b7c4d5e-1111-4222-8333-444455557777';
const key = 'untitled:/Untitled-1';
const begun: BackupEntry = {
  type: 'begun',
  folder: null,
  path: key,
  revision: 'untitled',
  lineEnding: 'lf',
  encoding: 'utf8',
  hasBom: false,
};
const edited = (text: string): BackupEntry => ({ type: 'edited', changes: [[0, text]], at: 0 });

async function setUp() {
  const store = createBackupStore(join(await temporaryFolder(), 'backups'));
  onTestFinished(store.close);
  const opened: string[] = [];
  /** By path, as files are read at once. */
  const encodings: Record<string, string | undefined> = {};
  const reals: Record<string, string | undefined> = {};
  const service = createBackupService({
    store,
    documents: {
      realPathOfPermitted: async (path) => (path.startsWith('/outside') ? null : path),
      async openAgain(path, real, encoding) {
        opened.push(path);
        reals[path] = real;
        encodings[path] = encoding;
        return fail('file-not-found', 'It is not there.');
      },
    },
    texts: createLongTexts(),
    workspacePath: () => null,
    reopenMs: 3_000,
    onProblem: () => {},
  });
  return { service, store, opened, encodings, reals };
}

test('an untitled document comes back based on nothing, and no file is looked for', async () => {
  const { service, opened } = await setUp();
  await service.append(first, [begun, edited('one')]);
  await service.keepTabs(null, { tabs: [{ path: key, id: first }, { path: 'untitled:/Untitled-2' }], active: key });
  const { documents, active } = await service.restore(null);
  const empty = { ok: true, value: { text: '' } };
  expect(documents).toMatchObject([
    { path: key, document: empty, journal: { id: first } },
    { path: 'untitled:/Untitled-2', document: empty },
  ]);
  expect(documents[1]).not.toHaveProperty('journal');
  expect(active).toBe(key);
  expect(opened).toEqual([]);
});

test('the journal of an empty one that was kept without it is its own; of two of one key both come back', async () => {
  const { service } = await setUp();
  await service.append(first, [begun, edited('one')]);
  await service.keepTabs(null, { tabs: [{ path: key }], active: null });
  expect((await service.restore(null)).documents).toMatchObject([{ journal: { id: first } }]);
  await service.keepTabs(null, { tabs: [{ path: key, id: first }], active: null });
  await service.append(second, [begun, edited('two')]);
  expect((await service.restore(null)).documents).toMatchObject([
    { path: key, journal: { id: first } },
    { path: key, journal: { id: second } },
  ]);
});

test('what is large is given later, and once', async () => {
  const { service, opened } = await setUp();
  const large = join(await temporaryFolder({ 'large.txt': 'x'.repeat(5_000_000) }), 'large.txt');
  const text = 'plain text\n'.repeat(500_000);
  await service.append(first, [begun, edited('one')]);
  await service.keepText(first, 0, text, true);
  await service.keepTabs(null, {
    tabs: [
      { path: key, id: first },
      { path: large, isPinned: true },
    ],
    active: large,
  });
  const { documents } = await service.restore(null);
  expect(documents).toEqual([
    { path: key, lateId: expect.any(String), journalId: first },
    { path: large, isPinned: true, lateId: expect.any(String) },
  ]);
  expect(opened).toEqual([]);
  const [untitled, file] = documents.map((one) => ('lateId' in one ? one.lateId : ''));
  const late = await service.restoreLate(untitled ?? '');
  expect(late).toMatchObject({ path: key, journal: { id: first, text: { pieces: expect.any(Number) } } });
  expect(await service.restoreLate(file ?? '')).toMatchObject({ path: large, isPinned: true, document: { ok: false } });
  expect(opened).toEqual([large]);
  expect(await service.restoreLate(file ?? '')).toBeNull();
});

test('a start reads what is seen, named or edited; what is behind another tab is given when it is asked for', async () => {
  const { service, opened } = await setUp();
  await service.append(first, [{ ...begun, path: '/p/edited.txt' }, edited('one')]);
  const paths = ['/p/active.txt', '/p/behind.txt', '/p/beside.txt', '/p/edited.txt', '/p/named.txt'];
  const tabs = paths.map((path) => ({ path, ...(path === '/p/edited.txt' && { id: first }) }));
  const pane = (active: string) => ({ tabs: paths.map((path) => ({ path })), active });
  const panes = {
    panes: [pane('/p/active.txt'), pane('/p/beside.txt')],
    layout: { axis: 'row' as const, parts: [0, 1].map((layout) => ({ share: 0.5, layout })) },
    front: 0,
  };
  await service.keepTabs(null, { tabs, active: '/p/active.txt', panes });
  const { documents } = await service.restore(null, '/p/named.txt');
  expect(documents.map(({ path }) => path)).toEqual(paths);
  expect(opened.toSorted()).toEqual(paths.filter((path) => path !== '/p/behind.txt'));
  const late = documents.flatMap((one) => ('lateId' in one ? [one.lateId] : []));
  expect(await Promise.all(late.map((id) => service.restoreLate(id)))).toMatchObject([{ path: '/p/behind.txt' }]);
  expect(opened).toContain('/p/behind.txt');
});

test('where a file leads that may not be read is not kept as allowed, but where it led when it was', async () => {
  const { service, store, reals } = await setUp();
  const [shown, changed, refused] = ['/p/shown.txt', '/outside/changed.txt', '/outside/refused.txt'];
  const tabs = [{ path: shown }, { path: changed }, { path: refused }];
  const allowed = { path: changed, real: '/outside/allowed.txt' };
  await store.keepTabs(null, { tabs: [{ path: shown }, allowed, { path: refused }], active: shown });
  for (let start = 0; start < 2; start++) {
    const { documents } = await service.restore(null);
    await service.keepTabs(null, { tabs, active: shown });
    for (const one of documents) if ('lateId' in one) await service.restoreLate(one.lateId);
  }
  expect(reals).toEqual({ [shown]: shown, [changed]: allowed.real, [refused]: undefined });
});

test('a file is read again with the encoding of its tab, and with the last of its journal', async () => {
  const { service, encodings } = await setUp();
  const form = { revision: 'r1', lineEnding: 'lf', hasBom: false } as const;
  await service.append(first, [
    { type: 'begun', folder: null, path: '/p/edited.txt', ...form, encoding: 'windows1252' },
    edited('x'),
    { type: 'based', isText: true, ...form, encoding: 'shiftjis' },
  ]);
  await service.keepTabs(null, {
    tabs: [
      { path: '/p/edited.txt', id: first, encoding: 'utf16le' },
      { path: '/p/shown.txt', encoding: 'koi8r' },
      { path: '/p/plain.txt' },
    ],
    active: null,
  });
  for (const one of (await service.restore(null)).documents) if ('lateId' in one) await service.restoreLate(one.lateId);
  expect(encodings).toStrictEqual({ '/p/edited.txt': 'shiftjis', '/p/shown.txt': 'koi8r', '/p/plain.txt': undefined });
});

test('what was open last is remembered with the tabs, of a folder that has none too', async () => {
  const { service } = await setUp();
  expect((await service.restore('/p')).recent).toEqual([]);
  await service.keepTabs('/p', { tabs: [], active: null, recent: ['/p/b.txt', '/p/a.txt'] });
  expect(await service.restore('/p')).toEqual({ documents: [], active: null, recent: ['/p/b.txt', '/p/a.txt'] });
});
