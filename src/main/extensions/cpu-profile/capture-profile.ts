import { z } from 'zod/mini';
import type { InspectorSession } from '../hosts/host-process.ts';
import { type CpuProfile, cpuProfileSchema } from './cpu-profile.ts';

export interface CaptureOptions {
  /** How long the host has to take an order of the profiler. Script is interrupted for it; a call of the system is not. */
  readonly orderMs: number;
  /** How long to watch at most. */
  readonly maxMs?: number;
  /** Between two samples. */
  readonly sampleMs?: number;
  /** Ends the watching early: the host answers again. What was seen until then is the result. */
  readonly signal?: AbortSignal;
}

const stopped = z.object({ profile: cpuProfileSchema });

/**
 * Watches what a host runs, also one whose loop never ends. The session stays open.
 * @throws when the host does not take the profiler's orders, or answers with something else than a profile
 */
export async function captureProfile(
  session: InspectorSession,
  { orderMs, maxMs = 5_000, sampleMs = 1, signal }: CaptureOptions,
): Promise<CpuProfile> {
  const order = (method: string, params?: object) => inTime(method, session.send(method, params), orderMs);
  await order('Profiler.enable');
  await order('Profiler.setSamplingInterval', { interval: Math.round(sampleMs * 1_000) });
  // Counting makes the engine drop its optimized code, in which functions were inlined without a trace. What it optimizes
  // from here on is traced, as the profiler runs.
  await order('Profiler.startPreciseCoverage', { callCount: true });
  await order('Profiler.start');
  await order('Profiler.stopPreciseCoverage');
  await elapsed(maxMs, signal);
  const answer = stopped.safeParse(await order('Profiler.stop'));
  if (!answer.success) throw new Error(`The host's profiler sent no profile: ${z.prettifyError(answer.error)}`);
  return answer.data.profile;
}

function inTime<T>(method: string, answer: Promise<T>, orderMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`The host did not take ${method} within ${orderMs / 1_000} s`));
    const timer = setTimeout(late, orderMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function elapsed(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
