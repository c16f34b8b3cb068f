/** Main's budget per port and second, and for all ports together. Calls beyond it wait, but are answered. */
export interface TurnLimits {
  readonly perSecond: {
    readonly messages: number;
    readonly bytes: number;
    /** Of handling and answering, as far as measured. */
    readonly ms: number;
    /** Calls that wait, for the disk or anything else: their cost to main is not measured. */
    readonly tasks: number;
  };
  /** Per second. Correct code makes few mistakes, and its author was told of each. */
  readonly badMessages: number;
  /** Seconds of its budget that a port may use at once after a quiet time. */
  readonly burst: number;
  /** Milliseconds per turn of the event loop for all ports; then input events are handled. */
  readonly sliceMs: number;
  /** Milliseconds until the next port's turn. */
  readonly turnMs: number;
}

export const turnLimits: TurnLimits = {
  perSecond: { messages: 20_000, bytes: 32 * 1024 ** 2, ms: 250, tasks: 100 },
  badMessages: 100,
  burst: 0.2,
  sliceMs: 4,
  turnMs: 1,
};
