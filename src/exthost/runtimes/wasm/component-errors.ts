/** A function of a component answered with the error of its `result`. */
export class ComponentRefusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ComponentRefusal';
  }
}

/** An instance cannot be called any more: it trapped, ran for too long, or was stopped and did not end by itself. */
export class ComponentEnded extends Error {
  constructor(message: string, stack = '') {
    super(message);
    this.name = 'ComponentEnded';
    // The frames are those of its own thread; ours tell nothing.
    if (stack !== '') this.stack = `${this.name}: ${message}\n${framesOf(stack)}`;
  }
}

/** Whether it is what a component refused, with a code or without. */
export const isRefusal = (thrown: unknown): thrown is Error =>
  thrown instanceof ComponentRefusal || (thrown instanceof Error && thrown.cause instanceof ComponentRefusal);

const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
