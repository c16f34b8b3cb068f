import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatTakes, settingKeys, settingRow } from '../contract/settings/setting-table.ts';

const yes = (is: boolean): string => (is ? 'yes' : 'no');

const lines = settingKeys.map((key) => {
  const { title, takes, default: usual, isOfFolders, isOfLanguages } = settingRow(key);
  const what = takes.kind === 'form' ? 'set on the page' : formatTakes(takes).replace(/^takes /, '');
  return `| \`${key}\`: ${title} | ${what} | \`${JSON.stringify(usual)}\` | ${yes(isOfFolders)} | ${yes(isOfLanguages)} |`;
});

test('docs/settings.md lists every setting as the table has it', async () => {
  const text = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'settings.md'), 'utf8');
  expect(text.split('\n').filter((line) => line.startsWith('| `'))).toEqual(lines);
});
