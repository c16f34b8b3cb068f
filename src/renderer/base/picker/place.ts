import type { Ahead } from '../overlay-store.ts';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** How many lines of a list a key goes down, or up; undefined: none. */
export const stepOf = (key: string): number | undefined => steps[key];

/** The line that keys lead to from the first; another text begins there again. */
export function placeAfter(keys: readonly Ahead[]): number {
  return keys.reduce((at, each) => {
    const step = 'key' in each ? stepOf(each.key) : undefined;
    return step === undefined ? 0 : Math.max(at + step, 0);
  }, 0);
}
