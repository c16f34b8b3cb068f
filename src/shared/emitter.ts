/** One of a union of events, told apart by `type`. */
export interface Happening {
  readonly type: string;
}

/** A handler for each of some events; what it gives counts only as the promise of its end. Without `T` for all of them, so that one that nobody handles does not compile. */
export type Handlers<E extends Happening, T extends E['type'] = E['type']> = {
  readonly [K in T]: (event: Extract<E, { readonly type: K }>) => unknown;
};

/** @returns the undo */
export type Subscribe<E extends Happening> = (handlers: Partial<Handlers<E>>) => () => void;

export interface Emitter<E extends Happening> {
  readonly on: Subscribe<E>;
  /** Returns when every handler has been called, in the order in which they subscribed. */
  readonly emit: (event: E) => void;
}

/**
 * Tells what happened to whoever wants to know.
 * @param onThrow what a handler threw, or rejected with; the others are told all the same
 */
export function createEmitter<E extends Happening>(onThrow: (error: unknown, event: E) => void): Emitter<E> {
  type AnyHandlers = Readonly<Partial<Record<string, (event: E) => unknown>>>;
  const subscribed = new Set<{ readonly handlers: AnyHandlers }>();

  function call(handler: (event: E) => unknown, event: E): void {
    try {
      const done = handler(event);
      if (done instanceof Promise) done.catch((error: unknown) => onThrow(error, event));
    } catch (error) {
      onThrow(error, event);
    }
  }

  return {
    on(handlers) {
      // A subscription of its own, even of handlers that are subscribed already.
      const subscription = { handlers: handlers as AnyHandlers };
      subscribed.add(subscription);
      return () => subscribed.delete(subscription);
    },
    emit(event) {
      for (const subscription of [...subscribed]) {
        const handler = subscription.handlers[event.type];
        // An earlier handler may have ended it.
        if (handler && subscribed.has(subscription)) call(handler, event);
      }
    },
  };
}
