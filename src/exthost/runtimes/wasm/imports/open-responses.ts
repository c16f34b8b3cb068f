/** At once, of one instance: a component that drops no handle is told so. */
const mostOpen = 64;

/** A response whose body a component takes piece by piece. */
export interface OpenResponse {
  /** Ends the request, whatever is left of it. */
  readonly end: AbortController;
  /** @returns null at the end */
  next(): Promise<Uint8Array | null>;
}

/** Responses that an instance has a handle of. */
export class OpenResponses {
  readonly #open = new Map<number, OpenResponse>();
  #count = 0;

  /** @throws if there are too many */
  expectRoom(): void {
    if (this.#open.size < mostOpen) return;
    throw new Error(`${mostOpen} responses are open already. Drop those that are read`);
  }

  /** @returns its handle */
  add(response: OpenResponse): number {
    this.#count += 1;
    this.#open.set(this.#count, response);
    return this.#count;
  }

  /** The next piece of a body; null at its end. @param signal ends the whole request when it aborts meanwhile */
  async next(id: number, signal: AbortSignal): Promise<Uint8Array | null> {
    const response = this.#open.get(id);
    if (!response) throw new Error('This response was dropped');
    const end = () => response.end.abort();
    signal.addEventListener('abort', end);
    try {
      return await response.next();
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  drop(id: number): void {
    this.#open.get(id)?.end.abort();
    this.#open.delete(id);
  }

  closeAll(): void {
    for (const id of [...this.#open.keys()]) this.drop(id);
  }
}
