export interface CallContext {
  /** Aborts when the caller cancels, and when the port closes. */
  readonly signal: AbortSignal;
}
/** `params` come from the other side and are unknown until the handler has checked them. */
export type CallHandler = (params: unknown, context: CallContext) => unknown;
export type StreamHandler = (params: unknown, context: CallContext) => AsyncIterable<unknown>;
