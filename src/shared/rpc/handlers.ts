export interface CallContext {
  /** Aborts when the caller cancels, and when the port closes. */
  readonly signal: AbortSignal;
}
/** `params` come from the other side and must be validated by the handler. */
export type CallHandler = (params: unknown, context: CallContext) => unknown;
export type StreamHandler = (params: unknown, context: CallContext) => AsyncIterable<unknown>;

export type MethodTable = Record<string, { params: unknown; result: unknown }>;
export type StreamTable = Record<string, { params: unknown; item: unknown }>;

export type MethodsOf<Table extends MethodTable> = {
  readonly [M in keyof Table]: (
    params: Table[M]['params'],
    context: CallContext,
  ) => Table[M]['result'] | Promise<Table[M]['result']>;
};
export type StreamsOf<Table extends StreamTable> = {
  readonly [S in keyof Table]: (params: Table[S]['params'], context: CallContext) => AsyncIterable<Table[S]['item']>;
};

/**
 * Handlers for a trusted other side, as main is for its hosts: arguments have the types of the table, unchecked.
 * For an untrusted side each must be checked by its schema (`extension-services.ts`).
 */
export const trustedMethods = <Table extends MethodTable>(handlers: MethodsOf<Table>): Record<string, CallHandler> =>
  handlers as unknown as Record<string, CallHandler>;
export const trustedStreams = <Table extends StreamTable>(handlers: StreamsOf<Table>): Record<string, StreamHandler> =>
  handlers as unknown as Record<string, StreamHandler>;
