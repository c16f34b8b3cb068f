import { expect, test } from 'vitest';
import { causeOf } from './start-cause.ts';

test.each([
  [
    'a missing module',
    "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module '/a/dist/index.js'\n    at Module._load\n\nNode.js v24.1.0",
    "Cannot find module '/a/dist/index.js'.",
  ],
  [
    'an import of one',
    "    throw new ERR_MODULE_NOT_FOUND(\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'x' imported from /a.js",
    "Cannot find package 'x' imported from /a.js.",
  ],
  [
    'an unpublished version',
    'npm error code ETARGET\nnpm error notarget No matching version found for bird@9.9.9.\nnpm error A complete log of this run can be found in: /x',
    'this version is not published (bird@9.9.9).',
  ],
  [
    'a missing module of Python',
    'Traceback (most recent call last):\n  File "a.py", line 1\nModuleNotFoundError: No module named \'bird\'',
    "No module named 'bird'.",
  ],
  ['a missing command', '/opt/agent: 3: node: not found', '/opt/agent: 3: node: not found.'],
  ['nothing of it', 'Starting\nDone', ''],
])('the cause of an end is found: %s', (_, text, cause) => {
  expect(causeOf(text.split('\n'))).toBe(cause);
});
