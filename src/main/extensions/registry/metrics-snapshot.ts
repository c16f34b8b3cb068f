import type { HostMetrics } from '../hosts/host-process.ts';

/** As Electron measures a process. */
export interface ProcessMetric {
  readonly pid: number;
  readonly cpu: { readonly percentCPUUsage: number };
  /** Kilobytes. */
  readonly memory: { readonly workingSetSize: number; readonly privateBytes?: number };
}

/** The processor is measured since the measurement before, so one serves all who ask at about the same time. */
const keptMs = 900;

/** @returns the metrics of a process; null when there is no such process of the app (any more) */
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
    // On macOS and Windows private memory; Linux knows the resident set alone.
    const { privateBytes, workingSetSize } = found.memory;
    return { memoryBytes: (privateBytes ?? workingSetSize) * 1024, cpuPercent: found.cpu.percentCPUUsage };
  };
}
