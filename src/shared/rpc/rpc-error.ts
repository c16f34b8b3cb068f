export type RpcErrorCode =
  | 'cancelled'
  | 'timeout'
  /** The port was closed without another reason. */
  | 'closed'
  | 'unknown-method'
  | 'invalid-params'
  | 'not-cloneable'
  | 'bad-message'
  /** The other side runs as many calls as it allows. */
  | 'overloaded';

/** A call or stream failed in the RPC itself, not in the code it called. */
export class RpcError extends Error {
  readonly code: RpcErrorCode;
  constructor(code: RpcErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RpcError';
    this.code = code;
  }
}
