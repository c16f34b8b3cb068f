import { expect, test } from 'vitest';
import { addressInCode, pathInCode } from './path-code.ts';

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
  for (const path of [
    'Makefile',
    'Dockerfile',
    'LICENSE',
    'LICENSE-MIT',
    'CODEOWNERS',
    '.github/CODEOWNERS',
    'app/(shop)/page.tsx',
    'app/(.)photo/[id]/page.tsx',
    'src/(a) b.ts',
    'routes/$id.tsx',
    'users.$id.tsx',
    '[slug]/page.tsx',
    '[...all]/+page.svelte',
  ]) {
    expect(pathInCode(path, 'posix'), path).toEqual({ kind: 'file', path });
  }
  expect(pathInCode('app/(shop)/page.tsx:12', 'posix')).toMatchObject({ path: 'app/(shop)/page.tsx', line: 12 });
});

test('a name without an ending is one when it is known, or has a folder and a line', () => {
  expect(pathInCode('Makefile:3', 'posix')).toEqual({ kind: 'file', path: 'Makefile', line: 3 });
  expect(pathInCode('Dockerfile:3-8', 'win32')).toEqual({ kind: 'file', path: 'Dockerfile', line: 3, endLine: 8 });
  expect(pathInCode('src/Makefile:3:1', 'posix')).toEqual({ kind: 'file', path: 'src/Makefile', line: 3, column: 1 });
  expect(pathInCode('bin/run:12', 'posix')).toEqual({ kind: 'file', path: 'bin/run', line: 12 });
  for (const code of ['localhost:3000', 'tel:12', 'javascript:1', 'bin/run', 'a:1', '/run:12'])
    expect(pathInCode(code, 'posix'), code).toBeNull();
});

test('an address of the web is one, and a pattern of addresses is none', () => {
  for (const url of ['https://example.org/x', 'http://localhost:3000/a?b=c#d'])
    expect(addressInCode(` ${url} `, 'posix')).toEqual({ kind: 'web', url });
  for (const code of [
    'example.org',
    'https://',
    'https://a.test/{id}',
    'https://*.a.test/',
    'https://a.test/x y',
    'https://good.test@evil.test/',
    'curl https://a.test',
    'ftp://a.test/',
  ])
    expect(addressInCode(code, 'posix'), code).toBeNull();
});

test('a link that is wrapped in backticks names its file', () => {
  expect(pathInCode('[@a.ts (3:9)](file:///p/a.ts#L3:9)', 'posix')).toEqual({
    kind: 'file',
    path: '/p/a.ts',
    line: 3,
    column: 9,
  });
  expect(pathInCode('[the parser](<src/parser.ts:4>)', 'posix')).toEqual({
    kind: 'file',
    path: 'src/parser.ts',
    line: 4,
  });
  for (const link of ['[a](https://a.test/b.ts)', '[a](javascript:b.ts)', '[a]()', 'x[a](b.ts)']) {
    expect(pathInCode(link, 'posix'), link).toBeNull();
  }
});

test('other code names no file', () => {
  for (const code of [
    '',
    'parse()',
    'expect(a).toBe',
    'list(a/b)',
    'GET',
    'NODE_ENV',
    '{a}/b.ts',
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
