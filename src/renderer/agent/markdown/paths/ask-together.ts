import type { PathState } from '../../../../shared/contract/document.ts';

/** In one call: main takes no more. */
const most = 500;

interface Wanted {
  readonly path: string;
  resolve(state: PathState): void;
  reject(reason: unknown): void;
}

/** An answer names many files at once: what is wanted in the same moment is asked for in one call. */
export function inspectTogether(
  ask: (paths: readonly string[]) => Promise<readonly PathState[]>,
): (path: string) => Promise<PathState> {
  let waiting: Wanted[] = [];

  function send(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += most) void settle(all.slice(from, from + most));
  }

  async function settle(wanted: readonly Wanted[]): Promise<void> {
    try {
      const states = await ask(wanted.map(({ path }) => path));
      wanted.forEach(({ resolve }, index) => {
        resolve(states[index] ?? 'missing');
      });
    } catch (thrown) {
      for (const { reject } of wanted) reject(thrown);
    }
  }

  return (path) =>
    new Promise((resolve, reject) => {
      waiting.push({ path, resolve, reject });
      if (waiting.length === 1) queueMicrotask(send);
    });
}
