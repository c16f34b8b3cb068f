import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createThemeChoices } from './theme-choices.ts';

const familyOf = (...names: string[]) =>
  JSON.stringify({ themes: names.map((name) => ({ name, appearance: 'dark', style: {} })) });

test('a file of Zed is a choice for each of its themes, any other file is one', async () => {
  const folder = await temporaryFolder({
    'shore.json': familyOf('Night', 'Day', 'Day'),
    'dusk.json': '{ "colors": {} }',
    'broken.json': '{ "themes": [',
    'folder.json/': '',
  });
  const at = (name: string) => join(folder, name);
  const choices = createThemeChoices();
  const all = ['shore.json', 'dusk.json', 'broken.json', 'folder.json', 'gone.json'].map(at);
  expect(await choices(all)).toEqual([
    { value: `${at('shore.json')}#Night`, label: 'Night' },
    { value: `${at('shore.json')}#Day`, label: 'Day' },
    ...['dusk', 'broken', 'folder', 'gone'].map((label) => ({ value: at(`${label}.json`), label })),
  ]);
  await writeFile(at('shore.json'), familyOf('Noon'));
  await utimes(at('shore.json'), 1, 1);
  expect(await choices([at('shore.json')])).toEqual([{ value: `${at('shore.json')}#Noon`, label: 'Noon' }]);
});

test('no more files are looked into than a list is worth, and no name falsifies its look', async () => {
  const big = `{ "x": "${'x'.repeat(1_900_000)}", "themes": [{ "name": "Big", "appearance": "dark", "style": {} }] }`;
  const names = Array.from({ length: 10 }, (_each, index) => `f${index}.json`);
  const folder = await temporaryFolder({
    ...Object.fromEntries(names.map((name) => [name, big])),
    'turned.json': familyOf('Night\u202E', 'Day'),
  });
  const labels = async (files: readonly string[]) =>
    (await createThemeChoices()(files.map((name) => join(folder, name)))).map(({ label }) => label);
  expect((await labels(names)).filter((label) => label === 'Big')).toHaveLength(8);
  expect(await labels(['turned.json'])).toEqual(['Day']);
});
