import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileChange } from '../../shared/contract/extension-api/extension-tool-call.ts';
import { treeOf } from '../changes/changes-world.fixture.ts';
import { type Script, toolSetting } from './called-tool.fixture.ts';

const files = {
  'src/a.ts': 'a',
  'src/sub/b.ts': 'b',
  '.git/config': '[core]',
  '.outrigger/x': 'x',
  'lib/.git/hooks/h': 'h',
};

async function setUp(data: string[] = []) {
  const protectedPaths: string[] = [];
  const its = await toolSetting(files, { protectedPaths });
  protectedPaths.push(...data.map((path) => join(its.outside, path)));
  await mkdir(join(its.outside, 'data/threads'), { recursive: true });
  await writeFile(join(its.outside, 'secret'), 'secret');
  await symlink('.git', join(its.root, 'git-link'));
  await symlink('..', join(its.root, 'up'));
  // Allows everything that a rule can allow.
  its.rule('change', 'allow', '**', '/**');
  its.rule('read', 'allow', '/**');
  const change = (...changes: FileChange[]) =>
    its.once(async (ask) => {
      await ask('call.change', { changes });
      return 'changed';
    });
  return { ...its, change };
}

describe('what no rule can allow to be changed', () => {
  test.each([
    '.git/hooks/pre-commit',
    '.git',
    '.GIT/config',
    '.git./config',
    '.g\u200Cit/config',
    'GIT~1/config',
    'git-link/config',
    'up/project/.git/config',
    'src/../.git/config',
    'lib/.git/hooks/h',
    '.outrigger/x',
    '.outrigger/extensions/x/main.js',
    '../other/.git/config',
    '../data/threads/x.jsonl',
  ])('%j is changed by no call, and nothing is made beside it', async (path) => {
    const { change, outside } = await setUp(['data']);
    const before = await treeOf(outside);
    const attempts: FileChange[] = [
      { type: 'write', path, text: 'x' },
      { type: 'create', path: `${path}-new/../${path.split('/').at(-1)}`, text: 'x' },
      { type: 'create-directory', path: `${path}/x` },
      { type: 'delete', path },
      { type: 'move', path: 'src/a.ts', to: path },
      { type: 'move', path, to: 'src/z' },
    ];
    for (const attempt of attempts) {
      const state = await change(attempt);
      expect(state.type, attempt.type).toMatch(/^(?:denied|failed)$/);
      if (attempt.type !== 'create')
        expect(state).toMatchObject({
          type: 'denied',
          reason: expect.stringMatching(/tools may read and not change|is data of the app/),
        });
    }
    expect(await treeOf(outside)).toEqual(before);
  });

  test('is the open folder itself, what holds it, and what holds a part of it that is kept', async () => {
    const { change, outside, root } = await setUp(['project/src/sub']);
    for (const path of ['.', '../project', 'src/..', 'up/project', outside, '/', 'lib', 'src']) {
      for (const one of [
        { type: 'delete', path },
        { type: 'move', path, to: 'x' },
      ] as const) {
        expect(await change(one), path).toMatchObject({
          type: 'denied',
          reason: expect.stringMatching(/is the open folder, or holds it|holds data of the app|lies in \.git/),
        });
      }
    }
    expect(await readFile(join(root, 'src/sub/b.ts'), 'utf8')).toBe('b');
  });

  test('is not what only resembles it', async () => {
    const { change, root } = await setUp(['data']);
    for (const path of ['.gitignore', '.github/x', 'git/x', '../data-of-mine/x']) {
      expect(await change({ type: 'create', path, text: 'x' }), path).toMatchObject({ type: 'done' });
    }
    expect(await readFile(join(root, '.gitignore'), 'utf8')).toBe('x');
  });
});

describe('what moves or is deleted', () => {
  test('is judged with all that is in it', async () => {
    const { change, rule, root } = await setUp();
    rule('change', 'deny', 'src/sub/b.ts');
    for (const one of [
      { type: 'delete', path: 'src' },
      { type: 'move', path: 'src', to: 'new' },
    ] as const) {
      expect(await change(one)).toMatchObject({ type: 'denied', reason: expect.stringContaining('src/sub/b.ts') });
    }
    rule('change', 'deny', 'kept/**');
    expect(await change({ type: 'move', path: 'src/a.ts', to: 'kept/a.ts' })).toMatchObject({ type: 'denied' });
    expect(await change({ type: 'move', path: 'src/a.ts', to: 'new/a.ts' })).toMatchObject({ type: 'done' });
    expect(await readFile(join(root, 'new/a.ts'), 'utf8')).toBe('a');
  });

  test('is suggested as it is shown, one pattern for each path, before what goes further', async () => {
    const its = await toolSetting({ 'src/sub/a': 'a', 'src/sub/[b]{c}': 'b' });
    const call = its.start(async (ask) =>
      String(await ask('call.change', { changes: [{ type: 'delete', path: 'src/sub' }] })),
    );
    const { effect, patterns = [] } = await call.asked();
    const paths = effect?.type === 'change' ? effect.changes.map(({ path }) => path) : [];
    expect(paths.toSorted()).toEqual(['src/sub', 'src/sub/[b]{c}', 'src/sub/a']);
    expect(patterns.slice(0, 3)).toEqual(paths.map((path) => path.replace('[', '[[]').replace(/[{}]/g, '?')));
    expect(patterns.slice(3)).toEqual(['src/**']);
    // These patterns suffice for exactly this change.
    call.decide({ type: 'always', patterns: patterns.slice(0, 3), place: 'folder' });
    expect((await call.done).type).toBe('done');
    await mkdir(join(its.root, 'src/sub'));
    for (const name of ['a', '[b]{c}']) await writeFile(join(its.root, 'src/sub', name), name);
    const again = its.start(async (ask) =>
      String(await ask('call.change', { changes: [{ type: 'delete', path: 'src/sub' }] })),
    );
    expect((await again.done).type).toBe('done');
    expect(again.types()).not.toContain('waiting');
  });

  test('does not take away what may not be read', async () => {
    const { change, rule, root } = await setUp();
    rule('read', 'deny', 'src/sub/**');
    expect(await change({ type: 'move', path: 'src', to: 'new' })).toMatchObject({ type: 'denied' });
    expect(await change({ type: 'move', path: 'src/sub/b.ts', to: 'b.ts' })).toMatchObject({ type: 'denied' });
    expect(await change({ type: 'delete', path: 'src/sub/b.ts' })).toMatchObject({ type: 'done' });
    expect(await readdir(join(root, 'src'))).toContain('a.ts');
  });

  test('is a link as a link, which no other change goes through', async () => {
    const { change, outside, root } = await setUp();
    await symlink(outside, join(root, 'src/link'));
    expect(
      await change({ type: 'move', path: 'src/link', to: 'dir' }, { type: 'write', path: 'dir/secret', text: 'x' }),
    ).toMatchObject({ type: 'failed', reason: expect.stringContaining('A link can only be moved') });
    expect(
      await change({ type: 'move', path: 'src', to: 'dir' }, { type: 'write', path: 'dir/link/secret', text: 'x' }),
    ).toMatchObject({ type: 'failed', reason: expect.stringContaining('A link can only be moved') });
    expect(await change({ type: 'delete', path: 'src/link' })).toMatchObject({ type: 'done' });
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
  });
});

describe('a path', () => {
  test('outside the folder is shown as it really is, and what is allowed for the folder is not for it', async () => {
    const its = await toolSetting(files);
    await writeFile(join(its.outside, 'secret'), 'secret');
    await symlink('../secret', join(its.root, 'link'));
    its.rule('change', 'allow', '**');
    for (const path of ['../secret', join(its.outside, 'secret'), 'link', 'src/../../secret']) {
      const call = its.start(async (ask) =>
        String(await ask('call.change', { changes: [{ type: 'write', path, text: 'x' }] })),
      );
      expect((await call.asked()).effect).toMatchObject({ changes: [{ path: join(its.outside, 'secret') }] });
      call.stop();
      await call.done;
    }
  });

  test('is refused in a sentence when it is none, or no folder is open', async () => {
    const { change } = await setUp();
    expect(await change({ type: 'write', path: 'a\0b', text: '' })).toMatchObject({
      reason: expect.stringMatching(/no path has/),
    });
    await expect(
      (async () => {
        const { start } = await toolSetting();
        const script: Script = (ask) => ask('call.change', { changes: [{ type: 'write', path: 'a', text: '' }] });
        return start(script, { folder: null }).done;
      })(),
    ).resolves.toEqual({ type: 'failed', reason: 'No folder is open. Open one, then try again.' });
  });
});

const rewrite = (path: string) => ({ changes: [{ type: 'write', path, text: 'new' } as const] });

describe('what a call changes', () => {
  test('is allowed only when all of it is', async () => {
    const its = await toolSetting({ 'src/a': '1', 'lib/b': '1' });
    its.rule('change', 'allow', 'src/**');
    const both = { changes: [...rewrite('src/a').changes, ...rewrite('lib/b').changes] };
    const call = its.start(async (ask) => String(await ask('call.change', both)));
    expect((await call.asked()).patterns).toEqual(['src/a', 'lib/b', 'src/**', 'lib/**']);
    its.rule('change', 'deny', 'lib/b');
    const denied = await its.once((ask) => ask('call.change', both));
    expect(denied).toMatchObject({ type: 'denied' });
    expect(await readFile(join(its.root, 'src/a'), 'utf8')).toBe('1');
  });

  test('is where links lead when it is asked, and not where they lead by then', async () => {
    const its = await toolSetting({ 'src/a': '1' });
    await writeFile(join(its.outside, 'secret'), 'secret');
    await symlink(join(its.outside, 'secret'), join(its.root, 'src/link'));
    its.rule('change', 'allow', 'src/**');
    const call = its.start(async (ask) => String(await ask('call.change', rewrite('src/link'))));
    expect(await call.asked()).toMatchObject({
      effect: { changes: [{ path: join(its.outside, 'secret') }] },
      // The content of the folder outside is unknown, so it is not suggested.
      patterns: [join(its.outside, 'secret')],
    });
    call.stop();
    await call.done;

    const swapped = its.start(async (ask) => String(await ask('call.change', rewrite('new/file'))));
    await swapped.asked();
    await symlink(its.outside, join(its.root, 'new'));
    swapped.decide('allow-once');
    expect(await swapped.done).toMatchObject({ reason: '“new/file” leads to another place by now.' });
    expect(await readFile(join(its.outside, 'secret'), 'utf8')).toBe('secret');
  });
});

describe('a question about changes', () => {
  test('leaves out nothing that was asked for, however much goes with it', async () => {
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [`gen/${n}.txt`, 'x\n']));
    const its = await toolSetting({ ...many, 'package.json': '{}\n' });
    const call = its.start(async (ask) => {
      const text = 'a\n'.repeat(80_000);
      await ask('call.change', {
        changes: [
          { type: 'delete', path: 'gen' },
          { type: 'create', path: 'big.txt', text },
          { type: 'write', path: 'package.json', text: 'other\n' },
        ],
      });
      return 'changed';
    });
    const { effect } = await call.asked();
    const shown = effect?.type === 'change' ? effect.changes : [];
    expect(shown.find(({ path }) => path === 'gen')).toMatchObject({ kind: 'delete' });
    expect(shown.find(({ path }) => path === 'big.txt')).toMatchObject({ isCut: true });
    expect(shown.find(({ path }) => path === 'package.json')).toMatchObject({
      patch: '@@ -1,1 +1,1 @@\n-{}\n+other\n',
      isCut: false,
    });
    call.decide('deny');
    await call.done;
  });

  test('is not asked when there is no more room to show what it is about', async () => {
    const its = await toolSetting();
    its.rule('change', 'allow', '*.txt');
    const call = its.start(async (ask) => {
      for (let n = 0; n < 9; n += 1) {
        await ask('call.change', { changes: [{ type: 'create', path: `${n}.txt`, text: 'a\n'.repeat(30_000) }] });
      }
      return 'changed';
    });
    expect(await call.done).toMatchObject({ type: 'failed', reason: expect.stringContaining('in several calls') });
    expect((await readdir(its.root)).sort()).toEqual([0, 1, 2, 3, 4].map((n) => `${n}.txt`));
  });

  test('is judged by so many files and no more, however often a folder is named', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`gen/${n}.txt`, 'x\n']));
    const its = await toolSetting(many);
    its.rule('change', 'deny', 'secret/**', '**/.env');
    const changes = Array.from({ length: 200 }, (_, n) => ({ type: 'move' as const, path: 'gen', to: `to-${n}` }));
    expect(await its.once((ask) => ask('call.change', { changes }))).toMatchObject({
      type: 'failed',
      reason: expect.stringContaining('more than 5,000 files'),
    });
  });
});
