import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillTemplate, readTemplate } from '../../src/main/context/template-text.ts';
import { partsOf } from '../../src/main/tools/shell-parts.ts';
import { builtInCommands } from '../../src/renderer/agent/composer/built-in-commands.ts';

/** What docs/agent.md tells people, held to what the app does. */
const page = readFileSync(join(import.meta.dirname, '../../docs/agent.md'), 'utf8');

test('the prompt template of the page does what the page says of it', () => {
  const [, snippet = ''] = /```markdown\n([\s\S]*?)```/.exec(page) ?? [];
  const { description, argument, body } = readTemplate(snippet);
  expect([description, argument]).toEqual(['Reviews a file', '<path>']);
  expect(fillTemplate(body, 'src/a.ts')).toBe('Review src/a.ts for mistakes. Begin with the worst.');
});

test('chains are judged as the page says', () => {
  const [, chain = ''] = /In a chain such as `([^`]+)`/.exec(page) ?? [];
  const judged = partsOf(chain, 'linux');
  expect([judged.parts, judged.warning]).toEqual([['npm test', 'rm -rf out'], undefined]);
  const [, hidden = ''] =
    /a line that hides what it runs or writes \(([^)]*\)[^)]*)\)\sis always asked for/.exec(page) ?? [];
  expect(hidden).toBe('`$(…)`, redirections, `bash -c`, `npx`, `git -c`, `awk` with `system`');
  const lines = ['echo $(id)', 'echo a > b', "bash -c 'id'", 'npx x', 'git -c a=!b x', "awk 'BEGIN{system(1)}'"];
  for (const line of lines) {
    expect(partsOf(line, 'linux').warning, line).toBeDefined();
  }
});

test('the page names the commands that there are', () => {
  const named = [...page.matchAll(/^\| `\/([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(builtInCommands.map(({ name }) => name).toSorted());
});
