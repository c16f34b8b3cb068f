export interface PeerStatistics {
  /** Calls and streams that were sent to the other side. */
  readonly calls: number;
  /** Those of them that failed; a caller that cancelled is no failure. */
  readonly errors: number;
  readonly pending: number;
  /** Of the last calls that were answered; 0 when none was. */
  readonly meanMs: number;
  readonly p95Ms: number;
  /** What came from the other side and broke the protocol. */
  readonly badMessages: number;
  /** The name of what was sent last and is not answered, or was not when the port closed; else of what was sent last. */
  readonly lastCall?: string;
}

const samples = 100;

/** Counts calls and keeps the response times of the last hundred. */
export class CallStatistics {
  calls = 0;
  errors = 0;
  readonly #times = new Float64Array(samples);
  #answered = 0;

  answered(ms: number): void {
    this.#times[this.#answered % samples] = ms;
    this.#answered += 1;
  }

  get responseTimes(): { readonly meanMs: number; readonly p95Ms: number } {
    const times = this.#times.slice(0, this.#answered).sort();
    if (times.length === 0) return { meanMs: 0, p95Ms: 0 };
    const sum = times.reduce((total, time) => total + time, 0);
    return { meanMs: sum / times.length, p95Ms: times[Math.ceil(times.length * 0.95) - 1] ?? 0 };
  }
}
