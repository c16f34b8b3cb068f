import type { TransferablePort } from './port.ts';

export interface CallContext {
  /** Aborts when the caller cancels, and when the port closes. */
  readonly signal: AbortSignal;
  /** The ports that came with the message. A handler that reads this owns them; nobody else closes them then. */
  readonly ports: readonly TransferablePort[];
}
/** `params` come from the other side and are unknown until the handler has checked them. */
export type CallHandler = (params: unknown, context: CallContext) => unknown;
export type StreamHandler = (params: unknown, context: CallContext) => AsyncIterable<unknown>;
