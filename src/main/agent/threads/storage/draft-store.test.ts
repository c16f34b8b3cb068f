import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { createDraftStore } from './draft-store.ts';

const id = '00000000-0000-4000-8000-000000000001';

async function create() {
  const directory = await temporaryFolder();
  const problems: string[] = [];
  const start = () => createDraftStore({ directory }, ({ message }) => problems.push(message));
  return { directory, problems, start, files: () => readdirSync(join(directory, 'drafts')) };
}

test('a draft is on disk once it is kept, and is there for the next start', async () => {
  const { directory, start, files } = await create();
  const drafts = start();
  expect(await drafts.of(id)).toEqual({ text: '', images: [] });
  await drafts.keep(id, 'Half a sen');
  expect(readFileSync(join(directory, 'drafts', `${id}.txt`), 'utf8')).toBe('Half a sen');
  expect((await start().of(id)).text).toBe('Half a sen');
  await drafts.keep(id, '');
  expect(files()).toEqual([]);
  expect((await start().of(id)).text).toBe('');
});

test('of several that come at once the last one counts', async () => {
  const { start, files } = await create();
  const drafts = start();
  for (const text of ['a', 'ab', '', 'abc']) void drafts.keep(id, text);
  expect((await drafts.of(id)).text).toBe('abc');
  await drafts.close();
  expect((await start().of(id)).text).toBe('abc');
  expect(files()).toEqual([`${id}.txt`]);
});

test('its images are kept with it, until they are gone; what is no image in their file is as none', async () => {
  const { directory, start, files } = await create();
  const image = { mediaType: 'image/png', data: 'AAAA', width: 1, height: 1 } as const;
  const drafts = start();
  await drafts.keep(id, 'Look', [image]);
  await drafts.keep(id, 'Look here');
  for (const each of [drafts, start()]) expect(await each.of(id)).toEqual({ text: 'Look here', images: [image] });
  expect(files().sort()).toEqual([`${id}.images.json`, `${id}.txt`]);
  await drafts.keep(id, 'Look here', []);
  expect(files()).toEqual([`${id}.txt`]);
  for (const broken of ['[{', '[{"data":"<svg>"}]', '"text"']) {
    writeFileSync(join(directory, 'drafts', `${id}.images.json`), broken);
    expect(await start().of(id)).toEqual({ text: 'Look here', images: [] });
  }
});

test('what is no id of a thread never becomes a path', async () => {
  const { directory, start } = await create();
  const drafts = start();
  writeFileSync(join(directory, 'secret.txt'), 'secret');
  await drafts.keep('../secret', 'mine');
  expect((await drafts.of('../secret')).text).toBe('');
  expect(readFileSync(join(directory, 'secret.txt'), 'utf8')).toBe('secret');
});

test('a draft that cannot be written stays in memory, and is told of', async () => {
  const { directory, problems, start } = await create();
  writeFileSync(join(directory, 'drafts'), 'in the way');
  const drafts = start();
  await drafts.keep(id, 'text');
  expect(problems).toHaveLength(1);
  expect((await drafts.of(id)).text).toBe('text');
});
