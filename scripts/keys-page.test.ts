import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Command, commands, panelSelector, treeSelector } from '../src/renderer/app/commands/command-table.ts';
import { formatKey } from '../src/renderer/app/commands/keys.ts';

const written = (keys: readonly string[], isMac: boolean): string =>
  keys.map((key) => `\`${formatKey(key, isMac)}\``).join(', ');

function row({ title, keys, macKeys = keys, within }: Command): string {
  const where =
    within === undefined
      ? ''
      : within.startsWith(panelSelector)
        ? 'in the panel'
        : within === treeSelector
          ? 'in the files'
          : 'in the text';
  return `| ${title} | ${written(keys, false)} | ${written(macKeys, true)} | ${where} |`;
}

test('the page of keys names every command with the keys that it has', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'keys.md'), 'utf8');
  const table = ['| command | Windows and Linux | Mac | |', '|---|---|---|---|', ...Object.values(commands).map(row)];
  expect(page).toContain(`\n${table.join('\n')}\n`);
});
