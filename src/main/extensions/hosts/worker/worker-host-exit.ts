import { constants } from 'node:os';
import { describeExit } from '../describe-exit.ts';

/** Electron's reason for the end of a renderer (`RenderProcessGoneDetails`). */
export interface GoneDetails {
  readonly reason: string;
  /** On POSIX the signal number, if there was a signal. */
  readonly exitCode: number;
}

/** @returns the reason, completing "stopped: …" */
export function describeGone({ reason, exitCode }: GoneDetails, platform: NodeJS.Platform): string {
  if (reason === 'launch-failed') return 'it could not be started';
  // The engine ends its process with a trap when the heap is full; extension code cannot cause one otherwise.
  const isTrap = platform !== 'win32' && exitCode === constants.signals.SIGTRAP;
  const isOutOfMemory = reason === 'oom' || reason === 'memory-eviction' || (reason === 'crashed' && isTrap);
  return describeExit(reason === 'clean-exit' ? 0 : exitCode, platform, isOutOfMemory);
}
