import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInCommands } from './built-in-commands.ts';

test('docs/agent.md names the commands that there are', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/agent.md'), 'utf8');
  const named = [...page.matchAll(/^\| `\/([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(builtInCommands.map(({ name }) => name).toSorted());
});
