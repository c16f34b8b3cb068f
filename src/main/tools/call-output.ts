/** Interval in ms at which the output of a call is passed on. */
const gatherMs = 100;
/** Characters of one call; its result has the rest. */
const maxShown = 100_000;
const note = '\n[There is more, which is not shown while it runs.]\n';

/** Passes on the output of a running call, a few times a second. */
export function createCallOutput(passOn: (text: string) => void) {
  let held = '';
  let left = maxShown;
  let timer: NodeJS.Timeout | undefined;

  /** Passes on the buffered output now. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = held;
    held = '';
    if (text !== '') passOn(text);
  }

  return {
    add(text: string) {
      if (left <= 0 || text === '') return;
      held += text.length > left ? text.slice(0, left) + note : text;
      left -= text.length;
      timer ??= setTimeout(flush, gatherMs);
    },
    flush,
    /** Passes on the buffered output, and ignores any further one. */
    end() {
      flush();
      left = 0;
    },
  };
}
