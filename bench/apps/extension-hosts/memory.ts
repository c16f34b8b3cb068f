import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import { openBareHost } from './bare-host.ts';
import { openOurHost } from './our-host.ts';
import type { Seen } from './seen.ts';

const settledMs = 4_000;
const settledWithinMb = 1;
const limitMs = 60_000;

/** One round. All are there at once, so that what processes share counts in the same parts for each. */
export async function measureMemory(): Promise<Seen[]> {
  const bareProcess = await openBareHost.process();
  const ourProcess = await openOurHost('process');
  const barePage = await openBareHost.worker();
  const worker = await openOurHost('worker');
  const hosts = [bareProcess, ourProcess, barePage, worker];
  await settle(hosts);
  const seen = [
    { name: 'process host', value: megabytesOf(ourProcess.pid), floor: megabytesOf(bareProcess.pid) },
    { name: 'worker host, over a bare page', value: megabytesOf(worker.pid), floor: megabytesOf(barePage.pid) },
  ];
  await Promise.all(hosts.map((host) => host.stop()));
  return seen;
}

/** Waits until none of them has grown or shrunk for a while. */
async function settle(hosts: readonly { readonly pid: number }[]): Promise<void> {
  const deadline = Date.now() + limitMs;
  const sizes = () => hosts.map(({ pid }) => megabytesOf(pid));
  let before = sizes();
  let since = Date.now();
  while (Date.now() - since < settledMs) {
    if (Date.now() > deadline) throw new Error('the memory of the hosts did not settle');
    await delay(500);
    const now = sizes();
    if (now.every((size, host) => Math.abs(size - (before[host] ?? 0)) <= settledWithinMb)) continue;
    before = now;
    since = Date.now();
  }
}

/** On Linux what processes share counts for each in part (PSS); elsewhere private memory, or all that is resident. */
function megabytesOf(pid: number): number {
  if (process.platform === 'linux') {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }
  const found = app.getAppMetrics().find((process) => process.pid === pid);
  if (!found) throw new Error(`there is no process ${pid}`);
  return (found.memory.privateBytes ?? found.memory.workingSetSize) / 1024;
}
