import { constants } from 'node:os';

/** Exit codes that Windows has instead of signals (NTSTATUS). */
const windowsCrashes: Readonly<Record<number, string>> = {
  2147483651: 'it crashed (breakpoint)',
  3221225477: 'it crashed (access violation)',
  3221226505: 'it crashed (fail fast)',
  3221225725: 'it crashed (stack overflow)',
  3758096392: 'it ran out of memory',
};

/** An extension cannot choose the exit code (process-guard.ts), so a number below 128 that equals one is a signal. */
const endingSignals = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGTERM'] as const;

/**
 * @param code as Electron reports it: an exit code, or on POSIX a wait status whose low byte is the signal
 * @param ranOutOfMemory whether the process reported that (`saysOutOfMemory`) before it ended
 */
export function describeExit(code: number, platform: NodeJS.Platform, ranOutOfMemory = false): string {
  if (code === 0) return 'it ended by itself';
  if (ranOutOfMemory) return 'it ran out of memory';
  if (platform === 'win32') return windowsCrashes[code >>> 0] ?? `it ended with code ${code}`;
  const signal = signalName(code);
  return signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
}

/** @returns whether a line of stderr is the engine's report of a full heap; its exit code is the same for any crash */
export const saysOutOfMemory = (line: string): boolean =>
  /^(?:FATAL ERROR: .*(?:out of memory|allocation failed)|# Fatal .*out of memory)/i.test(line);

function signalName(code: number): string | undefined {
  if (code > 128) return Object.entries(constants.signals).find(([, value]) => value === code - 128)?.[0];
  return endingSignals.find((name) => constants.signals[name] === code);
}
