import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatKey } from '../src/renderer/base/commands/keys.ts';
import {
  type AppCommand,
  appCommands,
  commandTable,
  defaultKeysOf,
  partNames,
} from '../src/shared/contract/app-commands.ts';

const written = (command: AppCommand, isMac: boolean): string =>
  defaultKeysOf(command, isMac)
    .map((key) => `\`${formatKey(key, isMac)}\``)
    .join(', ');

function line(command: AppCommand): string {
  const { title, within } = commandTable[command];
  return `| ${title} | ${written(command, false)} | ${written(command, true)} | ${within ? partNames[within] : ''} |`;
}

test('the page of keys names every command with the keys that it has', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'keys.md'), 'utf8');
  const table = ['| command | Windows and Linux | Mac | |', '|---|---|---|---|', ...appCommands.map(line)];
  expect(page).toContain(`\n${table.join('\n')}\n`);
});
