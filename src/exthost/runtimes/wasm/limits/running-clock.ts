/** The time that a call has run, without that in which it waited for the host. */
export class RunningClock {
  readonly #onExcess: () => void;
  #left: number;
  #since: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onExcess called once, if it has run for `limitMs` */
  constructor(limitMs: number, onExcess: () => void) {
    this.#left = limitMs;
    this.#onExcess = onExcess;
    this.resume();
  }

  resume(): void {
    // A timer may come too late for ever: after the next pause.
    if (this.#left === 0) return this.#onExcess();
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onExcess, this.#left);
  }

  /** While it is paused: what else counts as running. */
  spend(milliseconds: number): void {
    this.#left = Math.max(0, this.#left - milliseconds);
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#left = Math.max(0, this.#left - (performance.now() - this.#since));
    this.#since = undefined;
  }
}
