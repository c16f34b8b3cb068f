import { app } from 'electron';
import type { HostMetrics } from './host-process.ts';

/** @returns null when there is no such process of the app (any more) */
export function metricsOf(pid: number | undefined): HostMetrics | null {
  const found = pid === undefined ? undefined : app.getAppMetrics().find((process) => process.pid === pid);
  if (!found) return null;
  // On macOS and Windows private memory; Linux knows the resident set alone.
  const { privateBytes, workingSetSize } = found.memory;
  return { memoryBytes: (privateBytes ?? workingSetSize) * 1024, cpuPercent: found.cpu.percentCPUUsage };
}
