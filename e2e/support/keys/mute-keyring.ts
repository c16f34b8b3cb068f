import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SessionBus, startSessionBus } from './session-bus.ts';

export interface MuteKeyring extends SessionBus {
  /** A file that is created at the first request. */
  readonly asked: string;
}

/** A session bus whose keyring is started on demand and never becomes ready, as while it asks for its password. */
export async function startMuteKeyring(): Promise<MuteKeyring> {
  const bus = await startSessionBus();
  const asked = join(bus.folder, 'asked');
  // The bus reads its folder again when it is asked for an unknown service.
  await writeFile(
    join(bus.folder, 'org.freedesktop.secrets.service'),
    `[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/sh -c 'touch ${asked}; exec sleep 30'\n`,
  );
  return { ...bus, asked };
}
