import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillTemplate, readTemplate } from '../../src/main/context/roots/template-text.ts';
import { harmlessLook } from '../../src/main/tools/shell/harmless-commands.ts';
import { partsOf } from '../../src/main/tools/shell/shell-parts.ts';
import { builtInCommands } from '../../src/renderer/agent/composer/built-in-commands.ts';

/** Checks the statements of docs/agent.md against the app. */
const page = readFileSync(join(import.meta.dirname, '../../docs/agent.md'), 'utf8');

test('the prompt template of the page does what the page says of it', () => {
  const [, snippet = ''] = /```markdown\n([\s\S]*?)```/.exec(page) ?? [];
  const { description, argument, body } = readTemplate(snippet);
  expect([description, argument]).toEqual(['Reviews a file', '<path>']);
  expect(fillTemplate(body, 'src/a.ts')).toBe('Review src/a.ts for mistakes. Begin with the worst.');
});

test('chains are judged as the page says', () => {
  const textsOf = (line: string) => partsOf(line, 'linux').commands.map(({ text }) => text);
  const [, chain = ''] = /In a chain such as `([^`]+)`/.exec(page) ?? [];
  expect([textsOf(chain), partsOf(chain, 'linux').warning]).toEqual([['npm test', 'rm -rf out'], undefined]);
  const [, unclear = ''] = /no rule allows a line with\s([^:]+?):\sit is always asked for/.exec(page) ?? [];
  expect(unclear.replaceAll('\n', ' ')).toBe('a variable, `$(…)`, `*`, `{a,b}`, `~` or a redirection');
  for (const line of ['ls $x', 'echo $(id)', 'ls *', 'ls {a,b}', 'ls ~', 'echo a > b']) {
    expect(partsOf(line, 'linux').warning, line).toBeDefined();
  }
  const [, starred = ''] = /A star at its end stands for arguments only of commands[^(]*\(([^)]*)\)/.exec(page) ?? [];
  const named = [...starred.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(harmlessLook(name.split(' ')), name).not.toBeNull();
  for (const line of ['npm test', 'bash -c ls', 'npx x']) expect(harmlessLook(line.split(' ')), line).toBeNull();
});

test('the page names the commands that there are', () => {
  const named = [...page.matchAll(/^\| `\/([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(builtInCommands.map(({ name }) => name).toSorted());
});
