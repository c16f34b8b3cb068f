import { expect, test } from 'vitest';
import { createMetricsSnapshot } from './metrics-snapshot.ts';

test('several processes are measured at once, and again after a moment', () => {
  let time = 0;
  let measurements = 0;
  const measure = () => {
    measurements += 1;
    return [1, 2].map((pid) => ({ pid, cpu: { percentCPUUsage: measurements * pid }, memory: { workingSetSize: 3 } }));
  };
  const metricsOf = createMetricsSnapshot(measure, () => time);
  expect([1, 2, 3, undefined].map((pid) => metricsOf(pid))).toEqual([
    { memoryBytes: 3072, cpuPercent: 1 },
    { memoryBytes: 3072, cpuPercent: 2 },
    null,
    null,
  ]);
  expect(measurements).toBe(1);
  time = 950;
  expect([1, 2].map((pid) => metricsOf(pid)?.cpuPercent)).toEqual([2, 4]);
});
