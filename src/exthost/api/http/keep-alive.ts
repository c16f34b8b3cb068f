const usualWaitMs = 20_000;

/** Yields the items of the source, and a sign whenever there was none for a while. Never calls `next` twice at once. */
export async function* keepAlive<T>(
  source: AsyncIterable<T>,
  sign: () => T,
  everyMs: number = usualWaitMs,
): AsyncGenerator<T, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  let coming: Promise<IteratorResult<T>> | null = null;
  /** The source has ended or thrown: there is no need to call `return`. */
  let isOver = false;
  try {
    for (;;) {
      coming ??= items.next().catch((thrown) => {
        isOver = true;
        throw thrown;
      });
      const item: IteratorResult<T> | null = await within(everyMs, coming);
      if (item === null) {
        yield sign();
        continue;
      }
      coming = null;
      isOver = item.done === true;
      if (item.done) return;
      yield item.value;
    }
  } finally {
    if (!isOver) {
      const ended = Promise.resolve(items.return?.());
      // A generator returns only after its pending step, which may never end.
      if (coming === null) await ended;
      else ended.catch(() => undefined);
    }
  }
}

/** @returns null on timeout */
async function within<T>(milliseconds: number, awaited: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([awaited, later]);
  } finally {
    clearTimeout(timer);
  }
}
