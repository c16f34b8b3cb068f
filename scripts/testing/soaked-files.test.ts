import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../src/main/testing/temporary-folder.ts';
import { root } from '../setup/project.mjs';
import { soakedFiles } from './soaked-files.mjs';

test('a soak runs unit tests that have a full length and end-to-end tests that are left to it, and no other file', async () => {
  const folder = await temporaryFolder();
  const files = {
    'src/a/long.test.ts': 'lengthOf(1, 2)',
    'src/a/short.test.ts': 'lengthOfNothing()',
    'src/a/no-test.ts': 'lengthOf(1, 2)',
    'resources/extensions/x/long.test.ts': 'lengthOf(1, 2)',
    'e2e/a/long.spec.ts': "test('title', { tag: '@soak' }, async",
    'e2e/a/short.spec.ts': "test('title', async",
    'e2e/support/help.ts': "{ tag: '@soak' }",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(soakedFiles(folder)).toEqual({
    unit: ['src/a/long.test.ts', 'resources/extensions/x/long.test.ts'],
    e2e: ['e2e/a/long.spec.ts'],
  });
});

test('the project has some of both kinds', () => {
  const { unit, e2e } = soakedFiles(root);
  expect([unit.length > 0, e2e.length > 0]).toEqual([true, true]);
});
