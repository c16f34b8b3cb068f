const megabyte = 1024 ** 2;

/** Memories of the core modules of a component. */
export class CoreMemories {
  readonly #most: number;
  readonly #memories = new Set<WebAssembly.Memory>();

  /** @param most bytes of all together */
  constructor(most: number) {
    this.#most = most;
  }

  watch(instance: WebAssembly.Instance): WebAssembly.Instance {
    for (const one of Object.values(instance.exports)) if (one instanceof WebAssembly.Memory) this.#memories.add(one);
    return instance;
  }

  /** @returns that they are too large */
  excess(): string | null {
    return this.#bytes() > this.#most ? `it uses more than ${this.#most / megabyte} MB of memory` : null;
  }

  /** @returns that they have no room any more, which most languages answer with a trap */
  fullness(): string | null {
    return this.#bytes() > this.#most * 0.9 ? `it uses all of its ${this.#most / megabyte} MB of memory` : null;
  }

  #bytes(): number {
    return [...this.#memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  }
}
