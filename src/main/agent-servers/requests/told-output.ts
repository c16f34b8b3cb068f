import type { AgentTerminalPatch } from '../../../shared/contract/agent-servers/agent-item.ts';
import { createKeptEnd } from '../../tools/commands/kept-end.ts';

/** Bytes of a terminal's output that a thread has. */
const mostShown = 64 * 1024;
/** Milliseconds for which output is collected. */
const pauseMs = 100;

/**
 * Tells what a thread shows of a terminal's output: all of it while that is short, then its end anew whenever there is twice as
 * much as before, so that what is told of any output is little.
 */
export function createToldOutput(tell: (patch: Omit<AgentTerminalPatch, 'id'>) => void) {
  const shown = createKeptEnd(mostShown);
  let total = 0;
  /** Not told yet, of an output that is short. */
  let added = '';
  let toldUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(isLast: boolean): void {
    clearTimeout(timer);
    timer = undefined;
    if (total === toldUntil) return;
    const isShort = total <= mostShown;
    // Of the first that is too long the beginning was told, which its end replaces.
    if (!isShort && !isLast && total < 2 * toldUntil) return;
    toldUntil = total;
    tell(isShort ? { added } : { output: shown.read().text, isCut: true });
    added = '';
  }

  return {
    add(text: string) {
      total += Buffer.byteLength(text);
      shown.add(text);
      if (total <= mostShown) added += text;
      timer ??= setTimeout(() => flush(false), pauseMs);
    },
    /** Tells the rest. */
    end: () => flush(true),
  };
}
