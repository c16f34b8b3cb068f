/** Milliseconds of work in one go, so that no frame is delayed by it. */
const longestSlice = 4;
/** Milliseconds after which work continues although the window is never idle. */
const longestWait = 200;

const waiting: (() => void)[] = [];
let ends = 0;
let isAsked = false;

/** Whether the slice is used up; `nextSlice` gives the next one. */
export const isSliceOver = (): boolean => performance.now() >= ends;

/** Resolves when the window has time. All long work of the panel takes turns. */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    ask();
  });
}

function ask(): void {
  if (isAsked || waiting.length === 0) return;
  isAsked = true;
  const begin = () => {
    isAsked = false;
    ends = performance.now() + longestSlice;
    waiting.shift()?.();
    ask();
  };
  if (typeof requestIdleCallback === 'function') requestIdleCallback(begin, { timeout: longestWait });
  else setTimeout(begin);
}
