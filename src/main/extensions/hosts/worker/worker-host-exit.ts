import { constants } from 'node:os';
import { describeExit } from '../describe-exit.ts';

/** Why Electron says that a renderer ended (`RenderProcessGoneDetails`). */
export interface GoneDetails {
  readonly reason: string;
  /** On POSIX the number of the signal, where there was one. */
  readonly exitCode: number;
}

/** @returns what completes the sentence "stopped: …" */
export function describeGone({ reason, exitCode }: GoneDetails, platform: NodeJS.Platform): string {
  if (reason === 'launch-failed') return 'it could not be started';
  // With a full heap the engine ends its process by a trap; code of an extension has no other way to one.
  const isTrap = platform !== 'win32' && exitCode === constants.signals.SIGTRAP;
  const isOutOfMemory = reason === 'oom' || reason === 'memory-eviction' || (reason === 'crashed' && isTrap);
  return describeExit(reason === 'clean-exit' ? 0 : exitCode, platform, isOutOfMemory);
}
