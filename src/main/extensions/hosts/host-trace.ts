import type { TrafficListener } from '../../../shared/rpc/traffic.ts';

/** @param source the extension of a port, or the host of a control port. @returns undefined: no tracing */
export type HostTrace = (source: string) => TrafficListener | undefined;

/**
 * Logs each message between main and the hosts: direction, kind, name and size; the log adds the time. The content is
 * read only to determine its size, so that no secret can get into a line.
 */
export const createHostTrace =
  (isTraced: boolean, write: (line: string) => void): HostTrace =>
  (source) =>
    isTraced
      ? (direction, kind, name, size) =>
          write(`${source} ${direction === 'in' ? '→ main' : '← main'} ${kind} ${name ?? '-'} ${size} bytes`)
      : undefined;
