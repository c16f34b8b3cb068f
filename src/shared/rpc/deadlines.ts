/**
 * Deadlines of many calls on one timer: a timer for each call would cost more than the call. Calls due within one
 * slot of 50 ms expire together, so a deadline may be up to 50 ms late and is never early.
 */
const slotMs = 50;
/** What a timer can hold; a later deadline takes several. */
const longestTimerMs = 2 ** 31 - 1;

export class Deadlines {
  readonly #slots = new Map<number, Set<() => void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerSlot = Number.POSITIVE_INFINITY;

  /** @returns the undo, to be called when the call settles */
  add(delayMs: number, expire: () => void): () => void {
    const slot = Math.ceil((Date.now() + delayMs) / slotMs);
    let members = this.#slots.get(slot);
    if (!members) {
      members = new Set();
      this.#slots.set(slot, members);
    }
    members.add(expire);
    if (slot < this.#timerSlot) this.#schedule(slot);
    return () => {
      members.delete(expire);
      if (members.size === 0 && this.#slots.get(slot) === members) this.#slots.delete(slot);
    };
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timerSlot = Number.POSITIVE_INFINITY;
    this.#slots.clear();
  }

  #schedule(slot: number): void {
    clearTimeout(this.#timer);
    this.#timerSlot = slot;
    const delay = Math.min(longestTimerMs, Math.max(0, slot * slotMs - Date.now()));
    this.#timer = setTimeout(() => this.#expire(), delay);
  }

  #expire(): void {
    const now = Date.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [slot, members] of this.#slots) {
      if (slot * slotMs > now) {
        next = Math.min(next, slot);
        continue;
      }
      this.#slots.delete(slot);
      for (const expire of members) expire();
    }
    this.#timerSlot = Number.POSITIVE_INFINITY;
    if (next !== Number.POSITIVE_INFINITY) this.#schedule(next);
  }
}
