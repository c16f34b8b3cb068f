/** What one port may take of main in a second, and all of them at once. Whoever asks for more waits, and is answered. */
export interface TurnLimits {
  readonly perSecond: {
    readonly messages: number;
    readonly bytes: number;
    /** Of handling and answering, as far as it is measured. */
    readonly ms: number;
    /** Calls that go to the disk, or wait for anything else: what they cost main is not measured. */
    readonly tasks: number;
  };
  /** In a second. Mistakes of honest code are few, and each was told to its author. */
  readonly badMessages: number;
  /** Seconds: so much of its budget a port may use at once after a quiet time. */
  readonly burst: number;
  /** Milliseconds of one turn of the loop that all ports may take together; then keys have their turn. */
  readonly sliceMs: number;
  /** Milliseconds after which the next port has its turn. */
  readonly turnMs: number;
}

export const turnLimits: TurnLimits = {
  perSecond: { messages: 20_000, bytes: 32 * 1024 ** 2, ms: 250, tasks: 100 },
  badMessages: 100,
  burst: 0.2,
  sliceMs: 4,
  turnMs: 1,
};
