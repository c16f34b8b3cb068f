import { expect, test } from 'vitest';
import { pathOfCode } from './path-of-code.ts';

test.each([
  ['ts', 'src/a.ts', '', 'src/a.ts'],
  ['ts', 'title="src/my file.ts" {1,3}', '', 'src/my file.ts'],
  ['ts', '{1,3} file=src/a.ts', '', 'src/a.ts'],
  ['ts:src/a.ts', '', '', 'src/a.ts'],
  ['src/a.ts', '', '', 'src/a.ts'],
  ['ts', '', '// src/a.ts\nconst a = 1;', 'src/a.ts'],
  ['python', '', '# File: lib/tool.py\nx = 1', 'lib/tool.py'],
  ['html', '', '<!-- index.html -->\n<p>', 'index.html'],
  ['css', '', '/* src/app/base.css */\na {}', 'src/app/base.css'],
  ['ts', 'src/a.ts:12', '', 'src/a.ts'],
  ['make', '', '# Makefile\nall:', 'Makefile'],
])('%s %s names its file', (language, info, code, path) => {
  expect(pathOfCode(language, info, code, 'posix')).toBe(path);
});

test.each([
  ['ts', '', '// Adds two numbers.\nconst a = 1;'],
  ['ts', '', '// see https://example.com/a.ts\n'],
  ['ts', 'showLineNumbers', 'const a = 1;'],
  ['', '', '#include <stdio.h>\n'],
  ['sh', '', '#!/bin/sh\n'],
  ['ts', '', `// ${'a'.repeat(400)}.ts`],
  ['js', 'javascript:alert(1)', ''],
])('%s %s %s names none', (language, info, code) => {
  expect(pathOfCode(language, info, code, 'posix')).toBeUndefined();
});
