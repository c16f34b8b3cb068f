/** Faults that no caller can be told of. */
export class Faults {
  /** Number of messages from the other side that violated the protocol. */
  badMessageCount = 0;
  readonly #report: (reason: string) => void;

  constructor(report: (reason: string) => void = () => undefined) {
    this.#report = report;
  }

  /** The other side violated the protocol. */
  badMessage(reason: string): void {
    this.badMessageCount += 1;
    this.#report(reason);
  }

  /** A message was dropped without fault of the other side. */
  dropped(reason: string): void {
    this.#report(reason);
  }
}
