/** Passes items from one that makes them to one that takes them, one at a time: `put` waits until its item is taken. */
export class Handoff<Item> {
  readonly #waiting: { readonly item: Item; readonly taken: () => void }[] = [];
  #wake = () => {};
  #isOver = false;

  put(item: Item): Promise<void> {
    return new Promise((taken) => {
      this.#waiting.push({ item, taken });
      this.#wake();
    });
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    while (true) {
      const next = this.#waiting.shift();
      if (next) {
        yield next.item;
        next.taken();
      } else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
