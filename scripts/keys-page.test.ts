import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatKey } from '../src/renderer/base/commands/keys.ts';
import { type CommandRow, commandTable, keysOf, type WindowPart } from '../src/shared/contract/app-commands.ts';

const places: Readonly<Record<WindowPart, string>> = {
  text: 'in the text',
  editor: 'in the text',
  tree: 'in the files',
  panel: 'in the panel',
  'thread-header': 'in the panel',
};

const written = (row: CommandRow, isMac: boolean): string =>
  keysOf(row, isMac)
    .map((key) => `\`${formatKey(key, isMac)}\``)
    .join(', ');

const line = (row: CommandRow): string =>
  `| ${row.title} | ${written(row, false)} | ${written(row, true)} | ${row.within ? places[row.within] : ''} |`;

test('the page of keys names every command with the keys that it has', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'keys.md'), 'utf8');
  const table = [
    '| command | Windows and Linux | Mac | |',
    '|---|---|---|---|',
    ...Object.values(commandTable).map(line),
  ];
  expect(page).toContain(`\n${table.join('\n')}\n`);
});
