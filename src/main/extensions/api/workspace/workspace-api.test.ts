import { execFileSync } from 'node:child_process';
import { link, lstat, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../testing/temporary-folder.ts';
import { createQuestionBoard } from '../question-board.ts';
import { manifestOf } from '../test-support/manifests.ts';
import { createSecretFiles } from './secret-files.ts';
import { createWorkspaceApi } from './workspace-api.ts';

const writer = manifestOf('writer', { capabilities: { workspace: 'write' } });
const reader = manifestOf('reader', { capabilities: { workspace: 'read' } });
const nobody = manifestOf('nobody', { capabilities: { network: ['a.test'] } });
const context = { signal: new AbortController().signal, ports: [] };
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const textOf = (content: Uint8Array) => Buffer.from(content).toString();

async function setUp() {
  const outside = await temporaryFolder({
    'project/src/a.ts': 'one',
    'project/.git/config': '[core]',
    'project/.git/HEAD': 'ref',
    'project/.git/hooks/': '',
    'project/.outrigger/extensions/': '',
    'secret.txt': 'secret',
  });
  const root = join(outside, 'project');
  /** Titles of the questions shown, in order. */
  const asked: string[] = [];
  let shownId = '';
  const board = createQuestionBoard({
    publish(event) {
      if (event.type !== 'question') return;
      asked.push(event.question.title);
      shownId = event.question.id;
    },
  });
  const api = createWorkspaceApi({ root: () => root, secrets: createSecretFiles(board) });
  return {
    outside,
    root,
    api,
    asked,
    answer: (given: 'allow' | 'deny' | null) => board.answer(shownId, given),
    read: async (path: string, by = reader) => textOf(await api['workspace.readFile'](by, { path }, context)),
    write: async (path: string, text: string) =>
      api['workspace.writeFile'](writer, { path, content: bytes(text) }, context),
    remove: async (path: string) => api['workspace.delete'](writer, { path }, context),
    rename: async (from: string, to: string) => api['workspace.rename'](writer, { from, to }, context),
    makeDirectory: async (path: string) => api['workspace.createDirectory'](writer, { path }, context),
    facts: async (path: string) => api['workspace.stat'](reader, { path }, context),
    list: async (path: string) => api['workspace.list'](reader, { path }, context),
  };
}

describe('the files of the folder', () => {
  test('are read, written with their directories, listed, renamed and deleted', async () => {
    const { root, read, write, remove, rename, makeDirectory, facts, list } = await setUp();
    expect(await read('src/a.ts')).toBe('one');
    await write('deep/er/b.txt', 'two');
    expect(await readFile(join(root, 'deep', 'er', 'b.txt'), 'utf8')).toBe('two');
    expect(await facts('deep/er/b.txt')).toEqual({ kind: 'file', size: 3, modifiedAt: expect.any(Number) });
    expect(await facts('')).toMatchObject({ kind: 'directory' });
    expect(await facts('none/at/all')).toBeNull();
    await rename('deep/er/b.txt', 'other/c.txt');
    await makeDirectory('x/y');
    expect((await list('')).map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'directory .git',
      'directory .outrigger',
      'directory deep',
      'directory other',
      'directory src',
      'directory x',
    ]);
    expect(await list('other')).toEqual([{ name: 'c.txt', kind: 'file' }]);
    await remove('other/c.txt');
    await remove('other');
    expect(await readdir(root)).not.toContain('other');
  });

  test('are refused with the codes that an extension sees, in sentences', async () => {
    const { root, read, write, remove, rename, list } = await setUp();
    await writeFile(join(root, 'b.ts'), 'two');
    await expect(read('none.ts')).rejects.toMatchObject({
      code: 'file-not-found',
      message: '“none.ts” could not be opened: it does not exist.',
    });
    await expect(read('src')).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(list('none')).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(rename('b.ts', 'src/a.ts')).rejects.toMatchObject({
      code: 'file-denied',
      message: '“a.ts” exists already. Nothing was renamed.',
    });
    expect(await read('src/a.ts')).toBe('one');
    await expect(remove('src')).rejects.toThrow('“src” could not be deleted: it is not empty.');
    await expect(remove('none')).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(write('src', 'x')).rejects.toThrow('“src” could not be saved: a folder or a device has that name.');
    await expect(write('b.ts/c.ts', 'x')).rejects.toMatchObject({ code: 'file-failed' });
  });

  test('come in memory of their own', async () => {
    const { api } = await setUp();
    const { buffer } = await api['workspace.readFile'](reader, { path: 'src/a.ts' }, context);
    expect(buffer.byteLength).toBe(3);
  });

  test('of more than 50 MB are refused before they are read or written', async () => {
    const { root, read, api } = await setUp();
    await writeFile(join(root, 'large'), '');
    await truncate(join(root, 'large'), 50 * 1024 * 1024 + 1);
    await expect(read('large')).rejects.toMatchObject({ code: 'file-too-large' });
    const content = new Uint8Array(50 * 1024 * 1024 + 1);
    await expect(api['workspace.writeFile'](writer, { path: 'new', content }, context)).rejects.toMatchObject({
      code: 'file-too-large',
    });
    expect(await readdir(root)).not.toContain('new');
    // At once, also behind other tasks: a waiting write would hold its content in memory.
    const small = Array.from({ length: 8 }, () => api['workspace.stat'](reader, { path: '' }, context));
    const order: string[] = [];
    await Promise.all([
      ...small.map(async (one) => {
        await one;
        order.push('small');
      }),
      Promise.resolve(api['workspace.writeFile'](writer, { path: 'new', content }, context)).catch(() =>
        order.push('large'),
      ),
    ]);
    expect(order[0]).toBe('large');
  });

  test.runIf(process.platform !== 'win32')('that are pipes are refused, not waited for', async () => {
    const { root, read } = await setUp();
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await expect(read('pipe')).rejects.toThrow('“pipe” is a device or a pipe, not a file.');
  });

  test('need an open folder', async () => {
    const api = createWorkspaceApi({
      root: () => null,
      secrets: createSecretFiles(createQuestionBoard({ publish() {} })),
    });
    expect(await api['workspace.folder'](reader, null, context)).toBeNull();
    await expect(api['workspace.stat'](reader, { path: '' }, context)).rejects.toThrow('No folder is open.');
  });
});

describe('files that may hold secrets', () => {
  async function withSecrets() {
    const set = await setUp();
    writeFiles(set.root, { '.env': 'KEY=one', '.aws/config': 'one' });
    await symlink('.env', join(set.root, 'plain.txt'));
    const question = (count: number) => expect.poll(() => set.asked.length).toBe(count);
    const search = async () =>
      (await set.api['workspace.search'](reader, { text: 'one', glob: '{.env,src/*}' }, context)).matches.map(
        ({ path }) => path,
      );
    return { ...set, question, search };
  }

  test('are asked for once, and then read, found and reached by a link', async () => {
    const { read, search, asked, answer, question } = await withSecrets();
    expect(await search()).toEqual(['src/a.ts']);
    const first = read('.env');
    await question(1);
    // Its question would be the same: it waits for this one.
    const second = read('plain.txt');
    expect(asked).toEqual(['Let Extension reader read .env?']);
    answer('allow');
    expect([await first, await second]).toEqual(['KEY=one', 'KEY=one']);
    expect(await search()).toEqual(['.env', 'src/a.ts']);
    expect(asked).toHaveLength(1);
  });

  test('stay closed when the person says so, and are asked for again when they have not said', async () => {
    const { read, search, answer, question, asked } = await withSecrets();
    const refusal = {
      code: 'file-denied',
      message: '“.env” may hold secrets, and you have not let Extension reader read it.',
    };
    const first = read('.env');
    await question(1);
    answer(null);
    await expect(first).rejects.toMatchObject(refusal);
    const again = read('.env');
    await question(2);
    answer('deny');
    await expect(again).rejects.toMatchObject(refusal);
    await expect(read('.env')).rejects.toMatchObject(refusal);
    expect(await search()).toEqual(['src/a.ts']);
    expect(asked).toHaveLength(2);
  });

  test('are an answer for each extension and each file', async () => {
    const { read, answer, question, asked } = await withSecrets();
    const first = read('.env');
    await question(1);
    answer('allow');
    await first;
    void read('.env', writer).catch(() => {});
    await question(2);
    answer('deny');
    void read('.aws/config').catch(() => {});
    await question(3);
    expect(asked).toEqual([
      'Let Extension reader read .env?',
      'Let Extension writer read .env?',
      'Let Extension reader read .aws/config?',
    ]);
  });

  test.each(['.env', '.aws'])('are not moved to another name unasked: %s', async (path) => {
    const { root, rename, answer, question } = await withSecrets();
    const renamed = rename(path, 'b');
    await question(1);
    answer('deny');
    await expect(renamed).rejects.toThrow(
      `“${path}” may hold secrets, and you have not let Extension writer rename it.`,
    );
    expect(await readdir(root)).not.toContain('b');
  });
});

describe('the border of the folder', () => {
  const escapes = ['../secret.txt', 'src/../../secret.txt', 'link.txt', 'chain', 'dir/secret.txt', 'dir/new/deep.txt'];
  async function withLinks() {
    const made = await setUp();
    await symlink(join(made.outside, 'secret.txt'), join(made.root, 'link.txt'));
    await symlink('link.txt', join(made.root, 'chain'));
    await symlink(made.outside, join(made.root, 'dir'));
    await symlink(join(made.outside, 'made-by-writing'), join(made.root, 'dangling'));
    return made;
  }

  test.each([...escapes, 'dangling', 'dangling/x', '/etc/passwd', 'a\0b'])('is not crossed by %j', async (path) => {
    const { outside, read, write, makeDirectory, facts, list } = await withLinks();
    const writeIt = () => write(path, 'x');
    for (const attempt of [read, writeIt, makeDirectory, facts, list]) {
      await expect(attempt(path)).rejects.toMatchObject({ code: 'file-outside-project' });
    }
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(await readdir(outside)).toEqual(['project', 'secret.txt']);
  });

  test.each([
    ['dir/secret.txt', 'src/mine.txt'],
    ['src/a.ts', 'dir/theirs.txt'],
    ['src/a.ts', '../theirs.txt'],
    ['../secret.txt', 'src/mine.txt'],
  ])('is not crossed by a rename from %s to %s, nor by a delete', async (from, to) => {
    const { outside, rename, remove } = await withLinks();
    await expect(rename(from, to)).rejects.toMatchObject({ code: 'file-outside-project' });
    await expect(remove('dir/secret.txt')).rejects.toMatchObject({ code: 'file-outside-project' });
    expect(await readdir(outside)).toEqual(['project', 'secret.txt']);
  });

  test('has links in it as links: listed, moved and deleted, never what they lead to', async () => {
    const { outside, root, list, remove, rename } = await withLinks();
    await symlink('src', join(root, 'inner'));
    const listed = (await list('')).filter(({ name }) => ['dir', 'link.txt', 'inner'].includes(name));
    expect(listed).toEqual([
      { name: 'dir', kind: 'file' },
      { name: 'inner', kind: 'directory' },
      { name: 'link.txt', kind: 'file' },
    ]);
    await rename('link.txt', 'moved.txt');
    expect((await lstat(join(root, 'moved.txt'))).isSymbolicLink()).toBe(true);
    await remove('moved.txt');
    await remove('dir');
    expect(await readdir(outside)).toEqual(['project', 'secret.txt']);
  });

  test('is where the folder really is, when the folder is a link', async () => {
    const { outside, root } = await setUp();
    await symlink(root, join(outside, 'alias'));
    const api = createWorkspaceApi({
      root: () => join(outside, 'alias'),
      secrets: createSecretFiles(createQuestionBoard({ publish() {} })),
    });
    const read = async (path: string) => textOf(await api['workspace.readFile'](reader, { path }, context));
    expect(await read('src/a.ts')).toBe('one');
    await expect(read('../project/src/a.ts')).rejects.toMatchObject({ code: 'file-outside-project' });
  });

  test('leaves the folder itself alone', async () => {
    const { root, remove, rename } = await setUp();
    await symlink('..', join(root, 'up'));
    for (const path of ['', '.', 'src/..', 'up/project']) {
      await expect(remove(path)).rejects.toMatchObject({ code: 'file-denied' });
      await expect(rename(path, 'x')).rejects.toMatchObject({ code: 'file-denied' });
    }
  });
});

describe('what decides what runs here', () => {
  test.each([
    '.git/hooks/pre-commit',
    '.git',
    'src/.git/config',
    'src/.git',
    '.GIT/config',
    '.git./config',
    '.git /config',
    '.g\u200Cit/config',
    'GIT~1/config',
    '.outrigger/extensions/x/main.js',
    'hooks/pre-commit',
    `src${sep}..${sep}.git${sep}config`,
  ])('is not changed at %j', async (path) => {
    const { root, write, makeDirectory, remove, rename } = await setUp();
    await symlink('.git/hooks', join(root, 'hooks'));
    const before = await readdir(root, { recursive: true });
    const attempts = [
      () => write(path, 'x'),
      () => makeDirectory(`${path}/x`),
      () => rename('src/a.ts', path),
      () => remove(path),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'file-denied' });
    }
    await expect(rename('.git/config', 'config')).rejects.toThrow(
      '“.git/config” lies in .git, which extensions may read and not change.',
    );
    expect(await readdir(root, { recursive: true })).toEqual(before);
  });

  test('may be read, and names that only resemble it may be written', async () => {
    const { read, write } = await setUp();
    expect(await read('.git/HEAD')).toBe('ref');
    for (const name of ['.gitignore', '.github/a.yml', 'git/a', '.outrigger.md']) await write(name, 'x');
    expect(await read('.gitignore')).toBe('x');
  });
});

describe('what a manifest asks for', () => {
  const methods = {
    read: [
      ['workspace.folder', null],
      ['workspace.readFile', { path: 'src/a.ts' }],
      ['workspace.stat', { path: 'src/a.ts' }],
      ['workspace.list', { path: '' }],
      ['workspace.find', { glob: '**', limit: 1 }],
      ['workspace.search', { text: 'one' }],
    ],
    write: [
      ['workspace.writeFile', { path: 'b', content: bytes('x') }],
      ['workspace.createDirectory', { path: 'c' }],
      ['workspace.rename', { from: 'src/a.ts', to: 'src/b.ts' }],
      ['workspace.delete', { path: 'src/b.ts' }],
    ],
  } as const;

  test('is all that it may do', async () => {
    const { api } = await setUp();
    const call = async (caller: typeof reader, [method, params]: readonly [keyof typeof api, unknown]) =>
      (api[method] as (...args: unknown[]) => unknown)(caller, params, context);
    const refused = (name: string, access: string) => ({
      code: 'file-denied',
      message: `Extension ${name} asks to ${access} files without [capabilities] workspace = "${access}" in its manifest.`,
    });
    for (const one of methods.read) {
      await expect(call(nobody, one)).rejects.toMatchObject(refused('nobody', 'read'));
      await call(reader, one);
      await call(writer, one);
    }
    for (const one of methods.write) {
      await expect(call(nobody, one)).rejects.toMatchObject(refused('nobody', 'write'));
      await expect(call(reader, one)).rejects.toMatchObject(refused('reader', 'write'));
      await call(writer, one);
    }
  });

  test('where the folder is may be known by who can send it nowhere', async () => {
    const { api } = await setUp();
    const folder = async (caller: typeof nobody) => api['workspace.folder'](caller, null, context);
    expect(await folder(manifestOf('silent'))).toMatchObject({ name: 'project' });
    await expect(folder(nobody)).rejects.toMatchObject({ code: 'file-denied' });
  });

  test('a hard link counts as the file that it is', async () => {
    const { root, write, read } = await setUp();
    await link(join(root, 'src', 'a.ts'), join(root, 'hard'));
    await write('hard', 'new');
    expect(await read('src/a.ts')).toBe('one');
  });
});
