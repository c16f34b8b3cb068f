import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { FolderSnapshot } from './checkpoints/folder-snapshot.ts';
import { createRunningCommands } from './running-commands.ts';

const running = [{ threadId: 't', promptId: 'p' }];
const snapshot = (look: string | null, at = 1): FolderSnapshot => ({
  ...{ root: '/project', at, snapshots: new Map(), ignored: new Set(), inodes: new Set() },
  ...{ tooLarge: new Set(), unreadable: new Set(), isCut: false, look },
});

async function kept() {
  const directory = join(await temporaryFolder(), 'running');
  const commands = createRunningCommands(directory);
  onTestFinished(commands.synced);
  const files = async () => (await readdir(directory)).filter((name) => name !== 'commands.json');
  return { ...commands, directory, files };
}

test('of a folder in which nothing changed, what a command found is not written again for the next', async () => {
  const { save, prepare, read, files, directory } = await kept();
  await prepare(snapshot('a'));
  const [file = ''] = await files();
  const written = await readFile(join(directory, file), 'utf8');
  await save([{ snapshot: snapshot('a', 5), running }]);
  expect(await files()).toEqual([file]);
  expect(await readFile(join(directory, file), 'utf8')).toBe(written);
  expect(await read()).toMatchObject([{ commands: running, snapshot: { at: 5 } }]);
  await save([]);
  expect([await files(), await read()]).toEqual([[file], null]);
});

test('of what was found before, the last few stay, and never what no look finds again', async () => {
  const { save, read, files } = await kept();
  for (let at = 0; at < 20; at++) {
    await save([{ snapshot: snapshot(`look ${at}`), running }]);
    await save([]);
  }
  expect(await files()).toHaveLength(8);
  await save([{ snapshot: snapshot(null), running }]);
  expect(await read()).toHaveLength(1);
  await save([]);
  expect((await files()).length).toBeLessThanOrEqual(8);
  // What runs is needed, however many there are.
  await save(Array.from({ length: 12 }, (_, at) => ({ snapshot: snapshot(`folder ${at}`), running })));
  expect([await read(), await files()]).toMatchObject([{ length: 12 }, { length: 12 }]);
});

test('files that somebody has deleted are written again', async () => {
  const { save, read, directory } = await kept();
  await save([{ snapshot: snapshot('a'), running }]);
  await rm(directory, { recursive: true });
  await save([{ snapshot: snapshot('a'), running }]);
  expect(await read()).toHaveLength(1);
});
