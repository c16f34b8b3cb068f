/** Limit of main for one call. */
const most = 500;

interface Wanted<T> {
  readonly name: string;
  resolve(answer: T): void;
  reject(reason: unknown): void;
}

/** Batches requests of the same moment into one call, as an answer names many files. @param nothing the result on failure */
export function askTogether<T>(
  ask: (names: readonly string[]) => Promise<readonly T[]>,
  nothing: T,
): (name: string) => Promise<T> {
  let waiting: Wanted<T>[] = [];

  function send(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += most) void settle(all.slice(from, from + most));
  }

  async function settle(wanted: readonly Wanted<T>[]): Promise<void> {
    try {
      const answers = await ask(wanted.map(({ name }) => name));
      wanted.forEach(({ resolve }, index) => {
        resolve(answers[index] ?? nothing);
      });
    } catch (thrown) {
      for (const { reject } of wanted) reject(thrown);
    }
  }

  return (name) =>
    new Promise((resolve, reject) => {
      waiting.push({ name, resolve, reject });
      if (waiting.length === 1) queueMicrotask(send);
    });
}
