/**
 * Deadlines of many calls on one timer: a timer per call would cost more than the call. The timer runs to the
 * earliest deadline and then checks all of them. Those within one slot of 50 ms expire together, so a deadline may be
 * up to 50 ms late, but is never early.
 */
const slotMs = 50;
/** Limit of timers in milliseconds; a later deadline takes several. */
const longestTimerMs = 2 ** 31 - 1;

interface Deadline {
  readonly at: number;
  readonly expire: () => void;
}

export class CallDeadlines {
  readonly #deadlines = new Set<Deadline>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /**
   * @param at by `performance.now()`
   * @returns removes the deadline; to be called when the call settles
   */
  add(at: number, expire: () => void): () => void {
    const deadline = { at: Math.ceil(at / slotMs) * slotMs, expire };
    this.#deadlines.add(deadline);
    if (deadline.at < this.#timerAt) this.#schedule(deadline.at);
    return () => void this.#deadlines.delete(deadline);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
    this.#deadlines.clear();
  }

  #schedule(at: number): void {
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const delay = Math.min(longestTimerMs, Math.max(0, at - performance.now()));
    this.#timer = setTimeout(() => this.#expire(), delay);
  }

  #expire(): void {
    const now = performance.now();
    const due: Deadline[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const deadline of this.#deadlines) {
      if (deadline.at <= now) due.push(deadline);
      else next = Math.min(next, deadline.at);
    }
    this.#timerAt = Number.POSITIVE_INFINITY;
    if (next !== Number.POSITIVE_INFINITY) this.#schedule(next);
    due.sort((one, other) => one.at - other.at);
    for (const deadline of due) if (this.#deadlines.delete(deadline)) deadline.expire();
  }
}
