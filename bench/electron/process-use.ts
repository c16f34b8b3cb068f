import { readdirSync, readFileSync } from 'node:fs';
import type { ElectronRun } from './electron-run.ts';

/** What a process takes, as Linux tells it. */
export interface ProcessUse {
  readonly pid: number;
  /** Chromium's kinds of it, or the name of its program. */
  readonly kind: string;
  /** What it shares counted in parts. */
  readonly kilobytes: number;
  /** Nanoseconds on a core since it began, of each of its threads by their ids: the kernel's clock ticks 100 times a second. */
  readonly threads: Readonly<Record<string, number>>;
}

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

/** @returns percent of a core that the family took in `ms` between two looks at it, without threads that have ended by the second */
export function percentOfCore(before: readonly ProcessUse[], after: readonly ProcessUse[], ms: number): number {
  const nanoseconds = after.reduce((all, { pid, threads }) => {
    const known = before.find((one) => one.pid === pid)?.threads ?? {};
    return Object.entries(threads).reduce((sum, [thread, taken]) => sum + taken - (known[thread] ?? 0), all);
  }, 0);
  return (nanoseconds / 1_000_000 / ms) * 100;
}

function threadsOf(pid: number): Record<string, number> {
  const taken = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0] ?? 0);
  return Object.fromEntries(
    readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      try {
        return [[thread, taken(thread)]];
      } catch {
        return [];
      }
    }),
  );
}

function useOf(pid: number): (ProcessUse & { parent: number })[] {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  try {
    // The name, which may hold anything, is in parentheses; the state is the first field after it.
    const fields = read('stat')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const parent = fields[1] ?? 0;
    const kilobytes = Number(/^Pss:\s+(\d+) kB/m.exec(read('smaps_rollup'))?.[1] ?? 0);
    const kind = /--(?:type|utility-sub-type)=[^\0\s]+/g;
    return [
      {
        pid,
        parent,
        kilobytes,
        threads: threadsOf(pid),
        kind: read('cmdline').match(kind)?.join(' ') ?? read('comm').trim(),
      },
    ];
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return [];
  }
}
