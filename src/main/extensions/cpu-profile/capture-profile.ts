import { z } from 'zod/mini';
import type { InspectorSession } from '../hosts/host-process.ts';
import { type CpuProfile, cpuProfileSchema } from './cpu-profile.ts';

export interface CaptureOptions {
  /** Timeout of a profiler command in milliseconds. It interrupts script, but not a system call. */
  readonly orderMs: number;
  /** Maximal duration of the capture. */
  readonly maxMs?: number;
  /** Interval of the samples. */
  readonly sampleMs?: number;
  /** Ends the capture early, when the host answers again; the samples until then are the result. */
  readonly signal?: AbortSignal;
}

const stopped = z.object({ profile: cpuProfileSchema });

/**
 * Profiles a host, also one in an endless loop. The session stays open.
 * @throws when the host does not take the profiler's commands, or answers with something other than a profile
 */
export async function captureProfile(
  session: InspectorSession,
  { orderMs, maxMs = 5_000, sampleMs = 1, signal }: CaptureOptions,
): Promise<CpuProfile> {
  const order = (method: string, params?: object) => inTime(method, session.send(method, params), orderMs);
  await order('Profiler.enable');
  await order('Profiler.setSamplingInterval', { interval: Math.round(sampleMs * 1_000) });
  // Precise coverage makes the engine drop its optimized code, which hides inlined functions. Code optimized while the
  // profiler runs shows them.
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
