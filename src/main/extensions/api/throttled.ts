/** @returns a function that calls `run` at once after a quiet time, and never twice within `ms`; the last call counts */
export function throttled(run: () => void, ms: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isAsked = false;
  function ask(): void {
    isAsked = true;
    if (timer) return;
    isAsked = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isAsked) ask();
    }, ms);
    run();
  }
  return ask;
}
