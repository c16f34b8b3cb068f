import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MuteKeyring {
  /** What DBUS_SESSION_BUS_ADDRESS wants. */
  readonly address: string;
  /** A file that exists as soon as somebody has asked. */
  readonly asked: string;
  stop(): Promise<void>;
}

/** A session bus on which the keyring is started on demand and never gets ready, as while it asks for its password. */
export async function startMuteKeyring(): Promise<MuteKeyring> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-bus-'));
  const asked = join(folder, 'asked');
  const config = join(folder, 'bus.conf');
  await writeFile(
    join(folder, 'org.freedesktop.secrets.service'),
    `[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/sh -c 'touch ${asked}; exec sleep 30'\n`,
  );
  await writeFile(
    config,
    `<busconfig><type>session</type><listen>unix:dir=${folder}</listen><auth>EXTERNAL</auth><servicedir>${folder}</servicedir><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>\n`,
  );
  const daemon = spawn('dbus-daemon', ['--nofork', '--print-address=1', `--config-file=${config}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(daemon.stdout, 'data');
  return {
    address: String(line).trim(),
    asked,
    async stop() {
      const ended = once(daemon, 'exit');
      daemon.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
