import { mostSpans } from '../../../../../shared/contract/languages/highlight-limits.ts';
import type { Coloured } from './colour-query.ts';

/**
 * Makes spans that do not overlap of what a query has captured. What begins later goes over what is around it; of what
 * begins at the same place, the later pattern does.
 * @param captured by where it begins
 * @returns three numbers for each span, as in `Highlighted`
 */
export function flatSpans(captured: readonly Coloured[], from: number, to: number): Uint32Array {
  const spans: number[] = [];
  const open: Coloured[] = [];
  let at = from;
  const write = (end: number, tag: number) => {
    if (end <= at) return;
    const last = spans.length - 3;
    // A capture that goes on behind an inner one of the same class.
    if (last >= 0 && spans[last + 1] === at && spans[last + 2] === tag) spans[last + 1] = end;
    else spans.push(at, end, tag);
    at = end;
  };
  const advance = (end: number) => {
    for (let top = open.at(-1); top && at < end; top = open.at(-1)) {
      write(Math.min(top.to, end), top.tag);
      if (top.to > end) break;
      open.pop();
    }
    at = Math.max(at, end);
  };
  for (const one of captured) {
    if (spans.length >= mostSpans * 3) break;
    if (one.to <= from || one.from >= to) continue;
    advance(Math.max(from, one.from));
    open.push({ ...one, to: Math.min(one.to, to) });
  }
  advance(to);
  return Uint32Array.from(spans.slice(0, mostSpans * 3));
}
