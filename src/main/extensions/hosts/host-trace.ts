import type { TrafficListener } from '../../../shared/rpc/traffic.ts';

/** @param source the extension behind a port, or the host of a control port. @returns undefined: nothing is traced */
export type HostTrace = (source: string) => TrafficListener | undefined;

/**
 * Writes each message between main and the hosts: direction, kind, name and size; the log adds the time. What a message
 * holds is never looked at but to count it, so no secret can get into a line.
 */
export const createHostTrace =
  (isTraced: boolean, write: (line: string) => void): HostTrace =>
  (source) =>
    isTraced
      ? (direction, kind, name, size) =>
          write(`${source} ${direction === 'in' ? '→ main' : '← main'} ${kind} ${name ?? '-'} ${size} bytes`)
      : undefined;
