export interface PeerStatistics {
  /** Number of calls and streams sent to the other side. */
  readonly calls: number;
  /** Number of those that failed; cancelling is no failure. */
  readonly errors: number;
  readonly pending: number;
  /** Of the last hundred answered calls; 0 if there are none. */
  readonly meanMs: number;
  readonly p95Ms: number;
  /** Number of messages from the other side that violated the protocol. */
  readonly badMessages: number;
  /** Name of the last call or stream that is pending, or was when the port closed; if none is, of the last one sent. */
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
