import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../shared/contract/errors.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createClaims } from './change-owners.ts';
import { createChangedThreads } from './changed-threads.ts';
import { createWorld, treeOf, type World } from './changes-world.fixture.ts';
import { createBlobStore } from './checkpoints/blob-store.ts';
import { createDiskReader } from './checkpoints/file-snapshot.ts';
import { createFolderLooker } from './checkpoints/folder-look.ts';
import { createFolderLooks } from './checkpoints/folder-looks.ts';
import { createCommandWatch } from './command-watch.ts';

const at = { threadId: 'thread', promptId: 'p' };
const filesOf = async (world: World, threadId = 'thread') =>
  (await world.service.review.review(threadId)).files.map(
    ({ path, kind }) => `${kind} ${path.slice(world.root.length + 1)}`,
  );
/** Its times tell by and by that it is as it was. */
async function untouchedFor(ms: number, path: string): Promise<void> {
  const { ctimeMs } = await stat(path);
  await vi.waitFor(() => expect(Date.now() - ctimeMs).toBeGreaterThan(ms));
}
/** As the person does in the editor; what follows comes after it. */
async function savedBy(world: World, name: string, text: string): Promise<void> {
  await world.write(name, text);
  world.service.fileChanged(world.path(name), 'person');
  await world.service.forget('nobody');
}

test('what a command changes, creates, deletes and moves is reviewed and restored', async () => {
  const world = await createWorld({
    '.gitignore': 'dist\n',
    '.hidden': 'h',
    'dist/out.js': 'built',
    '.git/config': 'git',
  });
  await world.write('src/a.txt', 'a', 0o640);
  await world.write('src/b.txt', 'b');
  await world.write('run.sh', 'r', 0o644);
  await symlink('src', world.path('link'));
  await mkdir(world.path('empty'));
  const before = await treeOf(world.root);

  const command = await world.service.beforeCommand(at);
  expect(command.missing).toBeNull();
  await world.write('src/a.txt', 'A');
  await world.write('.hidden', 'H');
  await world.write('out/new.txt', 'n');
  await rename(world.path('src/b.txt'), world.path('out/b.txt'));
  await chmod(world.path('run.sh'), 0o755);
  await unlink(world.path('link'));
  await rm(world.path('empty'), { recursive: true });
  await world.write('dist/out.js', 'built anew');
  await world.write('.git/config', 'git too');
  await command.done();

  expect(await filesOf(world)).toEqual([
    'edited .hidden',
    'deleted link',
    'edited out/b.txt',
    'created out/new.txt',
    'edited run.sh',
    'edited src/a.txt',
  ]);
  expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({ value: { type: 'restored' } });
  expect(await treeOf(world.root)).toEqual({
    ...before,
    'dist/out.js': before['dist/out.js']?.replace('built', 'built anew'),
    '.git/config': before['.git/config']?.replace('git', 'git too'),
  });
});

test('what the app and the person do meanwhile is not the command’s', async () => {
  const theirs = ['a.txt', 'd.txt', 'e.txt'];
  const world = await createWorld({ 'a.txt': 'a', 'b.txt': 'b' });
  const command = await world.service.beforeCommand(at);
  await world.change(
    'p',
    theirs.map((path) => ({ type: 'write', path, text: 'model' })),
    'other',
  );
  await world.write('b.txt', 'mine');
  world.service.fileChanged(world.path('b.txt'), 'person');
  await world.write('c.txt', 'command');
  await command.done();
  expect(await filesOf(world)).toEqual(['created c.txt']);
  expect(await filesOf(world, 'other')).toEqual(['edited a.txt', 'created d.txt', 'created e.txt']);
});

test('what changes in one folder is recorded while a command runs in another', async () => {
  const world = await createWorld();
  const elsewhere = await createWorld();
  const first = await world.service.beforeCommand({ threadId: 'one', promptId: 'p' });
  const second = await world.service.beforeCommand({ threadId: 'two', promptId: 'p' }, elsewhere.root);
  // What a person saves in the one folder is nothing of the other.
  await savedBy(world, 'a.txt', 'mine');
  await world.write('a.txt', 'a');
  await elsewhere.write('b.txt', 'b');
  await Promise.all([first.done(), second.done()]);
  expect(await filesOf(world, 'one')).toEqual(['edited a.txt']);
  expect(await filesOf(world, 'two')).toEqual([expect.stringMatching(/^created .*b\.txt$/)]);
});

test('what changed from a command on that the end of the app cut off is known at the next start, and may be another’s', async () => {
  const world = await createWorld({ 'a.txt': 'a' });
  await world.change('p', [{ type: 'write', path: 'a.txt', text: 'model' }]);
  await world.service.beforeCommand(at);
  await world.write('a.txt', 'A');
  await world.write('b.txt', 'b');
  const next = await (await world.restart()).restart();
  expect(await filesOf(next)).toEqual(['edited a.txt', 'created b.txt']);
  expect(await next.service.review.restore('thread', 'p', false)).toEqual({
    ok: true,
    value: { type: 'changed-since', paths: [world.path('a.txt'), world.path('b.txt')] },
  });
  expect(await next.service.review.reject('thread', null, false)).toEqual({
    ok: true,
    value: { type: 'changed-since', paths: [world.path('a.txt'), world.path('b.txt')] },
  });
  expect(await world.text('a.txt')).toBe('A');
  await next.service.review.restore('thread', 'p', true);
  expect(Object.values(await treeOf(world.root)).map((file) => file.slice(4))).toEqual(['a']);
  expect(await filesOf(await next.restart())).toEqual([]);
});

test('what is written at once is restored, also in a folder that was looked at before, and after the end of the app', async () => {
  const world = await createWorld({ 'a.txt': 'a', 'sub/b.txt': 'b' });
  await untouchedFor(200, world.path('sub'));
  await world.service.expectCommand(world.root);
  for (const promptId of ['first', 'second']) {
    const command = await world.service.beforeCommand({ threadId: 'thread', promptId });
    await command.done();
  }
  expect((await world.service.review.review('thread')).checkpoints).toEqual([]);
  await world.write('sub/b.txt', 'mine');
  await world.service.beforeCommand(at);
  await Promise.all([world.write('a.txt', 'A'), world.write('sub/b.txt', 'B'), world.write('c.txt', 'c')]);
  const next = await world.restart();
  expect(await filesOf(next)).toEqual(['edited a.txt', 'created c.txt', 'edited sub/b.txt']);
  await next.service.review.restore('thread', 'p', true);
  expect(await Promise.all(['a.txt', 'sub/b.txt'].map(next.text))).toEqual(['a', 'mine']);
  expect(await readdir(next.root)).toEqual(['a.txt', 'sub']);
});

test.each([false, true])(
  'what git ignored came by no command that ends that, also after looks that found all as before (app ended: %s)',
  async (isEnded) => {
    const world = await createWorld({ '.gitignore': 'out\n', 'out/a.txt': 'a' });
    await untouchedFor(200, world.path('.gitignore'));
    await (await world.service.beforeCommand(at)).done();
    await world.write('out/b.txt', 'b');
    await untouchedFor(100, world.path('out/b.txt'));
    const command = await world.service.beforeCommand(at);
    await world.write('.gitignore', '');
    if (!isEnded) await command.done();
    expect(await filesOf(isEnded ? await world.restart() : world)).toEqual(['edited .gitignore']);
  },
);

test('what is kept of the running commands may be deleted by anybody, and is written again', async () => {
  const world = await createWorld({ 'a.txt': 'a' });
  await (await world.service.beforeCommand(at)).done();
  await rm(join(world.userData, 'checkpoints', 'running'), { recursive: true });
  await world.service.beforeCommand(at);
  await world.write('a.txt', 'A');
  expect(await filesOf(await world.restart())).toEqual(['edited a.txt']);
});

test('that the app ended while a command ran is told when something changed', async () => {
  const world = await createWorld();
  await world.service.beforeCommand(at);
  const next = await world.restart();
  await next.service.beforeCommand(at);
  expect(next.problems).toEqual([]);
  await world.write('a.txt', 'mine');
  const last = await next.restart();
  await last.service.review.review('thread');
  expect(last.problems).toEqual([
    expect.stringMatching(/^The app stopped while a command ran\. Changes since then may/),
  ]);
});

test('what is not kept is said, and never taken for deleted or created', async () => {
  const world = await createWorld({ 'large.bin': '' });
  await truncate(world.path('large.bin'), 6 * 1024 * 1024);
  const command = await world.service.beforeCommand(at);
  expect(command.missing).toBe('What a command changes in one file (larger than 5 MB) cannot be undone.');
  await world.write('large.bin', 'small now');
  await world.write('a.txt', 'a');
  await command.done();
  expect(await filesOf(world)).toEqual(['created a.txt']);
});

test('small files that git ignores are restored, but for what is in ignored folders, is large or new', async () => {
  const world = await createWorld({ '.gitignore': '.env*\nout/\n*.log\n', '.env': 'KEY=1' });
  await world.write('app/.env.local', 'KEY=2', 0o600);
  await world.write('out/.env', 'built');
  await world.write('large.log', 'x'.repeat(100_000));
  const command = await world.service.beforeCommand(at);
  expect(command.missing).toBeNull();
  await unlink(world.path('.env'));
  await world.write('app/.env.local', 'KEY=3');
  await unlink(world.path('out/.env'));
  await unlink(world.path('large.log'));
  await world.write('new.log', 'new');
  await command.done();
  expect(await filesOf(world)).toEqual(['deleted .env', 'edited app/.env.local']);
  expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({ value: { type: 'restored' } });
  expect(await world.text('.env')).toBe('KEY=1');
  expect((await treeOf(world.root))['app/.env.local']).toBe('600 KEY=2');
  expect(await world.text('new.log')).toBe('new');
});

test('a file that was only ignored before is not taken for created', async () => {
  const world = await createWorld({
    '.gitignore': 'secret/\n*.log\n',
    'secret/file': 'kept',
    'large.log': 'x'.repeat(100_000),
  });
  // Older than the command, by more than the times of files are behind the clock.
  const { ctimeMs } = await stat(world.path('large.log'));
  await vi.waitFor(() => expect(Date.now() - ctimeMs).toBeGreaterThan(100));
  const command = await world.service.beforeCommand(at);
  await world.write('.gitignore', '\n');
  await command.done();
  expect(await filesOf(world)).toEqual(['edited .gitignore']);
  await world.service.review.restore('thread', 'p', false);
  expect(await world.text('secret/file')).toBe('kept');
  expect(await world.text('large.log')).toHaveLength(100_000);
});

test('contents that no checkpoint needs are deleted at the next start', async () => {
  const world = await createWorld({ 'a.txt': 'needed', 'b.txt': 'not needed' });
  const command = await world.service.beforeCommand(at);
  await world.write('a.txt', 'other');
  await command.done();
  const next = await world.restart();
  await next.service.review.review('thread');
  const blobs = await treeOf(join(world.userData, 'checkpoints', 'blobs'));
  expect(Object.values(blobs).filter((one) => !one.startsWith('directory'))).toEqual(['600 needed']);
  expect(await readFile(world.path('b.txt'), 'utf8')).toBe('not needed');
});

describe('what a command does to a file that the app wrote meanwhile', () => {
  test.each([
    ['the person saved', (world: World) => savedBy(world, 'a.txt', 'mine')],
    ['a tool changed', (world: World) => world.change('p', [{ type: 'write', path: 'a.txt', text: 'mine' }], 'other')],
  ])('is kept beside all else it does: %s', async (_, writeMeanwhile) => {
    const world = await createWorld({ 'a.txt': 'a', 'b.txt': 'b', 'gone.txt': 'g' });
    const command = await world.service.beforeCommand(at);
    await writeMeanwhile(world);
    await world.write('a.txt', 'A');
    await world.write('b.txt', 'B');
    await unlink(world.path('gone.txt'));
    // Another one that begins looks too.
    const second = await world.service.beforeCommand({ threadId: 'second', promptId: 'p' });
    await command.done();
    await second.done();
    expect(await filesOf(world)).toEqual(['edited a.txt', 'edited b.txt', 'deleted gone.txt']);
    expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({ value: { type: 'restored' } });
    expect(await Promise.all(['a.txt', 'b.txt', 'gone.txt'].map(world.text))).toEqual(['mine', 'b', 'g']);
    expect(world.problems).toEqual([]);
  });

  test('is no change when only the editor was changed', async () => {
    const world = await createWorld({ 'a.txt': 'disk' });
    await world.open('a.txt', 'typed');
    const command = await world.service.beforeCommand(at);
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'typed, and the model' }], 'other');
    await command.done();
    expect((await world.service.review.review('thread')).checkpoints).toEqual([]);
    expect(world.problems).toEqual([]);
  });

  test('is not kept when it was too large', async () => {
    const world = await createWorld({ 'a.txt': 'a' });
    const command = await world.service.beforeCommand(at);
    await savedBy(world, 'a.txt', 'x'.repeat(6 * 1024 * 1024));
    await world.write('a.txt', 'A');
    await world.write('b.txt', 'b');
    await command.done();
    expect(await filesOf(world)).toEqual(['created b.txt']);
  });
});

async function loseContent(world: World, text: string): Promise<void> {
  const blobs = join(world.userData, 'checkpoints', 'blobs');
  for (const name of await readdir(blobs, { recursive: true })) {
    if ((await readFile(join(blobs, name), 'utf8').catch(() => null)) === text) await unlink(join(blobs, name));
  }
}

test('contents that were lost meanwhile cost their file alone, and that is told', async () => {
  const world = await createWorld({ 'a.txt': 'a', 'b.txt': 'b' });
  const command = await world.service.beforeCommand(at);
  await loseContent(world, 'a');
  await world.write('a.txt', 'A');
  await world.write('b.txt', 'B');
  await command.done();
  expect(await filesOf(world)).toEqual(['edited b.txt']);
  expect(world.problems).toEqual(['What a command changed in “a.txt” cannot be undone: the earlier content is lost.']);
});

test('what was moved is new where it is now, when its earlier content was lost', async () => {
  const world = await createWorld({ 'a.txt': 'a', 'b.txt': 'b' });
  await world.change('p', [
    { type: 'write', path: 'a.txt', text: 'A' },
    { type: 'write', path: 'b.txt', text: 'B' },
  ]);
  const command = await world.service.beforeCommand(at);
  await loseContent(world, 'A');
  await rename(world.path('a.txt'), world.path('to.txt'));
  await rename(world.path('b.txt'), world.path('kept.txt'));
  await command.done();
  const { files } = await world.service.review.review('thread');
  expect(files.map(({ path, kind, movedFrom }) => [path, kind, movedFrom])).toEqual([
    [world.path('a.txt'), 'deleted', undefined],
    [world.path('kept.txt'), 'edited', world.path('b.txt')],
    [world.path('to.txt'), 'created', undefined],
  ]);
});

test('that nothing can be written down is told, and is no failure of the command', async () => {
  const world = await createWorld();
  const command = await world.service.beforeCommand(at);
  await world.write('a.txt', 'a');
  await rm(join(world.userData, 'checkpoints', 'threads'), { recursive: true });
  await writeFile(join(world.userData, 'checkpoints', 'threads'), '');
  await command.done();
  expect(world.problems).toEqual([
    expect.stringMatching(/^What a command changed could not be recorded \(.*\), so it/),
  ]);
});

test('that a folder does not answer is told: before a command, which does not begin, and after it', async () => {
  const [root, directory, problems] = [await temporaryFolder(), await temporaryFolder(), [] as string[]];
  const look = createFolderLooker();
  const hung = new FailureError({ code: 'timeout', message: '' });
  let isThere = false;
  const watch = createCommandWatch({
    ...{ runningDirectory: join(directory, 'running'), ownDirectory: directory },
    threads: createChangedThreads(join(directory, 'threads')),
    ...{ disk: createDiskReader(), store: createBlobStore(directory) },
    askLook: createFolderLooks(async (question) => (isThere ? look(question, () => {}) : Promise.reject(hung))),
    onProblem: (sentence) => problems.push(sentence),
  });
  const command = { ...at, root, claims: createClaims() };
  const sentence = `The folder “${basename(root)}” does not answer, so changes in it could not be undone.`;
  await expect(watch.begin(command)).rejects.toMatchObject({ failure: { code: 'file-failed', message: sentence } });
  isThere = true;
  await watch.begin(command);
  isThere = false;
  await watch.end(command);
  expect(problems).toEqual([sentence]);
});
