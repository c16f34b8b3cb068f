import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ask, toolSetting } from './called-tool.fixture.ts';

const files = {
  'src/a.ts': 'find me',
  'src/b.ts': 'find me',
  'secret/key.txt': 'find me',
  'env/.env': 'find me',
  '.git/config': '',
};

async function setUp() {
  const its = await toolSetting(files, {
    diagnostics: async (path) =>
      (path === null ? ['src/a.ts', 'secret/key.txt'].map((one) => join(its.root, one)) : [path]).map((one) => ({
        path: one,
        line: 1,
        column: 1,
        severity: 'error',
        message: 'wrong',
      })),
  });
  const asking = async (task: (ask: Ask) => Promise<unknown>) => {
    const state = await its.once(async (ask) => JSON.stringify(await task(ask)));
    return state.type === 'done' ? JSON.parse(state.output) : state;
  };
  return { ...its, asking };
}

describe('a call reads the folder without asking', () => {
  test('texts, listings, names, lines and diagnostics', async () => {
    const { asking } = await setUp();
    expect(await asking((ask) => ask('call.readText', { path: 'src/a.ts' }))).toBe('find me');
    expect(await asking((ask) => ask('call.list', { path: '' }))).toEqual(
      ['.git', 'env', 'secret', 'src'].map((name) => ({ name, kind: 'directory' })),
    );
    expect(await asking((ask) => ask('call.list', { path: './src' }))).toHaveLength(2);
    expect(await asking((ask) => ask('call.find', { glob: '**/*.ts', limit: 10 }))).toEqual(['src/a.ts', 'src/b.ts']);
    expect(await asking((ask) => ask('call.search', { query: { text: 'find me', glob: 'src/**' } }))).toMatchObject({
      matches: [{ path: 'src/a.ts' }, { path: 'src/b.ts' }],
    });
    expect(await asking((ask) => ask('call.diagnostics', { path: 'src/b.ts' }))).toMatchObject([{ path: 'src/b.ts' }]);
    expect(await asking((ask) => ask('call.diagnostics', {}))).toMatchObject([
      { path: 'src/a.ts' },
      { path: 'secret/key.txt' },
    ]);
  });

  test('and hears what is wrong in sentences', async () => {
    const { asking } = await setUp();
    const failed = (reason: string) => ({ type: 'failed', reason: expect.stringContaining(reason) });
    expect(await asking((ask) => ask('call.readText', { path: 'none' }))).toEqual(failed('“none” does not exist'));
    expect(await asking((ask) => ask('call.list', { path: 'none' }))).toEqual(failed('does not exist'));
    expect(await asking((ask) => ask('call.list', { path: 'src/a.ts' }))).toEqual(failed('could not be listed'));
    expect(await asking((ask) => ask('call.diagnostics', { path: 'none' }))).toEqual(failed('does not exist'));
    expect(await asking((ask) => ask('call.search', { query: { text: '(', isRegex: true } }))).toEqual(
      failed('refused'),
    );
  });

  test('but not what lies outside it, wherever the path says it is', async () => {
    const its = await setUp();
    await writeFile(join(its.outside, 'other'), 'other');
    await symlink('../other', join(its.root, 'link'));
    for (const path of ['../other', 'link', join(its.outside, 'other')]) {
      const call = its.start((ask) => ask('call.readText', { path }));
      expect(await call.asked()).toMatchObject({ effect: { type: 'read', path: join(its.outside, 'other') } });
      call.decide('allow-once');
      expect(await call.done).toMatchObject({ output: 'other', effect: { type: 'read' } });
    }
    const listing = its.start(async (ask) => JSON.stringify(await ask('call.list', { path: '..' })));
    expect(await listing.asked()).toMatchObject({ effect: { type: 'read', path: its.outside } });
  });
});

describe('what a rule keeps from being read', () => {
  test('is in no answer at all', async () => {
    const { asking, rule, root } = await setUp();
    await symlink('secret', join(root, 'alias'));
    rule('read', 'deny', 'secret', '**/.env');
    rule('read', 'allow', '**');
    const denied = { type: 'denied', reason: expect.stringContaining('never read') };
    for (const path of [
      'secret/key.txt',
      'SECRET/key.txt',
      'alias/key.txt',
      './src/../secret/key.txt',
      'env/.env',
      'alias',
    ]) {
      expect(await asking((ask) => ask('call.readText', { path })), path).toEqual(denied);
    }
    expect(await asking((ask) => ask('call.list', { path: 'secret' }))).toEqual(denied);
    expect(await asking((ask) => ask('call.list', { path: 'env' }))).toEqual([]);
    expect(await asking((ask) => ask('call.list', { path: '' }))).not.toContainEqual({
      name: 'secret',
      kind: 'directory',
    });
    expect(await asking((ask) => ask('call.find', { glob: '**', limit: 100 }))).toEqual(['src/a.ts', 'src/b.ts']);
    expect(await asking((ask) => ask('call.search', { query: { text: 'find me' } }))).toMatchObject({
      matches: [{ path: 'src/a.ts' }, { path: 'src/b.ts' }],
    });
    expect(await asking((ask) => ask('call.diagnostics', {}))).toMatchObject([{ path: 'src/a.ts' }]);
  });

  test('is not told by what a limit leaves out', async () => {
    const { asking, rule } = await setUp();
    rule('read', 'deny', 'secret', '**/.env');
    expect(await asking((ask) => ask('call.find', { glob: '**', limit: 2 }))).toEqual(['src/a.ts', 'src/b.ts']);
    const found = (text: string) => asking((ask) => ask('call.search', { query: { text, limit: 2 } }));
    expect(await found('find me')).toMatchObject({
      matches: [{ path: 'src/a.ts' }, { path: 'src/b.ts' }],
      isPartial: false,
    });
  });

  test('or asks for, is in no search, and is asked for by its name', async () => {
    const its = await setUp();
    its.rule('read', 'ask', 'secret/**');
    expect(await its.asking((ask) => ask('call.find', { glob: 'secret/*', limit: 100 }))).toEqual(['secret/key.txt']);
    expect(await its.asking((ask) => ask('call.search', { query: { text: 'find', glob: 'secret/**' } }))).toMatchObject(
      { matches: [] },
    );
    const call = its.start((ask) => ask('call.readText', { path: 'secret/key.txt' }));
    expect((await call.asked()).patterns).toEqual(['secret/key.txt', 'secret/**']);
    call.decide('allow-once');
    expect(await call.done).toMatchObject({ output: 'find me' });
  });

  test('is kept where a link changes while it is asked', async () => {
    const its = await setUp();
    await mkdir(join(its.outside, 'free'));
    await writeFile(join(its.outside, 'free/x'), 'free');
    const call = its.start((ask) => ask('call.readText', { path: '../free/y/x' }));
    await call.asked();
    await symlink(join(its.root, 'secret'), join(its.outside, 'free/y'));
    call.decide('allow-once');
    expect(await call.done).toMatchObject({
      type: 'failed',
      reason: expect.stringContaining('leads to another place'),
    });
  });
});
