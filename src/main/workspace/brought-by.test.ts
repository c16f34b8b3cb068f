import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { broughtBy } from './brought-by.ts';

test.each([
  ['.outrigger/extensions/hello.lua', ['extensions']],
  ['.outrigger/after/extensions/hello.lua', ['extensions']],
  ['AGENTS.md', ['rules']],
  ['.outrigger/prompts/review.md', ['prompts']],
  ['.outrigger/prompts/notes.txt', []],
  ['.outrigger/skills/tests/SKILL.md', ['skills']],
  ['.agents/skills/tests/SKILL.md', ['skills']],
  ['.outrigger/agents/reviewer.agent.md', ['agents']],
  ['src/main.ts', []],
])('a folder with %s brings %j', async (path, brought) => {
  const folder = await temporaryFolder();
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), '');
  expect(await broughtBy(folder)).toEqual(brought);
});
