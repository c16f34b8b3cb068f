import { readdirSync, readFileSync } from 'node:fs';
import type { ElectronRun } from './electron-run.ts';

/** What a process takes, as Linux tells it. */
export interface ProcessUse {
  readonly pid: number;
  /** Chromium's kinds of it, or the name of its program. */
  readonly kind: string;
  /** What it shares counted in parts. */
  readonly kilobytes: number;
  /** Of the kernel's clock: time on a core since it began. */
  readonly ticks: number;
}

/** On every Linux that Electron runs on. */
const ticksASecond = 100;

/** The process and all that descend from it. */
export function familyOf({ child }: ElectronRun): ProcessUse[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => useOf(Number(name)));
  const family = new Set([child.pid]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { parent, pid } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
}

/** @returns percent of a core that the family took in `ms` between two looks at it */
export function percentOfCore(before: readonly ProcessUse[], after: readonly ProcessUse[], ms: number): number {
  const ticks = after.reduce(
    (all, { pid, ticks }) => all + ticks - (before.find((one) => one.pid === pid)?.ticks ?? 0),
    0,
  );
  return (ticks / ticksASecond / (ms / 1000)) * 100;
}

function useOf(pid: number): (ProcessUse & { parent: number })[] {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  try {
    // The name, which may hold anything, is in parentheses; the state is the first field after it.
    const fields = read('stat')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]];
    const kilobytes = Number(/^Pss:\s+(\d+) kB/m.exec(read('smaps_rollup'))?.[1] ?? 0);
    const kind = /--(?:type|utility-sub-type)=[^\0\s]+/g;
    return [
      {
        pid,
        parent,
        kilobytes,
        ticks: user + system,
        kind: read('cmdline').match(kind)?.join(' ') ?? read('comm').trim(),
      },
    ];
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return [];
  }
}
