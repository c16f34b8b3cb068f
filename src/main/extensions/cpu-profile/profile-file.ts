import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CpuProfile } from './cpu-profile.ts';

/** Number of profiles kept. */
export const keptProfiles = 10;

const suffix = '.cpuprofile';
/** The name ends with the time, so that files of all hosts sort by it. */
const named = /-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.cpuprofile$/;

/** Saves a profile for DevTools, and removes the oldest beyond `keptProfiles`. @returns the path of the file */
export async function saveProfile(
  folder: string,
  hostId: string,
  profile: CpuProfile,
  at: Date = new Date(),
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${safeName(hostId)}-${at.toISOString().replaceAll(/[:.]/g, '-')}${suffix}`);
  // Readable by its owner only: it shows what ran on this computer.
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
  // A file that cannot be removed now is tried again after the next profile.
  await Promise.allSettled(newestFirst.slice(keptProfiles).map(({ name }) => rm(join(folder, name))));
}

/** A host's id made safe as part of a file name. */
function safeName(hostId: string): string {
  const name = hostId.replaceAll(/[^a-z0-9._-]+/gi, '_').replace(/^\.+/, '_');
  return name.slice(0, 80) || 'host';
}
