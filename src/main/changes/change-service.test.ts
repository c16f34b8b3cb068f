import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWorld, treeOf } from './changes-world.fixture.ts';

const at = { threadId: 'thread', promptId: 'p' };

describe('making changes', () => {
  test('writes, creates with directories, moves and deletes, and says before what it comes to', async () => {
    const world = await createWorld({ 'a.txt': 'one\ntwo\nthree\n', 'old/b.txt': 'b\n', 'old/c.txt': 'c\n' });
    const prepared = await world.service.prepare([
      { type: 'write', path: world.path('a.txt'), text: 'one\n2\nthree\n', expected: 'one\ntwo\nthree\n' },
      { type: 'create', path: world.path('new/deep/d.txt'), text: 'd\n' },
      { type: 'move', path: world.path('old/b.txt'), to: world.path('moved/b.txt') },
      { type: 'delete', path: world.path('old') },
      { type: 'create-directory', path: world.path('empty') },
    ]);
    expect(
      prepared.shown.map(({ kind, path, to, patch, added, removed }) => [kind, path, to, patch, added, removed]),
    ).toEqual([
      ['edit', world.path('a.txt'), undefined, '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n', 1, 1],
      ['create', world.path('new/deep/d.txt'), undefined, '@@ -0,0 +1,1 @@\n+d\n', 1, 0],
      ['move', world.path('old/b.txt'), world.path('moved/b.txt'), '', 0, 0],
      ['delete', world.path('old'), undefined, '', 0, 0],
      ['delete', world.path('old/c.txt'), undefined, '@@ -1,1 +0,0 @@\n-c\n', 0, 1],
      ['create-directory', world.path('empty'), undefined, '', 0, 0],
    ]);
    expect(Object.keys(await treeOf(world.root))).toEqual(['a.txt', 'old', 'old/b.txt', 'old/c.txt']);
    await world.service.apply(prepared, { threadId: 'thread', promptId: 'p1' });
    expect(Object.keys(await treeOf(world.root))).toEqual([
      'a.txt',
      'empty',
      'moved',
      'moved/b.txt',
      'new',
      'new/deep',
      'new/deep/d.txt',
    ]);
    expect(await world.text('a.txt')).toBe('one\n2\nthree\n');
  });

  test('keeps line ends, byte-order mark and mode', async () => {
    const world = await createWorld();
    await world.write('crlf.txt', '\uFEFFone\r\ntwo\r\n', 0o755);
    await world.write('mixed.txt', 'one\r\ntwo\nthree\r\nfour\n');
    expect(await world.service.readText(world.path('crlf.txt'))).toBe('one\ntwo\n');
    await world.change('p', [
      { type: 'write', path: 'crlf.txt', text: 'one\nnew\ntwo\n', expected: 'one\ntwo\n' },
      { type: 'write', path: 'mixed.txt', text: 'one\nadded\nthree\nfour\nlast\n' },
    ]);
    expect(await world.text('crlf.txt')).toBe('\uFEFFone\r\nnew\r\ntwo\r\n');
    expect(await world.text('mixed.txt')).toBe('one\r\nadded\r\nthree\r\nfour\nlast\n');
    expect((await treeOf(world.root))['crlf.txt']).toMatch(/^755 /);
  });

  test('keeps the encoding of a file, open or not, and refuses what it lacks', async () => {
    const world = await createWorld();
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const bytes = (name: string) => readFile(world.path(name));
    for (const name of ['closed.txt', 'open.txt']) await world.write(name, latin('gr\u00fcn\r\n'));
    await world.open('open.txt');
    for (const name of ['closed.txt', 'open.txt']) {
      expect(await world.service.readText(world.path(name))).toBe('grün\n');
      await world.change('p', [{ type: 'write', path: name, text: 'rot, grün\n', expected: 'grün\n' }]);
      expect(await bytes(name)).toEqual(latin('rot, gr\u00fcn\r\n'));
      const refused = world.change('p', [{ type: 'write', path: name, text: 'rot, 漢\n' }]);
      await expect(refused).rejects.toMatchObject({
        failure: { code: 'file-encoding', message: expect.stringContaining('Windows 1252 has no “漢” at 1:6') },
      });
      expect(await bytes(name)).toEqual(latin('rot, gr\u00fcn\r\n'));
      const [texts, restored] = [
        await world.service.review.texts('thread', world.path(name)),
        await world.service.review.reject('thread', world.path(name), false),
      ];
      expect(texts).toMatchObject({ ok: true, value: { before: 'grün\n', after: 'rot, grün\n' } });
      expect(restored).toMatchObject({ ok: true });
      expect(await bytes(name)).toEqual(latin('gr\u00fcn\r\n'));
    }
  });

  test('changes nothing in a file whose bytes would be others', async () => {
    const world = await createWorld();
    const cut = Buffer.concat([Buffer.from('\uFEFFone\n'), Buffer.from([0xe6])]);
    await world.write('cut.txt', cut);
    await expect(world.change('p', [{ type: 'write', path: 'cut.txt', text: 'two\n' }])).rejects.toMatchObject({
      failure: { code: 'file-lossy' },
    });
    expect(await readFile(world.path('cut.txt'))).toEqual(cut);
  });

  test('refuses what cannot be, in a sentence, and touches nothing', async () => {
    const world = await createWorld({ 'a.txt': 'a', binary: new Uint8Array([0, 1, 2]) });
    await symlink('a.txt', world.path('link'));
    const before = await treeOf(world.root);
    const refusals: [Parameters<typeof world.change>[1][number], string, RegExp][] = [
      [{ type: 'create', path: 'a.txt', text: '' }, 'file-failed', /“a.txt” exists already/],
      [{ type: 'delete', path: 'no.txt' }, 'file-not-found', /“no.txt” does not exist/],
      [{ type: 'delete', path: '.' }, 'file-denied', /open folder itself/],
      [{ type: 'move', path: 'a.txt', to: 'binary' }, 'file-failed', /“binary” exists already/],
      [{ type: 'write', path: 'a.txt', text: 'b', expected: 'other' }, 'file-changed', /changed meanwhile/],
      [{ type: 'write', path: 'no.txt', text: 'b', expected: 'other' }, 'file-changed', /changed meanwhile/],
      [{ type: 'write', path: 'binary', text: 'b' }, 'file-binary', /is a binary file/],
      [{ type: 'write', path: 'link', text: 'b' }, 'file-failed', /is a link/],
      [{ type: 'create', path: 'a.txt/b', text: '' }, 'file-failed', /“a.txt” is a file/],
    ];
    for (const [change, code, message] of refusals) {
      const made = world.change('p', [{ type: 'create', path: 'first.txt', text: '' }, change]);
      await expect(made).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    }
    expect(await treeOf(world.root)).toEqual(before);
    expect(await world.service.readText(world.path('no.txt'))).toBeNull();
    await expect(world.service.readText(world.path('binary'))).rejects.toMatchObject({ code: 'file-binary' });
  });

  test('makes none when a file was changed after they were prepared', async () => {
    const world = await createWorld({ 'a.txt': 'a', 'b.txt': 'b' });
    const prepared = await world.service.prepare([
      { type: 'write', path: world.path('a.txt'), text: 'new' },
      { type: 'delete', path: world.path('b.txt') },
    ]);
    await world.write('b.txt', 'another');
    const made = world.service.apply(prepared, { threadId: 'thread', promptId: 'p' });
    await expect(made).rejects.toMatchObject({ code: 'file-changed', message: expect.stringContaining('“b.txt”') });
    expect([await world.text('a.txt'), await world.text('b.txt')]).toEqual(['a', 'another']);
  });

  test('makes files of one new folder that were all prepared before it was there, and a restore takes it away', async () => {
    const world = await createWorld();
    const prepare = (path: string) => world.service.prepare([{ type: 'create', path: world.path(path), text: path }]);
    for (const one of await Promise.all(['new/deep/a', 'new/deep/b', 'new/c'].map(prepare))) {
      await world.service.apply(one, at);
    }
    expect(await world.text('new/deep/b')).toBe('new/deep/b');
    expect(await world.text('new/c')).toBe('new/c');
    expect(await world.service.review.restore('thread', at.promptId, false)).toMatchObject({ ok: true });
    expect(await readdir(world.root)).toEqual([]);
  });

  test('moves nothing into a folder that somebody made in its place', async () => {
    const world = await createWorld({ 'from/a': 'a' });
    const move = await world.service.prepare([{ type: 'move', path: world.path('from'), to: world.path('to') }]);
    await mkdir(world.path('to'));
    await expect(world.service.apply(move, at)).rejects.toThrow('was changed meanwhile');
    expect(await world.text('from/a')).toBe('a');
  });

  test('takes back what was done when one fails', async () => {
    const world = await createWorld({ 'a.txt': 'a', 'closed/b.txt': 'b' });
    await world.open('a.txt');
    // The first is made in the editor; meanwhile there is no place for the second any more.
    world.window.beforeApply = async () => {
      world.window.beforeApply = null;
      await rm(world.path('closed'), { recursive: true });
      await world.write('closed', 'a file');
    };
    const made = world.change('p', [
      { type: 'write', path: 'a.txt', text: 'new' },
      { type: 'create', path: 'closed/c.txt', text: 'c' },
    ]);
    await expect(made).rejects.toMatchObject({ code: expect.stringMatching(/^file-/) });
    expect(world.window.documents.get(world.path('a.txt'))).toEqual({ text: 'a', isEdited: false });
    expect([await world.text('a.txt'), await world.text('closed')]).toEqual(['a', 'a file']);
  });
});

describe('an open document', () => {
  test('is read as the editor has it, and a clean one is changed there and saved', async () => {
    const world = await createWorld({ 'a.txt': 'one\r\n' });
    await world.open('a.txt');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'two\n' }]);
    expect(world.window.documents.get(world.path('a.txt'))).toEqual({ text: 'two\r\n', isEdited: false });
    expect(await world.text('a.txt')).toBe('two\r\n');
    const told = world.events.filter((event) => event.type === 'document-changed');
    expect(told).toMatchObject([
      { path: world.path('a.txt'), document: { ok: true, value: { text: 'two\r\n', lineEnding: 'crlf' } } },
    ]);
    // A step of that turn in the editor; what takes it back is the person's.
    await world.service.review.restore('thread', 'p', false);
    const asked = world.events.flatMap((event) => (event.type === 'buffer-request' ? [event.request] : []));
    const turns = asked.flatMap((request) => (request.type === 'apply' ? [request.turn] : []));
    expect(turns).toEqual(['p', undefined]);
  });

  test('with unsaved edits stays unsaved, and the disk is not touched', async () => {
    const world = await createWorld({ 'a.txt': 'disk\n' });
    await world.open('a.txt', 'typed\n');
    expect(await world.service.readText(world.path('a.txt'))).toBe('typed\n');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'typed\nmodel\n', expected: 'typed\n' }]);
    expect(world.window.documents.get(world.path('a.txt'))?.text).toBe('typed\nmodel\n');
    expect(await world.text('a.txt')).toBe('disk\n');
    expect(await world.service.review.restore('thread', 'p', false)).toEqual({
      ok: true,
      value: { type: 'restored', fileCount: 1 },
    });
    expect(world.window.documents.get(world.path('a.txt'))?.text).toBe('typed\n');
    expect(await world.text('a.txt')).toBe('disk\n');
  });

  test('with unsaved edits is as on the disk after a crash, and there is nothing to restore', async () => {
    const world = await createWorld({ 'a.txt': 'disk\n' });
    await world.open('a.txt', 'typed\n');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'model\n' }]);
    const next = await world.restart();
    expect((await next.service.review.review('thread')).files).toEqual([]);
    expect(await next.service.review.restore('thread', 'p', false)).toEqual({
      ok: true,
      value: { type: 'restored', fileCount: 0 },
    });
    await next.service.review.reject('thread', null, false);
    expect(await next.text('a.txt')).toBe('disk\n');
  });

  test('with unsaved edits is not deleted', async () => {
    const world = await createWorld({ 'a.txt': 'disk' });
    await world.open('a.txt', 'typed');
    await expect(world.change('p', [{ type: 'delete', path: 'a.txt' }])).rejects.toThrow(
      'changes in the editor that are not saved',
    );
  });

  test('follows the disk first when another program wrote to it a moment ago', async () => {
    const world = await createWorld({ 'a.txt': 'old\n' });
    await world.open('a.txt');
    await world.write('a.txt', 'by a command\n');
    expect(await world.service.readText(world.path('a.txt'))).toBe('by a command\n');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'by a command\nand the model\n' }]);
    expect(await world.text('a.txt')).toBe('by a command\nand the model\n');
  });

  test('in which something was typed meanwhile is left alone, and what was done by then is taken back', async () => {
    const world = await createWorld({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await world.open('b.txt');
    world.window.nextApply = { type: 'changed' };
    const made = world.change('p', [
      { type: 'write', path: 'a.txt', text: 'new\n' },
      { type: 'write', path: 'b.txt', text: 'new\n' },
    ]);
    await expect(made).rejects.toMatchObject({ code: 'file-changed' });
    expect([await world.text('a.txt'), await world.text('b.txt')]).toEqual(['a\n', 'b\n']);
    expect((await world.service.review.review('thread')).files).toEqual([]);
  });

  test('whose saving fails is taken back in the editor', async () => {
    const world = await createWorld({ 'a.txt': 'a\n' });
    await world.open('a.txt');
    // Another program writes between the editor's answer and the save.
    world.window.beforeApply = () => world.write('a.txt', 'theirs\n');
    await expect(world.change('p', [{ type: 'write', path: 'a.txt', text: 'model\n' }])).rejects.toMatchObject({
      code: 'file-changed',
    });
    expect(await world.text('a.txt')).toBe('theirs\n');
    expect(await world.service.readText(world.path('a.txt'))).toBe('theirs\n');
  });

  test('of a window that does not answer fails in a sentence, with nothing done', async () => {
    const world = await createWorld({ 'a.txt': 'a' });
    await world.open('a.txt');
    world.window.isSilent = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const failed = expect(world.change('p', [{ type: 'write', path: 'a.txt', text: 'b' }])).rejects.toMatchObject({
      code: 'timeout',
      message: 'The editor did not answer what it holds of “a.txt”. Nothing was changed.',
    });
    await vi.waitFor(() => expect(world.events.map(({ type }) => type)).toContain('buffer-request'));
    vi.advanceTimersByTime(10_000);
    await failed;
    expect(await world.text('a.txt')).toBe('a');
  });

  test('is followed when it or its directory moves', async () => {
    const world = await createWorld({ 'src/a.txt': 'a' });
    await world.open('src/a.txt', 'typed');
    await world.change('p', [{ type: 'move', path: 'src', to: 'lib' }]);
    expect(world.window.documents.get(world.path('lib/a.txt'))?.text).toBe('typed');
    expect(await world.text('lib/a.txt')).toBe('a');
    await world.service.review.restore('thread', 'p', false);
    expect([...world.window.documents.keys()]).toEqual([world.path('src/a.txt')]);
  });

  test('that is open by a link is changed in the editor too', async () => {
    const world = await createWorld({ 'a.txt': 'a' });
    await symlink('a.txt', world.path('link.txt'));
    await world.open('link.txt');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'b' }]);
    expect(world.window.documents.get(world.path('link.txt'))?.text).toBe('b');
    expect(await world.text('a.txt')).toBe('b');
  });
});

describe('a restore', () => {
  const restored = (fileCount: number) => ({ ok: true, value: { type: 'restored', fileCount } });

  test('brings back what was edited, created, deleted and moved in all turns from that one on', async () => {
    const world = await createWorld();
    await world.write('a.txt', 'a0', 0o640);
    await world.write('gone/b.txt', 'b0', 0o755);
    await symlink('b.txt', world.path('gone/link'));
    await mkdir(world.path('gone/empty'));
    await world.write('m.txt', 'm0');
    await world.change('p1', [{ type: 'write', path: 'a.txt', text: 'a1' }]);
    const before = await treeOf(world.root);
    await world.change('p2', [
      { type: 'write', path: 'a.txt', text: 'a2' },
      { type: 'delete', path: 'gone' },
      { type: 'create', path: 'x/y/z.txt', text: 'z' },
    ]);
    await world.change('p2', [{ type: 'move', path: 'm.txt', to: 'x/m.txt' }]);
    await world.change('p3', [{ type: 'write', path: 'x/m.txt', text: 'm1' }]);
    const after = await treeOf(world.root);
    expect((await world.service.review.review('thread')).checkpoints).toEqual([
      { promptId: 'p1', fileCount: 1 },
      { promptId: 'p2', fileCount: 6 },
      { promptId: 'p3', fileCount: 1 },
    ]);
    expect(await world.service.review.restore('thread', 'p2', false)).toEqual(restored(5));
    expect(await treeOf(world.root)).toEqual(before);
    expect(await world.service.review.review('thread')).toMatchObject({
      checkpoints: [{ promptId: 'p1' }],
      files: [{ path: world.path('a.txt') }],
      canUndoRestore: true,
      undone: 'p2',
    });
    // Also after the app was started anew.
    const next = await world.restart();
    expect(await next.service.review.undoRestore('thread')).toEqual({ ok: true, value: null });
    expect(await treeOf(world.root)).toEqual(after);
    expect((await next.service.review.review('thread')).checkpoints).toHaveLength(3);
    expect(await next.service.review.restore('thread', 'p1', false)).toEqual(restored(5));
    expect((await treeOf(world.root))['a.txt']).toBe('640 a0');
  });

  test('asks first when a file was changed since by others, also between two turns', async () => {
    const world = await createWorld({ 'a.txt': 'a0', 'b.txt': 'b0' });
    await world.change('p1', [
      { type: 'write', path: 'a.txt', text: 'a1' },
      { type: 'write', path: 'b.txt', text: 'b1' },
    ]);
    await world.write('a.txt', 'mine');
    await world.write('b.txt', 'mine too');
    await world.change('p2', [{ type: 'write', path: 'b.txt', text: 'b2' }]);
    expect(await world.service.review.restore('thread', 'p1', false)).toEqual({
      ok: true,
      value: { type: 'changed-since', paths: [world.path('a.txt'), world.path('b.txt')] },
    });
    expect(await world.text('a.txt')).toBe('mine');
    expect(await world.service.review.restore('thread', 'p2', false)).toEqual(restored(1));
    expect(await world.text('b.txt')).toBe('mine too');
    expect(await world.service.review.restore('thread', 'p1', true)).toEqual(restored(2));
    expect([await world.text('a.txt'), await world.text('b.txt')]).toEqual(['a0', 'b0']);
    expect(await world.service.review.undoRestore('thread')).toMatchObject({ ok: true });
    expect([await world.text('a.txt'), await world.text('b.txt')]).toEqual(['mine', 'mine too']);
    expect(await world.service.review.undoRestore('thread')).toMatchObject({ ok: false });
  });

  test('is not undone over later changes of the person', async () => {
    const world = await createWorld({ 'a.txt': 'a0' });
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'a1' }]);
    await world.service.review.restore('thread', 'p', false);
    await world.write('a.txt', 'mine');
    expect(await world.service.review.undoRestore('thread')).toMatchObject({
      ok: false,
      failure: { code: 'file-changed', message: expect.stringContaining('“a.txt”') },
    });
    expect(await world.text('a.txt')).toBe('mine');
  });

  test('leaves a folder of the person that has the name of a file by now, and says so where it is in the way', async () => {
    const world = await createWorld({ 'old.txt': 'old' });
    await world.change('p', [
      { type: 'write', path: 'old.txt', text: 'by the model' },
      { type: 'write', path: 'new.txt', text: 'by the model' },
    ]);
    for (const name of ['old.txt', 'new.txt']) {
      await rm(world.path(name));
      await mkdir(world.path(name));
    }
    await world.write('old.txt/mine', 'mine');
    expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({
      failure: { message: '“old.txt” is a folder by now, with something in it. Move it elsewhere, then try again.' },
    });
    expect(await world.text('old.txt/mine')).toBe('mine');
    await rm(world.path('old.txt'), { recursive: true });
    expect(await world.service.review.restore('thread', 'p', true)).toEqual(restored(1));
    expect(await world.text('old.txt')).toBe('old');
    expect((await stat(world.path('new.txt'))).isDirectory()).toBe(true);
  });

  test('that finds all as it was already is the turn’s, and can be undone', async () => {
    const world = await createWorld({ 'a.txt': 'a0' });
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'a1' }]);
    await world.service.review.reject('thread', null, false);
    expect(await world.service.review.restore('thread', 'p', false)).toEqual(restored(0));
    expect((await world.service.review.review('thread')).checkpoints).toEqual([]);
    const next = await world.restart();
    expect((await next.service.review.review('thread')).checkpoints).toEqual([]);
    expect(await next.service.review.undoRestore('thread')).toEqual({ ok: true, value: null });
    expect(await next.service.review.review('thread')).toMatchObject({ checkpoints: [{}], canUndoRestore: false });
    expect(await world.text('a.txt')).toBe('a0');
  });

  test('leaves what is in a directory of the model and not its', async () => {
    const world = await createWorld();
    await world.change('p', [{ type: 'create', path: 'new/a.txt', text: 'a' }]);
    await world.write('new/mine.txt', 'mine');
    expect(await world.service.review.restore('thread', 'p', false)).toEqual(restored(1));
    expect(Object.keys(await treeOf(world.root))).toEqual(['new', 'new/mine.txt']);
  });

  test('of a turn that was answered again goes back to where its present answer began', async () => {
    const world = await createWorld({ 'a.txt': 'a0' });
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'a1' }]);
    await world.service.review.restore('thread', 'p', false);
    await world.write('a.txt', 'mine');
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'a2' }]);
    expect(await world.service.review.restore('thread', 'p', false)).toEqual(restored(1));
    expect(await world.text('a.txt')).toBe('mine');
  });

  test('says so when what was there is damaged, and does nothing by halves', async () => {
    const world = await createWorld({ 'a.txt': 'a0', 'b.txt': 'b0' });
    await world.change('p', [
      { type: 'write', path: 'a.txt', text: 'a1' },
      { type: 'write', path: 'b.txt', text: 'b1' },
    ]);
    const blobs = join(world.userData, 'checkpoints', 'blobs');
    for (const name of await readdir(blobs, { recursive: true })) {
      const path = join(blobs, name);
      if ((await readFile(path, 'utf8').catch(() => '')) === 'b0') await writeFile(path, 'damaged');
    }
    expect(await world.service.review.restore('thread', 'p', false)).toMatchObject({
      ok: false,
      failure: { code: 'file-failed', message: expect.stringContaining('“b.txt”') },
    });
    expect([await world.text('a.txt'), await world.text('b.txt')]).toEqual(['a1', 'b1']);
  });

  test('has nothing left when the thread is gone for good', async () => {
    const world = await createWorld({ 'a.txt': 'a0' });
    await world.change('p', [{ type: 'write', path: 'a.txt', text: 'a1' }]);
    await world.service.forget('thread');
    const next = await world.restart();
    expect((await next.service.review.review('thread')).checkpoints).toEqual([]);
    expect(
      Object.values(await treeOf(join(world.userData, 'checkpoints'))).filter((one) => !one.startsWith('directory')),
    ).toEqual([]);
  });
});
