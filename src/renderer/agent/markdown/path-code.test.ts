import { expect, test } from 'vitest';
import type { FileState, LinkEnvironment } from './link-environment.ts';
import { inspectOnce, pathInCode } from './path-code.ts';

test('code that reads as the path of a file is one, with its place', () => {
  expect(pathInCode('src/a.ts:12', 'posix')).toEqual({ kind: 'file', path: 'src/a.ts', line: 12 });
  expect(pathInCode('a.ts:12:3', 'posix')).toEqual({ kind: 'file', path: 'a.ts', line: 12, column: 3 });
  expect(pathInCode('./docs/the guide.md#L3-L8', 'posix')).toEqual({
    kind: 'file',
    path: './docs/the guide.md',
    line: 3,
    endLine: 8,
  });
  expect(pathInCode('src/[id]/page.tsx', 'posix')?.path).toBe('src/[id]/page.tsx');
  expect(pathInCode('src\\a.ts:2', 'win32')).toEqual({ kind: 'file', path: 'src\\a.ts', line: 2 });
  expect(pathInCode('.gitignore', 'posix')?.path).toBe('.gitignore');
  expect(pathInCode('Makefile', 'posix')?.path).toBe('Makefile');
});

test('other code names no file', () => {
  for (const code of [
    '',
    'parse()',
    'a = b.c;',
    'and/or',
    '--flag',
    'https://a.test/b.ts',
    'npm run a && b.ts',
    '*.ts',
    '1.5',
    'src/',
  ]) {
    expect(pathInCode(code, 'posix'), code).toBeNull();
  }
});

test('the same path is asked for once, and again when asking failed', async () => {
  let count = 0;
  let answer: () => Promise<FileState> = () => Promise.reject(new Error('gone'));
  const environment: LinkEnvironment = {
    platform: 'posix',
    root: '/p',
    openFile: () => {},
    openAddress: () => {},
    inspect: () => {
      count++;
      return answer();
    },
  };
  await expect(inspectOnce(environment, 'a.ts')).rejects.toThrow('gone');
  answer = async () => 'file';
  expect(await inspectOnce(environment, 'a.ts')).toBe('file');
  expect(await inspectOnce(environment, 'a.ts')).toBe('file');
  expect(count).toBe(2);
});
