import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CpuProfile } from './cpu-profile.ts';

/** How many profiles are kept. */
export const keptProfiles = 10;

const suffix = '.cpuprofile';
/** Its end is the time, so that files sort by it whatever host they are of. */
const named = /-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.cpuprofile$/;

/** Saves a profile as a file that DevTools open, and removes the oldest beyond `keptProfiles`. @returns its path */
export async function saveProfile(
  folder: string,
  hostId: string,
  profile: CpuProfile,
  at: Date = new Date(),
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${safeName(hostId)}-${at.toISOString().replaceAll(/[:.]/g, '-')}${suffix}`);
  // Shows what ran on this computer: for its owner alone.
  await writeFile(path, JSON.stringify(profile), { mode: 0o600 });
  await removeOldest(folder);
  return path;
}

async function removeOldest(folder: string): Promise<void> {
  const timed = (await readdir(folder)).flatMap((name) => {
    const time = named.exec(name)?.[1];
    return time === undefined ? [] : [{ name, time }];
  });
  const newestFirst = timed.toSorted((a, b) => (a.time < b.time ? 1 : -1));
  // One that cannot be removed now is tried again at the next profile.
  await Promise.allSettled(newestFirst.slice(keptProfiles).map(({ name }) => rm(join(folder, name))));
}

/** An id of a host may hold what a file system takes for something else. */
function safeName(hostId: string): string {
  const name = hostId.replaceAll(/[^a-z0-9._-]+/gi, '_').replace(/^\.+/, '_');
  return name.slice(0, 80) || 'host';
}
