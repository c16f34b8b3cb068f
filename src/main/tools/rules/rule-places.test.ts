import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyTrustedFolder, type ToolRule } from '../../../shared/contract/tool.ts';
import { writeFiles } from '../../testing/temporary-folder.ts';
import { type Ask, toolSetting } from '../called-tool.fixture.ts';
import { tellPlaceless } from './rule-places.ts';

const exec =
  (line: string, cwd = '.') =>
  (ask: Ask) =>
    ask('call.exec', { command: line, cwd }).then(({ output }) => output);
const write = (path: string) => (ask: Ask) =>
  ask('call.change', { changes: [{ type: 'write', path, text: 'new' }] }).then(String);

/** The minimal files of a git repository. */
const writeRepository = (folder: string, config: string) =>
  writeFiles(folder, { 'objects/': '', 'refs/': '', HEAD: 'ref: refs/heads/main\n', config });

/** Two projects, of which a person trusts some. @param names the trusted ones */
async function setUp(...names: ('project' | 'other')[]) {
  const its = await toolSetting({ 'sub/a': 'a' }, { isTrusted: async (folder) => trusted.has(folder) });
  const other = writeFiles(join(its.outside, 'other'), { './': '' });
  const trusted = new Set(names.map((name) => join(its.outside, name)));
  const rule = (more: Partial<ToolRule>) =>
    void its.rules.push({ effect: 'command', pattern: 'true', decision: 'allow', ...more });
  /** Whether a call leads to a question. */
  const isAsked = async (script: (ask: Ask) => unknown, folder: string | null = its.root) => {
    const call = its.start(script, { folder });
    const first = await call.asked().then(
      () => true,
      () => false,
    );
    if (first) call.decide('deny');
    await call.done;
    return first;
  };
  return { ...its, other, trusted, rule, isAsked };
}

describe('a rule that allows', () => {
  test('holds in its folder and in no other, be both trusted', async () => {
    const { root, other, rule, isAsked } = await setUp('project', 'other');
    rule({ folder: root });
    rule({ folder: root, effect: 'change', pattern: '**' });
    for (const script of [exec('true'), write('x')]) {
      expect(await isAsked(script)).toBe(false);
      expect(await isAsked(script, other)).toBe(true);
    }
    // A folder is identified by its real path.
    await symlink(root, join(other, 'link'));
    expect(await isAsked(exec('true'), join(other, 'link'))).toBe(false);
  });

  test('for every trusted folder holds in those', async () => {
    const { root, other, rule, isAsked } = await setUp('project');
    rule({ folder: everyTrustedFolder });
    rule({ folder: everyTrustedFolder, effect: 'change', pattern: '**' });
    for (const script of [exec('true'), write('x')]) {
      expect(await isAsked(script, root)).toBe(false);
      expect(await isAsked(script, other)).toBe(true);
    }
  });

  test('of a command holds in the folder where it runs, and not in one below', async () => {
    const { root, rule, isAsked } = await setUp('project');
    rule({ folder: root });
    rule({ folder: everyTrustedFolder });
    expect(await isAsked(exec('true', 'sub'))).toBe(true);
    rule({ folder: join(root, 'sub') });
    expect(await isAsked(exec('true', 'sub'))).toBe(false);
  });

  test('of a command holds for a line that first goes to its folder, and is shown as what runs there', async () => {
    const { root, rule, isAsked, start } = await setUp('project');
    rule({ folder: root });
    const line = 'cd sub && true';
    expect(await isAsked(exec(line))).toBe(true);
    rule({ folder: join(root, 'sub') });
    expect(await isAsked(exec(line))).toBe(false);
    for (const other of [
      'cd sub; true',
      'cd sub || true',
      'cd .. && true',
      'cd - && true',
      'cd $HOME && true',
      'cd none && true',
    ]) {
      expect(await isAsked(exec(other)), other).toBe(true);
    }
    const shown = start(exec('cd sub && echo a'));
    expect((await shown.asked()).effect).toMatchObject({ line: 'echo a', cwd: 'sub' });
    shown.decide('deny');
    await shown.done;
  });

  test('from before rules had a folder holds nowhere, and a person is told', async () => {
    const { rules, rule, isAsked } = await setUp('project');
    expect(tellPlaceless(rules)).toBeNull();
    rule({});
    expect(await isAsked(exec('true'))).toBe(true);
    expect(tellPlaceless(rules)).toContain('you are asked again');
  });
});

test('nothing runs unasked in a folder that is not trusted, whatever was allowed', async () => {
  const { root, rule, isAsked, start } = await setUp();
  rule({ folder: root });
  rule({ folder: everyTrustedFolder });
  rule({ folder: root, effect: 'run', pattern: 'toolbox:*' });
  expect(await isAsked(exec('true'))).toBe(true);
  const call = start(exec('true'));
  expect(await call.asked()).toMatchObject({ where: { folder: root, isWhole: true, isTrusted: false } });
  for (const decision of [{ type: 'always', patterns: ['true'], place: 'folder' }, 'allow-thread'] as const) {
    await expect(call.decide(decision)).rejects.toThrow('do not trust');
  }
  call.decide('allow-once');
  await call.done;
  expect(await isAsked(exec('true'))).toBe(true);
});

test('trust that is given or taken while a question is open counts when it is answered', async () => {
  const { root, trusted, start } = await setUp();
  const [one, other] = [start(exec('true')), start(exec('true'))];
  await Promise.all([one.asked(), other.asked()]);
  trusted.add(root);
  await one.decide('allow-thread');
  expect((await Promise.all([one.done, other.done])).map(({ type }) => type)).toEqual(['done', 'done']);
  trusted.clear();
  const late = start(exec('true'));
  await late.asked();
  await expect(late.decide('allow-thread')).rejects.toThrow('do not trust');
  late.decide('deny');
  await late.done;
});

test('what a person always allows is kept for the folder, or for every trusted one where they choose so', async () => {
  const { root, rules, start } = await setUp('project');
  for (const place of ['folder', 'every-trusted'] as const) {
    const call = start(exec(`echo ${place}`));
    await call.asked();
    call.decide({ type: 'always', patterns: [`echo ${place}`], place });
    await call.done;
  }
  const below = start(exec('true', 'sub'));
  expect(await below.asked()).toMatchObject({ where: { folder: join(root, 'sub'), isWhole: false } });
  await expect(below.decide({ type: 'always', patterns: ['true'], place: 'every-trusted' })).rejects.toThrow(
    'that folder alone',
  );
  below.decide({ type: 'never', patterns: ['true'], place: 'folder' });
  await below.done;
  expect(rules).toEqual([
    { effect: 'command', pattern: 'echo folder', decision: 'allow', folder: root },
    { effect: 'command', pattern: 'echo every-trusted', decision: 'allow', folder: everyTrustedFolder },
    { effect: 'command', pattern: 'true', decision: 'deny', folder: join(root, 'sub') },
  ]);
});

test('a rule that denies holds in its folder wherever it is looked at from, and everywhere without one', async () => {
  const { root, other, outside, rule, once, start } = await setUp('project', 'other');
  rule({ effect: 'read', decision: 'deny', pattern: 'sub/**', folder: root });
  const reads = (path: string) => (ask: Ask) => ask('call.readText', { path });
  expect(await once(reads('sub/a'))).toMatchObject({ type: 'denied' });
  expect(await start(reads(join(root, 'sub/a')), { folder: other }).done).toMatchObject({ type: 'denied' });
  expect(await start(reads('project/sub/a'), { folder: outside }).done).toMatchObject({ type: 'denied' });
  expect(await start(reads('a'), { folder: join(root, 'sub') }).done).toMatchObject({ type: 'denied' });
  rule({ decision: 'deny' });
  expect(await start(exec('true'), { folder: other }).done).toMatchObject({ type: 'denied' });
});

describe.runIf(process.platform !== 'win32')('a folder in which git runs what somebody put there', () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, stdio: 'pipe', env: { PATH: process.env.PATH, HOME: '/nowhere' } });
  const prepared = async () => {
    const its = await setUp('project');
    const mark = join(its.outside, 'ran');
    const program = join(its.outside, 'program');
    await writeFile(program, `#!/bin/sh\ntouch '${mark}'\n`);
    await chmod(program, 0o755);
    const allow = (folder: string) => its.rule({ pattern: 'git status', folder });
    return { ...its, mark, program, allow };
  };

  test('because files that were committed have the form of a repository is asked for', async () => {
    const { root, mark, program, allow, isAsked } = await prepared();
    git(root, 'init', '-q');
    const bare = join(root, 'sub', 'kept');
    writeRepository(bare, `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = ${program}\n`);
    for (const folder of [root, bare, join(bare, 'refs')]) allow(folder);
    expect(await isAsked(exec('git status'))).toBe(false);
    expect(existsSync(mark)).toBe(false);
    for (const cwd of ['sub/kept', 'sub/kept/refs']) expect(await isAsked(exec('git status', cwd)), cwd).toBe(true);
    expect(existsSync(mark)).toBe(false);
    // Without the check, git would run the program.
    git(bare, 'status');
    expect(existsSync(mark)).toBe(true);
  });

  test('because of the settings of a repository that lies there is asked for', async () => {
    const { root, program, allow, isAsked, outside } = await prepared();
    git(root, 'init', '-q');
    const sub = join(root, 'sub');
    git(sub, 'init', '-q', '.');
    allow(sub);
    expect(await isAsked(exec('git status', 'sub'))).toBe(false);
    for (const [key, value] of [
      ['core.fsmonitor', program],
      ['core.hooksPath', '.'],
      ['diff.x.textconv', program],
      ['filter.x.clean', program],
      ['include.path', 'x'],
      ['remote.o.url', 'ext::sh -c x'],
      ['alias.x', '!x'],
    ] as const) {
      git(sub, 'config', key, value);
      expect(await isAsked(exec('git status', 'sub')), key).toBe(true);
      git(sub, 'config', '--unset', key);
    }
    await writeFile(join(sub, '.git/hooks/post-index-change'), '');
    expect(await isAsked(exec('git status', 'sub'))).toBe(true);
    await rm(join(sub, '.git'), { recursive: true });
    git(outside, 'init', '-q', 'elsewhere');
    await writeFile(join(sub, '.git'), 'gitdir: ../../elsewhere/.git\n');
    expect(await isAsked(exec('git status', 'sub'))).toBe(true);
  });

  test('in whatever way the repository is laid out', async () => {
    const { root, mark, program, isAsked, rule } = await prepared();
    git(root, 'init', '-q');
    const settings = `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = ${program}\n`;
    const real = join(root, 'real');
    writeRepository(real, settings);
    const layouts: Record<string, (folder: string) => void> = {
      // Settings and objects lie elsewhere.
      linked(folder) {
        writeFiles(folder, { HEAD: 'ref: refs/heads/main\n', commondir: '../real\n' });
      },
      'linked from .git'(folder) {
        writeRepository(join(folder, '.git'), '[core]\nbare = false\n');
        writeFiles(folder, { '.git/commondir': '../../real\n' });
      },
      // Git skips a folder that is no repository.
      'beside an empty .git'(folder) {
        writeRepository(folder, settings);
        writeFiles(folder, { '.git/': '' });
      },
      'with a command for a submodule'(folder) {
        writeRepository(join(folder, '.git'), '[submodule "x"]\n\tupdate = !touch P\n');
      },
    };
    for (const [name, lay] of Object.entries(layouts)) {
      const folder = join(root, name.replaceAll(/\W/g, '-'));
      lay(folder);
      rule({ pattern: 'git status', folder });
      expect(await isAsked(exec('git status', folder)), name).toBe(true);
    }
    const below = writeFiles(join(root, 'beside-an-empty--git', 'in'), { '.git/': '' });
    rule({ pattern: 'git status', folder: below });
    expect(await isAsked(exec('git status', below))).toBe(true);
    expect(existsSync(mark)).toBe(false);
    // Without the check, git would run the program.
    git(below, 'status');
    expect(existsSync(mark)).toBe(true);
  });

  test('but a submodule, a working tree and the repository of the folder itself are the person’s own', async () => {
    const { root, program, allow, isAsked } = await prepared();
    git(root, 'init', '-q');
    git(root, 'config', 'core.hooksPath', '.husky');
    git(root, 'config', 'diff.x.textconv', program);
    git(root, '-c', 'user.name=n', '-c', 'user.email=e', 'commit', '-q', '--allow-empty', '-m', 'one');
    git(root, 'worktree', 'add', '-q', 'tree');
    for (const folder of [root, join(root, 'tree')]) allow(folder);
    for (const cwd of ['.', 'tree']) expect(await isAsked(exec('git status', cwd)), cwd).toBe(false);
    // Also when the folder itself is a worktree.
    const its = await prepared();
    git(its.outside, 'init', '-q', 'elsewhere');
    const elsewhere = join(its.outside, 'elsewhere');
    git(elsewhere, '-c', 'user.name=n', '-c', 'user.email=e', 'commit', '-q', '--allow-empty', '-m', 'one');
    git(elsewhere, 'worktree', 'add', '-q', join(its.root, 'own'));
    await rename(join(its.root, 'own', '.git'), join(its.root, '.git'));
    its.allow(its.root);
    expect(await its.isAsked(exec('git status'))).toBe(false);
  });
});
