import { mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenedDocument } from '../../shared/contract/documents/document.ts';
import type { TextForm } from '../../shared/contract/documents/encoding.ts';
import type { Result } from '../../shared/contract/errors.ts';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { createDocumentService } from './document-service.ts';
import { createLongTexts } from './long-texts.ts';
import { createSaveJournals } from './saving/save-journals.ts';

async function setUp() {
  const folder = await temporaryFolder({ 'project/a.txt': 'one\n', 'outside.txt': 'outside\n' });
  const project = join(folder, 'project');
  const changes: { path: string; document: Result<OpenedDocument> }[] = [];
  let picked: string | null = null;
  const asked: string[] = [];
  const service = createDocumentService({
    texts: createLongTexts(),
    journals: createSaveJournals(join(folder, 'saves')),
    workspacePath: () => project,
    pickFile: async () => picked,
    pickSaveFile: async (start) => {
      asked.push(start);
      return picked;
    },
    rulesOf: async () => ({}),
    publish: ({ path, document }) => changes.push({ path, document }),
    tell: () => {},
    onUnwatched: () => {},
  });
  onTestFinished(() => service.dispose());
  const opened = async (path: string): Promise<OpenedDocument> => {
    const document = await service.open(path);
    if (!document.ok) throw new Error(document.failure.message);
    return document.value;
  };
  const save = (path: string, text: string, baseRevision: string | null, form: Partial<TextForm> = {}) =>
    service.save({ path, text, encoding: 'utf8', hasBom: false, baseRevision, ...form });
  return { folder, project, service, save, changes, asked, opened, pick: (path: string | null) => (picked = path) };
}

const settled = { timeout: 60_000, interval: 20 };

describe('the project’s border', () => {
  it('opens a relative path from the workspace’s root', async () => {
    const { service, project } = await setUp();
    expect(await service.open('a.txt')).toMatchObject({ ok: true, value: { path: join(project, 'a.txt') } });
  });

  it('refuses what is outside, however it is spelt', async () => {
    const { service, folder, project } = await setUp();
    await symlink(join(folder, 'outside.txt'), join(project, 'link.txt'));
    await symlink(folder, join(project, 'up'));
    writeFiles(folder, { 'project-two/a.txt': '' });
    for (const path of [
      '../outside.txt',
      join(folder, 'outside.txt'),
      'link.txt',
      'up/outside.txt',
      '../project-two/a.txt',
    ]) {
      expect(await service.open(path), path).toMatchObject({ ok: false, failure: { code: 'file-outside-project' } });
      expect(await service.inspect([path]), path).toEqual(['outside-project']);
    }
  });

  it('opens and saves one outside file after it was allowed, and no other', async () => {
    const { service, save, folder, opened } = await setUp();
    const path = join(folder, 'outside.txt');
    await writeFile(join(folder, 'other.txt'), '');
    await service.allow(path);
    const { revision } = await opened(path);
    expect(await save(path, 'x', revision)).toMatchObject({ ok: true });
    expect(await readFile(path, 'utf8')).toBe('x');
    const other = join(folder, 'other.txt');
    const refused = { ok: false, failure: { code: 'file-outside-project', detail: other } };
    expect(await service.open(other)).toMatchObject(refused);
    expect(await save(other, 'x', null)).toMatchObject(refused);
    expect(await readFile(other, 'utf8')).toBe('');
  });

  it('does not let a link that was moved afterwards use an earlier permission', async () => {
    const { service, folder, project } = await setUp();
    const link = join(project, 'link.txt');
    await symlink(join(folder, 'outside.txt'), link);
    await service.allow(link);
    expect(await service.open(link)).toMatchObject({ ok: true });
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await rm(link);
    await symlink(join(folder, 'secret.txt'), link);
    expect(await service.open(link)).toMatchObject({ ok: false, failure: { code: 'file-outside-project' } });
  });

  it('names where a link leads, and allows that alone', async () => {
    const { service, folder, project } = await setUp();
    const link = join(project, 'link.txt');
    await symlink(join(folder, 'outside.txt'), link);
    const refused = await service.open(link);
    const real = await realpath(join(folder, 'outside.txt'));
    expect(refused).toMatchObject({ ok: false, failure: { code: 'file-outside-project', detail: real } });
    await service.allow(real);
    expect(await service.open(link)).toMatchObject({ ok: true, value: { path: link, text: 'outside\n' } });
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await rm(link);
    await symlink(join(folder, 'secret.txt'), link);
    expect(await service.open(link)).toMatchObject({ ok: false });
  });

  it('opens what the person picked in the dialog, and nothing when it was cancelled', async () => {
    const { service, folder, pick } = await setUp();
    expect(await service.pickFile()).toEqual({ ok: true, value: null });
    pick(join(folder, 'outside.txt'));
    expect(await service.pickFile()).toMatchObject({ ok: true, value: { text: 'outside\n' } });
  });

  it('says what paths name', async () => {
    const { service } = await setUp();
    const paths = ['a.txt', '.', 'none.txt', 'a.txt/none', 'a\0b'];
    expect(await service.inspect(paths)).toEqual(['file', 'directory', 'missing', 'missing', 'missing']);
  });
});

describe('saving', () => {
  it('writes text and byte-order mark and gives the revision that opening gives', async () => {
    const { save, project, opened } = await setUp();
    const { revision } = await opened('a.txt');
    const saved = await save('a.txt', 'zwei\r\n', revision, { hasBom: true });
    expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('\uFEFFzwei\r\n');
    expect(saved.ok && saved.value.revision).toBe((await opened('a.txt')).revision);
  });

  it('does not overwrite what another program wrote meanwhile', async () => {
    const { save, project, opened } = await setUp();
    const { revision } = await opened('a.txt');
    await writeFile(join(project, 'a.txt'), 'theirs');
    expect(await save('a.txt', 'mine', revision)).toMatchObject({ ok: false, failure: { code: 'file-changed' } });
    expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('theirs');
    expect(await save('a.txt', 'mine', null)).toMatchObject({ ok: true });
    expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('mine');
  });

  it('says that the file was deleted, and makes it anew when told to', async () => {
    const { save, project, opened } = await setUp();
    const { revision } = await opened('a.txt');
    await rm(join(project, 'a.txt'));
    expect(await save('a.txt', 'mine', revision)).toMatchObject({
      ok: false,
      failure: { code: 'file-not-found', message: expect.stringContaining('deleted') },
    });
    expect(await save('a.txt', 'mine', null)).toMatchObject({ ok: true });
  });

  it('does not call a folder that has taken the name of the file a change of it', async () => {
    const { save, project, opened } = await setUp();
    const { revision } = await opened('a.txt');
    await rm(join(project, 'a.txt'));
    await mkdir(join(project, 'a.txt'));
    expect(await save('a.txt', 'mine', revision)).toMatchObject({
      ok: false,
      failure: { code: 'file-failed', message: expect.stringContaining('no file has its name now') },
    });
  });

  it('lets only the first of two saves of one revision through', async () => {
    const { save, opened } = await setUp();
    const { revision } = await opened('a.txt');
    const results = await Promise.all([save('a.txt', 'first', revision), save('a.txt', 'second', revision)]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    expect((await opened('a.txt')).text).toBe('first');
  });

  it('says that the folder is gone', async () => {
    const { save, project } = await setUp();
    expect(await save(join(project, 'no', 'a.txt'), '', null)).toMatchObject({
      ok: false,
      failure: { code: 'file-failed', message: '“a.txt” could not be saved: its folder is gone.' },
    });
  });
});

describe('watching open files', () => {
  it('tells what another program wrote, in place or by renaming', async () => {
    const { project, changes, opened } = await setUp();
    await opened('a.txt');
    await writeFile(join(project, 'a.txt'), 'two\n');
    await vi.waitFor(() => expect(changes.at(-1)?.document).toMatchObject({ value: { text: 'two\n' } }), settled);
    for (const text of ['three\n', 'four\n']) {
      await writeFile(join(project, 'new'), text);
      await rename(join(project, 'new'), join(project, 'a.txt'));
      await vi.waitFor(() => expect(changes.at(-1)?.document).toMatchObject({ value: { text } }), settled);
    }
  });

  it('tells of a deletion once, and of the file’s return', async () => {
    const { project, changes, opened } = await setUp();
    await opened('a.txt');
    await rm(join(project, 'a.txt'));
    await vi.waitFor(
      () => expect(changes.at(-1)?.document).toMatchObject({ failure: { code: 'file-not-found' } }),
      settled,
    );
    await writeFile(join(project, 'a.txt'), 'one\n');
    await vi.waitFor(() => expect(changes.at(-1)?.document).toMatchObject({ value: { text: 'one\n' } }), settled);
    expect(changes).toHaveLength(2);
  });

  it('tells of changes to the file that a link leads to', async () => {
    const { project, changes, opened } = await setUp();
    writeFiles(project, { 'sub/real.txt': '1' });
    await symlink('sub/real.txt', join(project, 'link.txt'));
    await opened('link.txt');
    let written = 0;
    await vi.waitFor(
      async () => {
        await writeFile(join(project, 'sub', 'real.txt'), String(written++));
        expect(changes.at(-1)?.path).toBe(join(project, 'link.txt'));
      },
      { timeout: 60_000, interval: 300 },
    );
  });

  it('does not read what a link leads to that took the place of the file, nor write to it', async () => {
    const { service, folder, project, changes, opened, save } = await setUp();
    const other = join(project, 'other.txt');
    await writeFile(other, 'other\n');
    const replace = async (target: string) => {
      await rm(join(project, 'a.txt'));
      await symlink(target, join(project, 'a.txt'));
    };
    const { revision } = await opened('a.txt');
    await replace(join(folder, 'outside.txt'));
    await vi.waitFor(() => expect(changes).toHaveLength(1), settled);
    const real = await realpath(join(folder, 'outside.txt'));
    expect(changes[0]?.document).toMatchObject({
      failure: { code: 'file-replaced', message: `“a.txt” leads to “${real}” now.` },
    });
    await replace(other);
    const message = `“a.txt” leads to “${await realpath(other)}” now. Nothing was written.`;
    expect(await save('a.txt', 'mine', revision)).toMatchObject({ failure: { code: 'file-replaced', message } });
    expect(await readFile(other, 'utf8')).toBe('other\n');
    // Opened on purpose it is followed from then on.
    expect(await opened('a.txt')).toMatchObject({ text: 'other\n' });
    await writeFile(other, 'other still\n');
    await vi.waitFor(
      () => expect(changes.at(-1)?.document).toMatchObject({ value: { text: 'other still\n' } }),
      settled,
    );
    expect(service.openPaths()).toEqual([join(project, 'a.txt')]);
  });

  it('tells of a link or a folder that took the place of a file some time after that was deleted, and writes through neither', async () => {
    const { project, changes, opened, save } = await setUp();
    await opened('a.txt');
    const [path, other] = [join(project, 'a.txt'), join(project, 'other.txt')];
    const told = (failure: object) =>
      vi.waitFor(() => expect(changes.at(-1)?.document).toMatchObject({ failure }), settled);
    await rm(path);
    await told({ code: 'file-not-found' });
    await writeFile(other, 'other\n');
    await symlink(other, path);
    await told({ code: 'file-replaced' });
    expect(await save('a.txt', 'mine', null)).toMatchObject({ failure: { code: 'file-replaced' } });
    expect(await readFile(other, 'utf8')).toBe('other\n');
    await rm(path);
    await told({ code: 'file-not-found' });
    await mkdir(path);
    await told({ code: 'file-binary' });
    expect(await save('a.txt', 'mine', null)).toMatchObject({ failure: { code: 'file-failed' } });
    await rm(path, { recursive: true });
    await told({ code: 'file-not-found' });
    expect(await save('a.txt', 'mine', null)).toMatchObject({ ok: true });
  });

  it('tells of a folder that took the place of the file', async () => {
    const { project, changes, opened } = await setUp();
    await opened('a.txt');
    await rm(join(project, 'a.txt'));
    await mkdir(join(project, 'a.txt'));
    await vi.waitFor(
      () =>
        expect(changes.at(-1)?.document).toMatchObject({
          // As that of a file that is not there, the window would call it deleted.
          failure: { code: 'file-binary', message: '“a.txt” is a folder, not a file.' },
        }),
      settled,
    );
  });

  it('finds the file again after its folder was deleted and made anew', async () => {
    const { project, changes, opened } = await setUp();
    const sub = writeFiles(join(project, 'sub'), { 'b.txt': '1' });
    // The test decides when the directory is looked for.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await opened('sub/b.txt');
    await rm(sub, { recursive: true });
    await vi.waitFor(() => expect(changes.at(-1)?.document.ok).toBe(false), settled);
    writeFiles(sub, { 'b.txt': '2' });
    vi.advanceTimersByTime(2_000);
    await vi.waitFor(() => expect(changes.at(-1)?.document).toMatchObject({ value: { text: '2' } }), {
      timeout: 60_000,
      interval: 50,
    });
    await writeFile(join(sub, 'b.txt'), '3');
    await vi.waitFor(() => expect(changes.at(-1)?.document).toMatchObject({ value: { text: '3' } }), settled);
  });

  it('says nothing about saves of the app itself, and tells what another program writes after them', async () => {
    const { save, project, changes, opened } = await setUp();
    await writeFile(join(project, 'b.txt'), '1');
    await opened('b.txt');
    let { revision } = await opened('a.txt');
    for (let count = 0; count < 10; count++) {
      const saved = await save('a.txt', `${count}`, revision);
      if (saved.ok) revision = saved.value.revision;
    }
    // Once a later change is reported, the earlier ones must have been ignored.
    await writeFile(join(project, 'b.txt'), '2');
    await vi.waitFor(() => expect(changes.length).toBeGreaterThan(0), settled);
    expect(changes.map(({ path }) => path)).toEqual([join(project, 'b.txt')]);
    await writeFile(join(project, 'a.txt'), 'theirs');
    await vi.waitFor(() => expect(changes.at(-1)?.document).toMatchObject({ value: { text: 'theirs' } }), settled);
  });

  it('says nothing about files that were closed', async () => {
    const { service, project, changes, opened } = await setUp();
    await writeFile(join(project, 'b.txt'), '1');
    await opened('b.txt');
    await opened('a.txt');
    await service.close('a.txt');
    await writeFile(join(project, 'a.txt'), 'theirs');
    await writeFile(join(project, 'b.txt'), '2');
    await vi.waitFor(() => expect(changes.length).toBeGreaterThan(0), settled);
    expect(changes.map(({ path }) => path)).toEqual([join(project, 'b.txt')]);
  });

  it('notices on request what the system did not report', async () => {
    const { service, project, changes, opened } = await setUp();
    await opened('a.txt');
    service.checkForChanges();
    await writeFile(join(project, 'a.txt'), 'two\n');
    service.checkForChanges();
    await vi.waitFor(() => expect(changes).toHaveLength(1), settled);
  });
});

describe('where to save', () => {
  it('begins at the file that is there, or in the folder, and looks at nothing outside', async () => {
    const { service, project, folder, asked } = await setUp();
    for (const suggested of [join(project, 'a.txt'), 'Untitled-1.txt', join(folder, 'outside.txt')]) {
      expect(await service.pickSaveTarget(suggested)).toBeNull();
    }
    expect(asked).toEqual([join(project, 'a.txt'), join(project, 'Untitled-1.txt'), join(project, 'outside.txt')]);
  });

  it('allows what was chosen, and no more', async () => {
    const { service, save, folder, pick } = await setUp();
    const path = join(folder, 'new.txt');
    expect(await save(path, 'x', null)).toMatchObject({ ok: false });
    pick(path);
    expect(await service.pickSaveTarget('a.txt')).toEqual({ path, openAs: null });
    expect(await save(path, 'x', null)).toMatchObject({ ok: true });
    expect(await save(join(folder, 'outside.txt'), 'x', null)).toMatchObject({ ok: false });
  });

  it('knows a file that is open by a link', async () => {
    const { service, project, pick, opened } = await setUp();
    await symlink('a.txt', join(project, 'link.txt'));
    await opened(join(project, 'link.txt'));
    pick(join(project, 'a.txt'));
    expect(await service.pickSaveTarget('b.txt')).toMatchObject({ openAs: join(project, 'link.txt') });
    pick(join(project, 'b.txt'));
    expect(await service.pickSaveTarget('b.txt')).toMatchObject({ openAs: null });
  });

  it('takes the key of an untitled document for no path', async () => {
    const { service, save, project } = await setUp();
    writeFiles(project, { 'untitled:/Untitled-1': 'a file' });
    const path = 'untitled:/Untitled-1';
    expect(await service.open(path)).toMatchObject({ ok: false });
    expect(await save(path, 'x', null)).toMatchObject({ ok: false });
    expect(await readFile(join(project, path), 'utf8')).toBe('a file');
  });
});

describe('encodings', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');

  it('writes with the encoding that is asked for, and reads with that from then on', async () => {
    const { service, save, project, changes, opened } = await setUp();
    const path = join(project, 'a.txt');
    await writeFile(path, latin('gr\u00fcn'));
    const document = await opened('a.txt');
    expect(document).toMatchObject({ text: 'grün', encoding: 'windows1252' });
    expect(await save(path, 'ж', document.revision, { encoding: 'koi8r' })).toMatchObject({ ok: true });
    expect(await readFile(path)).toEqual(Buffer.from([0xd6]));
    expect(await opened('a.txt')).toMatchObject({ text: 'ж', encoding: 'koi8r' });
    await writeFile(path, Buffer.from([0xd6, 0xd6]));
    await vi.waitFor(
      () => expect(changes.at(-1)?.document).toMatchObject({ value: { text: 'жж', encoding: 'koi8r' } }),
      settled,
    );
    await service.close(path);
    expect(await opened('a.txt')).toMatchObject({ encoding: 'windows1252' });
  });

  it('writes nothing when the encoding lacks a character, and says which', async () => {
    const { save, project } = await setUp();
    const path = join(project, 'a.txt');
    expect(await save(path, 'a\n漢', null, { encoding: 'windows1252' })).toMatchObject({
      ok: false,
      failure: { code: 'file-encoding', message: expect.stringContaining('“漢” at 2:1') },
    });
    expect(await readFile(path, 'utf8')).toBe('one\n');
  });

  it('reopens with another encoding, and saves nothing where bytes would be lost', async () => {
    const { service, save, project, opened } = await setUp();
    const path = join(project, 'a.txt');
    await writeFile(path, latin('gr\u00fcn'));
    await opened('a.txt');
    const shown = await service.reopen(path, 'utf8');
    expect(shown).toMatchObject({ value: { text: 'gr\ufffdn', isLossy: true, isReadOnly: true } });
    const baseRevision = shown.ok ? shown.value.revision : '';
    for (const encoding of ['utf8', 'utf16le'] as const) {
      expect(await save(path, 'x', baseRevision, { encoding })).toMatchObject({
        ok: false,
        failure: { code: 'file-lossy' },
      });
    }
    expect(await readFile(path)).toEqual(latin('gr\u00fcn'));
    // Opened again it keeps the encoding and is still lossy; with another encoding it can be saved.
    expect(await opened('a.txt')).toMatchObject({ isLossy: true });
    expect(await service.reopen(path, 'windows1251')).toMatchObject({ value: { text: 'grьn', isLossy: false } });
    expect(await save(path, 'ь', baseRevision, { encoding: 'windows1251' })).toMatchObject({ ok: true });
    expect(await readFile(path)).toEqual(Buffer.from([0xfc]));
  });

  it('is that of its tab when it is opened again', async () => {
    const { service, project } = await setUp();
    const path = join(project, 'a.txt');
    await writeFile(path, latin('gr\u00fcn'));
    expect(await service.openAgain(path, undefined, 'windows1250')).toMatchObject({
      value: { text: 'grün', encoding: 'windows1250' },
    });
    expect(service.readingOf(path)).toEqual({ encoding: 'windows1250', isForced: false });
  });
});
