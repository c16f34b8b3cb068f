/** A function of a component answered with the error of its `result`. */
export class ComponentRefusal extends Error {
  constructor(reason: unknown) {
    super(typeof reason === 'string' ? reason : JSON.stringify(reason, (_key, value) => inJson(value)));
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

const inJson = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
