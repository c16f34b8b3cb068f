import type { HostMetrics } from '../hosts/host-process.ts';

/** The part of Electron's `ProcessMetric` that is used. */
export interface ProcessMetric {
  readonly pid: number;
  readonly cpu: { readonly percentCPUUsage: number };
  /** Kilobytes. */
  readonly memory: { readonly workingSetSize: number; readonly privateBytes?: number };
}

/** CPU use counts from the measurement before, so calls within this time (ms) share one. */
const keptMs = 900;

/** @returns a function that gives the metrics of a process; null if it is no (longer a) process of the app */
export function createMetricsSnapshot(measure: () => readonly ProcessMetric[], now = () => performance.now()) {
  let measured: readonly ProcessMetric[] = [];
  let measuredAt = Number.NEGATIVE_INFINITY;
  return (pid: number | undefined): HostMetrics | null => {
    if (pid === undefined) return null;
    if (now() - measuredAt >= keptMs) {
      measured = measure();
      measuredAt = now();
    }
    const found = measured.find((process) => process.pid === pid);
    if (!found) return null;
    // Private memory on macOS and Windows; on Linux only the resident set is known.
    const { privateBytes, workingSetSize } = found.memory;
    return { memoryBytes: (privateBytes ?? workingSetSize) * 1024, cpuPercent: found.cpu.percentCPUUsage };
  };
}
