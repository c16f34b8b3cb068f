const megabyte = 1024 ** 2;

/** Memories of the core modules of a component. */
export class CoreMemories {
  readonly #most: number;
  readonly #memories = new Set<WebAssembly.Memory>();
  /** Modules that make memories or tables, and have made none yet. */
  readonly #unused: Set<WebAssembly.Module>;
  readonly #making: ReadonlySet<WebAssembly.Module>;

  /**
   * @param most bytes of all together
   * @param making modules that make memories or tables
   */
  constructor(most: number, making: readonly WebAssembly.Module[]) {
    this.#most = most;
    this.#making = new Set(making);
    this.#unused = new Set(making);
  }

  /** @throws for a module that would make its memories or tables again: their limits count on it */
  instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports): WebAssembly.Instance {
    if (this.#making.has(module) && !this.#unused.delete(module)) {
      throw new Error('The component makes the same memory or table twice. Give each of its parts a module of its own');
    }
    const instance = new WebAssembly.Instance(module, imports);
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
