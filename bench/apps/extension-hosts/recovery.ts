import type { ModuleHostKind } from '../../../src/shared/contract/extensions/host-kind.ts';
import { openBareHost } from './bare-host.ts';
import { openOurHost } from './our-host.ts';
import type { Seen } from './seen.ts';

/** One round: every host is a new one, so this is its first crash, after which it comes back at once. */
export async function measureRecovery(): Promise<Seen[]> {
  const bareProcess = await taken(openBareHost.process);
  const ourProcess = await recovery('process');
  const barePage = await taken(openBareHost.worker);
  const worker = await recovery('worker');
  return [
    { name: 'process host', value: ourProcess, floor: bareProcess },
    { name: 'worker host', value: worker, floor: bareProcess },
    { name: 'worker host, over a bare page', value: worker, floor: barePage },
  ];
}

/** From the kill to the first call that succeeds. */
async function recovery(kind: ModuleHostKind): Promise<number> {
  const host = await openOurHost(kind);
  const { pid } = host;
  return taken(async () => {
    process.kill(pid, 'SIGKILL');
    await host.succeed();
    if (host.pid === pid) throw new Error('the process that was killed answered');
    return host;
  });
}

/** The next one starts when this one is gone: they would share the cores. */
async function taken(start: () => Promise<{ stop(): Promise<void> }>): Promise<number> {
  const started = performance.now();
  const host = await start();
  const milliseconds = performance.now() - started;
  await host.stop();
  return milliseconds;
}
