import { realpath } from 'node:fs/promises';
import type { ExtensionRoot } from '../../../shared/extensions/file-owner.ts';
import type { HostProcess } from '../hosts/host-process.ts';
import { type Blame, blame } from './blame.ts';
import { type CaptureOptions, captureProfile } from './capture-profile.ts';
import { saveProfile } from './profile-file.ts';

export interface HostProfile extends Blame {
  /** Path of the saved profile. */
  readonly path: string;
}

/**
 * Profiles an unresponsive host, saves the profile and attributes the time. The inspector session is closed in any
 * case.
 * @param folder of the profiles
 * @throws when the host is gone or cannot be profiled
 */
export async function profileHost(
  host: Pick<HostProcess, 'inspect'>,
  hostId: string,
  extensions: readonly ExtensionRoot[],
  folder: string,
  options: CaptureOptions,
): Promise<HostProfile> {
  const session = await host.inspect();
  try {
    const profile = await captureProfile(session, options);
    const path = await saveProfile(folder, hostId, profile);
    return { path, ...blame(profile, await realRoots(extensions), { caseMatters: process.platform === 'linux' }) };
  } finally {
    session.close();
  }
}

/** Real paths of the extensions: the engine names a module by its real path, also when loaded through a link. */
export function realRoots(extensions: readonly ExtensionRoot[]): Promise<ExtensionRoot[]> {
  return Promise.all(
    extensions.map(async ({ id, rootPath }) => ({ id, rootPath: await realpath(rootPath).catch(() => rootPath) })),
  );
}
