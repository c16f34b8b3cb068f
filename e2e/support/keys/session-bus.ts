import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SessionBus {
  /** Value of DBUS_SESSION_BUS_ADDRESS. */
  readonly address: string;
  /** Folder of the bus, with a short path; removed with it. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** A message bus without services, other than those that it can start from `<folder>/*.service`. */
export async function startSessionBus(): Promise<SessionBus> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-bus-'));
  const config = join(folder, 'bus.conf');
  await writeFile(
    config,
    `<busconfig><type>session</type><listen>unix:dir=${folder}</listen><auth>EXTERNAL</auth><servicedir>${folder}</servicedir><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>\n`,
  );
  const daemon = spawn('dbus-daemon', ['--nofork', '--print-address=1', `--config-file=${config}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(daemon, 'exit');
  const [line] = await once(daemon.stdout, 'data');
  return {
    address: String(line).trim(),
    folder,
    async stop() {
      daemon.kill();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
