import { lstat, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Result } from '../../shared/contract/errors.ts';
import { createDocumentService } from '../documents/document-service.ts';
import { createLongTexts } from '../documents/long-texts.ts';
import { createSaveJournals } from '../documents/saving/save-journals.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createFileOperations } from './file-operations.ts';
import { createXdgTrash } from './xdg-trash.ts';

async function setUp() {
  const folder = await temporaryFolder({
    'project/a.txt': 'one\n',
    'project/src/b.txt': 'bee\n',
    'outside.txt': 'outside\n',
  });
  const root = join(folder, 'project');
  const reported: string[] = [];
  const documents = createDocumentService({
    texts: createLongTexts(),
    journals: createSaveJournals(join(folder, 'saves')),
    workspacePath: () => root,
    pickFile: async () => null,
    pickSaveFile: async () => null,
    rulesOf: async () => ({}),
    publish: ({ path }) => reported.push(path),
    tell: () => {},
    onUnwatched: () => {},
  });
  onTestFinished(() => documents.dispose());
  const told: string[] = [];
  const files = createFileOperations({
    workspacePath: () => root,
    documents,
    trash: createXdgTrash({ dataHome: join(folder, 'data'), uid: 1000, now: () => new Date() }),
    showInSystem: () => {},
    tell: ({ path }) => told.push(path),
  });
  const at = (...parts: string[]) => join(root, ...parts);
  return {
    folder,
    root,
    files,
    documents,
    reported,
    told,
    at,
    read: (...parts: string[]) => readFile(at(...parts), 'utf8'),
  };
}

const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};
const refused = (message: string | RegExp) => ({
  ok: false,
  failure: { message: typeof message === 'string' ? message : expect.stringMatching(message) },
});

describe('what is made', () => {
  it('is an empty file or a folder, with the folders on the way', async () => {
    const { files, at, read, root, told } = await setUp();
    expect(value(await files.create(root, 'new.ts', 'file'))).toBe(at('new.ts'));
    expect(await read('new.ts')).toBe('');
    expect(value(await files.create(at('src'), ' deep/er/c.ts ', 'file'))).toBe(at('src', 'deep', 'er', 'c.ts'));
    expect(value(await files.create('', 'lib\\one', 'directory'))).toBe(at('lib', 'one'));
    expect((await lstat(at('lib', 'one'))).isDirectory()).toBe(true);
    expect(told).toEqual([at('new.ts'), at('src', 'deep', 'er', 'c.ts'), at('lib', 'one')]);
  });

  it('never replaces anything, and has a name that every system can hold', async () => {
    const { files, at, read, root } = await setUp();
    const taken = '“a.txt” could not be created: something with that name already exists.';
    expect(await files.create(root, 'a.txt', 'file')).toMatchObject(refused(taken));
    expect(await files.create(root, 'a.txt', 'directory')).toMatchObject(refused(taken));
    expect(await files.create(root, 'a.txt/b', 'file')).toMatchObject(refused(/could not be created/));
    expect(await files.create(root, 'con.txt', 'file')).toMatchObject(
      refused('The name “con.txt” is reserved on Windows.'),
    );
    expect(await files.create(root, '../up.txt', 'file')).toMatchObject(refused(/stands for a folder/));
    expect(await read('a.txt')).toBe('one\n');
    expect(await readdir(at())).toEqual(['a.txt', 'src']);
  });
});

describe('what is moved', () => {
  it('keeps its bytes, and nothing has its place replaced', async () => {
    const { files, at, read } = await setUp();
    expect(value(await files.move(at('a.txt'), at('src', 'A.txt')))).toBe(at('src', 'A.txt'));
    expect(await read('src', 'A.txt')).toBe('one\n');
    expect(await files.move(at('src', 'A.txt'), at('src', 'b.txt'))).toMatchObject(
      refused('“A.txt” could not be renamed: something with that name already exists.'),
    );
    expect(await read('src', 'b.txt')).toBe('bee\n');
    expect(await files.move(at('src'), at('src', 'inner'))).toMatchObject(refused(/cannot be put into itself/));
    expect(await files.move(at('src'), at('s?c'))).toMatchObject(refused(/has a “\?”/));
    expect(await files.move(at('src'), at('.'))).toMatchObject({
      ok: false,
      failure: { code: 'file-outside-project' },
    });
  });

  it('may keep what is wrong with its name, and goes back to any name that it had', async () => {
    const { files, at } = await setUp();
    await writeFile(at('what?.txt'), 'what\n');
    value(await files.move(at('what?.txt'), at('src', 'what?.txt')));
    value(await files.move(at('src', 'what?.txt'), at('what?.md')));
    value(await files.move(at('what?.md'), at('what.md')));
    expect(await files.move(at('what.md'), at('what?.md'))).toMatchObject(refused(/has a “\?”/));
    expect(value(await files.move(at('what.md'), at('what?.md'), true))).toBe(at('what?.md'));
  });

  it('is open by its new path, is read as before and is not told to be gone', async () => {
    const { files, documents, reported, at } = await setUp();
    // Too short to be told from other encodings.
    await writeFile(at('src', 'b.txt'), Buffer.from([0x8b, 0x9e]));
    value(await documents.reopen(at('src', 'b.txt'), 'shiftjis'));
    value(await documents.open('a.txt'));
    value(await files.move(at('src'), at('lib')));
    expect([...documents.openPaths()].sort()).toEqual([at('a.txt'), at('lib', 'b.txt')]);
    expect(documents.readingOf(at('lib', 'b.txt'))?.encoding).toBe('shiftjis');
    expect(documents.readingOf(at('src', 'b.txt'))).toBeUndefined();
    await writeFile(at('lib', 'b.txt'), 'changed by another\n');
    await expect.poll(() => reported, { timeout: 30_000 }).toContain(at('lib', 'b.txt'));
    expect(reported).not.toContain(at('src', 'b.txt'));
  });

  it('stays open where it was when it could not be moved', async () => {
    const { files, documents, reported, at } = await setUp();
    value(await documents.open('a.txt'));
    expect((await files.move(at('a.txt'), at('none', 'a.txt'))).ok).toBe(false);
    expect(documents.openPaths()).toEqual([at('a.txt')]);
    await writeFile(at('a.txt'), 'changed by another\n');
    await expect.poll(() => reported, { timeout: 30_000 }).toEqual([at('a.txt')]);
  });

  it('is a link itself, not what it leads to', async () => {
    const { files, folder, at } = await setUp();
    await symlink(join(folder, 'outside.txt'), at('link'));
    value(await files.move(at('link'), at('src', 'link')));
    expect(await readlink(at('src', 'link'))).toBe(join(folder, 'outside.txt'));
    value(await files.copy(at('src', 'link'), at()));
    expect(await readlink(at('link'))).toBe(join(folder, 'outside.txt'));
    value(await files.trash(at('link')));
    expect(await readFile(join(folder, 'outside.txt'), 'utf8')).toBe('outside\n');
  });
});

it('a copy has a free name, and holds all that is in a folder', async () => {
  const { files, at, read } = await setUp();
  expect(value(await files.copy(at('a.txt'), at('src')))).toBe(at('src', 'a.txt'));
  expect(value(await files.copy(at('a.txt'), at()))).toBe(at('a copy.txt'));
  expect(value(await files.copy(at('a.txt'), at()))).toBe(at('a copy 2.txt'));
  expect(value(await files.copy(at('src'), at()))).toBe(at('src copy'));
  expect(await read('src copy', 'b.txt')).toBe('bee\n');
  expect(await files.copy(at('src'), at('src'))).toMatchObject(refused(/cannot be put into itself/));
  expect(await readdir(at('src'))).toEqual(['a.txt', 'b.txt']);
});

it('what is deleted comes back as it was, once, and never over something else', async () => {
  const { files, at, read } = await setUp();
  const { undoId } = value(await files.trash(at('src')));
  expect(await readdir(at())).toEqual(['a.txt']);
  expect(value(await files.restore(undoId ?? ''))).toBe(at('src'));
  expect(await read('src', 'b.txt')).toBe('bee\n');
  expect(await files.restore(undoId ?? '')).toMatchObject(refused(/already restored/));

  const again = value(await files.trash(at('a.txt')));
  await writeFile(at('a.txt'), 'another\n');
  expect(await files.restore(again.undoId ?? '')).toMatchObject(
    refused('“a.txt” could not be brought back: something with that name already exists.'),
  );
  expect(await read('a.txt')).toBe('another\n');
  value(await files.remove(at('a.txt')));
  expect(value(await files.restore(again.undoId ?? ''))).toBe(at('a.txt'));
  expect(await read('a.txt')).toBe('one\n');
});

it('nothing outside the open folder is touched, however it is spelt', async () => {
  const { files, folder, root, at } = await setUp();
  await symlink(folder, at('up'));
  const outside = { ok: false, failure: { code: 'file-outside-project' } };
  for (const path of ['../outside.txt', join(folder, 'outside.txt'), 'up/outside.txt', root, '.', 'a.txt\0b']) {
    expect(await files.trash(path), path).toMatchObject(outside);
    expect(await files.remove(path), path).toMatchObject(outside);
    expect(await files.move(path, at('c.txt')), path).toMatchObject(outside);
    expect(await files.copy(path, at('src')), path).toMatchObject(outside);
  }
  expect(await files.move(at('a.txt'), join(folder, 'a.txt'))).toMatchObject(outside);
  expect(await files.copy(at('a.txt'), folder)).toMatchObject(outside);
  expect(await files.create(at('up'), 'new.txt', 'file')).toMatchObject(outside);
  expect((await readdir(folder)).sort()).toEqual(['outside.txt', 'project']);
  // A change that is reported late would be one of these.
  await delay(0);
  expect(await readdir(root)).toEqual(['a.txt', 'src', 'up']);
});
