/** An event of a union, discriminated by `type`. */
export interface Happening {
  readonly type: string;
}

/**
 * Handlers of some event types; a result matters only as the promise of the handler's end. Without `T` all types are
 * required, so that an unhandled event does not compile.
 */
export type Handlers<E extends Happening, T extends E['type'] = E['type']> = {
  readonly [K in T]: (event: Extract<E, { readonly type: K }>) => unknown;
};

/** @returns unsubscribes */
export type Subscribe<E extends Happening> = (handlers: Partial<Handlers<E>>) => () => void;

export interface Emitter<E extends Happening> {
  readonly on: Subscribe<E>;
  /** Calls the handlers in the order of their subscription, and returns after the last one. */
  readonly emit: (event: E) => void;
}

/**
 * A typed event emitter.
 * @param onThrow gets errors that a handler throws or rejects with; the other handlers are called all the same
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
      // A new object, so that the same handlers can be subscribed twice.
      const subscription = { handlers: handlers as AnyHandlers };
      subscribed.add(subscription);
      return () => subscribed.delete(subscription);
    },
    emit(event) {
      for (const subscription of [...subscribed]) {
        const handler = subscription.handlers[event.type];
        // An earlier handler may have unsubscribed it.
        if (handler && subscribed.has(subscription)) call(handler, event);
      }
    },
  };
}
