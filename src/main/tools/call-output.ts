/** How long what a call puts out is gathered, in ms. */
const gatherMs = 100;
/** Characters of one call; the result tells the rest. */
const maxShown = 100_000;
const note = '\n[There is more, which is not shown while it runs.]\n';

/** Passes on what a call puts out while it runs, a few times a second. */
export function createCallOutput(passOn: (text: string) => void) {
  let held = '';
  let left = maxShown;
  let timer: NodeJS.Timeout | undefined;

  /** Passes on what is held back, now. */
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
    /** Passes on what is held back; nothing is passed on after it. */
    end() {
      flush();
      left = 0;
    },
  };
}
