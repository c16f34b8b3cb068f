/** What goes wrong here without a caller who could be told. */
export class Faults {
  /** How many messages of the other side broke the protocol. */
  badMessageCount = 0;
  readonly #report: (reason: string) => void;

  constructor(report: (reason: string) => void = () => undefined) {
    this.#report = report;
  }

  /** The other side sent what it must not send. */
  badMessage(reason: string): void {
    this.badMessageCount += 1;
    this.#report(reason);
  }

  /** Something was dropped, and the other side is not to blame. */
  dropped(reason: string): void {
    this.#report(reason);
  }
}
