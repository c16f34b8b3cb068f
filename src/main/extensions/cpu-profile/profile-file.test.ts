import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { CpuProfile } from './cpu-profile.ts';
import { keptProfiles, saveProfile } from './profile-file.ts';

const profile: CpuProfile = { nodes: [], startTime: 1, endTime: 2, samples: [], timeDeltas: [], from: 'the engine' };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

test('a profile is a file of its host and time that only its owner reads', async () => {
  const folder = join(await temporaryFolder(), 'logs', 'profiles');
  const path = await saveProfile(folder, 'own:steady', profile, at(5));
  expect(path).toBe(join(folder, 'own_steady-2026-01-01T12-05-00-000Z.cpuprofile'));
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(profile);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o077).toBe(0);
});

test.each(['../../etc/passwd', 'a/b\\c', 'x\0y', '.', '..', '', 'n'.repeat(500), 'CON:1'])(
  'the host %j does not lead out of the folder',
  async (hostId) => {
    const folder = await temporaryFolder();
    const path = await saveProfile(folder, hostId, profile);
    expect(dirname(path)).toBe(folder);
    expect(await readdir(folder)).toHaveLength(1);
  },
);

test('the newest are kept, of whatever host, and no other file is touched', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'mine.cpuprofile'), '');
  await mkdir(join(folder, 'kept'));
  for (let minute = 0; minute < keptProfiles + 3; minute += 1) {
    await saveProfile(folder, minute % 2 ? 'a' : 'z', profile, at(minute));
  }
  const names = await readdir(folder);
  expect(names).toHaveLength(keptProfiles + 2);
  expect(names).toEqual(expect.arrayContaining(['mine.cpuprofile', 'kept']));
  expect(names.filter((name) => /T12-0[0-2]/.test(name))).toEqual([]);
});
