import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { workspaceContains } from './workspace-contains.ts';

async function create(...files: string[]) {
  const root = await temporaryFolder(Object.fromEntries(files.map((name) => [name, ''])));
  const write = (name: string, text = '') => writeFiles(root, { [name]: text });
  const never = new AbortController().signal;
  return { root, write, contains: (...globs: string[]) => workspaceContains(root, globs, never) };
}

describe('what a workspace contains', () => {
  test('is found by path, and by glob at any depth', async () => {
    const { contains } = await create('Cargo.toml', 'src/deep/er/main.rs', 'docs/index.md');
    expect(await contains('Cargo.toml')).toBe(true);
    expect(await contains('src/deep')).toBe(true);
    expect(await contains('cargo.lock')).toBe(false);
    expect(await contains('**/*.rs')).toBe(true);
    expect(await contains('src/*.rs')).toBe(false);
    expect(await contains('*.py', 'nope', 'docs/*.{html,md}')).toBe(true);
    expect(await contains()).toBe(false);
    // A glob names files.
    expect(await contains('src/d*')).toBe(false);
  });

  test('is nothing outside of it', async () => {
    const { root, contains } = await create('work/a.txt', 'secret.txt');
    const inside = (...globs: string[]) => workspaceContains(join(root, 'work'), globs, new AbortController().signal);
    expect(await contains('secret.txt')).toBe(true);
    for (const glob of ['../secret.txt', join(root, 'secret.txt'), '../*.txt', 'a/../../secret.txt', '', '\0']) {
      expect([glob, await inside(glob)]).toEqual([glob, false]);
    }
  });

  test('leaves out for a glob what git leaves out, and other people’s code', async () => {
    const { root, write, contains } = await create('build/x.gen', 'node_modules/p/x.gen', '.git/x.gen', 'a/x.log');
    write('.gitignore', 'build/\n*.log\n');
    // A file in an excluded folder cannot be included again.
    write('build/.gitignore', '!x.gen\n');
    expect(await contains('**/*.gen')).toBe(false);
    expect(await contains('**/*.log')).toBe(false);
    expect(await contains('build/x.gen')).toBe(true);
    // Neither are links to folders followed: they may lead out, or in a circle.
    symlinkSync(root, join(root, 'a/self'));
    expect(await contains('a/self/**/x.*')).toBe(false);
    write('kept/x.gen');
    expect(await contains('**/*.gen')).toBe(true);
  });

  test('is not looked for after the caller has stopped', async () => {
    const { root } = await create(`${'a/'.repeat(400)}x.txt`);
    const stop = new AbortController();
    const found = workspaceContains(root, ['**/*.txt'], stop.signal);
    stop.abort();
    expect(await found).toBe(false);
    expect(await workspaceContains(root, ['**/*.txt'], AbortSignal.abort())).toBe(false);
  });

  test('of a folder that cannot be read is nothing', async () => {
    const { root } = await create();
    const never = new AbortController().signal;
    expect(await workspaceContains(join(root, 'nowhere'), ['**/*', 'x'], never)).toBe(false);
  });
});
