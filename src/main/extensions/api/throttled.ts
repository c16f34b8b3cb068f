/** @returns a function that calls `run` at once after a pause, and at most once per `ms`; a later call is not lost */
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
