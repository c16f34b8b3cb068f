import type { Outbox } from '../batches/outbox.ts';
import { RpcError } from '../rpc-error.ts';
import { Kind } from '../wire/wire.ts';
import { CallDeadlines } from './call-deadlines.ts';
import type { CallStatistics } from './call-statistics.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with `timeout`; no limit if absent. */
  readonly deadlineMs?: number | undefined;
}

interface PendingCall {
  readonly method: string;
  readonly sentAt: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Removes deadline and listener. */
  readonly release: () => void;
}

/** Calls waiting for the other side. Each settles exactly once, and is then removed. */
export class PendingCalls {
  readonly #outbox: Outbox;
  readonly #statistics: CallStatistics;
  readonly #deadlines = new CallDeadlines();
  readonly #calls = new Map<number, PendingCall>();
  readonly #maxUnderWay: number;
  #underWay = 0;
  /** Calls by id that are not sent until others are answered. */
  readonly #unsent = new Map<number, () => void>();

  /** @param maxUnderWay limit for calls that were sent and not answered */
  constructor(outbox: Outbox, statistics: CallStatistics, maxUnderWay = Number.POSITIVE_INFINITY) {
    this.#outbox = outbox;
    this.#statistics = statistics;
    this.#maxUnderWay = maxUnderWay;
  }

  get size(): number {
    return this.#calls.size;
  }

  get ids(): Iterable<number> {
    return this.#calls.keys();
  }

  nameOf(id: number): string | undefined {
    return this.#calls.get(id)?.method;
  }

  send(id: number, method: string, params: unknown, { signal, deadlineMs }: CallOptions): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(cancelled(method));
    const sentAt = performance.now();
    return new Promise((resolve, reject) => {
      const cancel = signal && (() => this.#giveUp(id, cancelled(method)));
      signal?.addEventListener('abort', cancel as () => void);
      const undoDeadline =
        deadlineMs === undefined
          ? undefined
          : this.#deadlines.add(sentAt + deadlineMs, () => this.#giveUp(id, tooLate(method, deadlineMs)));
      const release = () => {
        undoDeadline?.();
        signal?.removeEventListener('abort', cancel as () => void);
      };
      this.#calls.set(id, { method, sentAt, resolve, reject, release });
      const push = () => this.#outbox.push([Kind.request, id, method, params], method);
      if (this.#underWay < this.#maxUnderWay) {
        this.#underWay += 1;
        push();
      } else this.#unsent.set(id, push);
    });
  }

  answer(id: number, result: unknown): void {
    const call = this.#settle(id);
    if (!call) return;
    this.#statistics.answered(performance.now() - call.sentAt);
    call.resolve(result);
  }

  /** @param isAnswer whether the error came from the other side */
  fail(id: number, error: unknown, isAnswer = false): void {
    const call = this.#settle(id);
    if (!call) return;
    if (isAnswer) this.#statistics.answered(performance.now() - call.sentAt);
    this.#statistics.errors += 1;
    call.reject(error);
  }

  giveUpAll(reason: unknown): void {
    for (const id of [...this.#calls.keys()]) this.#giveUp(id, reason);
  }

  close(reason: unknown): void {
    this.#deadlines.clear();
    for (const id of [...this.#calls.keys()]) this.fail(id, reason);
  }

  #giveUp(id: number, error: unknown): void {
    const isSent = !this.#unsent.has(id);
    const call = this.#settle(id);
    if (!call) return;
    if (isSent) this.#outbox.push([Kind.cancel, id], call.method);
    if (!(error instanceof RpcError && error.code === 'cancelled')) this.#statistics.errors += 1;
    call.reject(error);
  }

  #settle(id: number): PendingCall | undefined {
    const call = this.#calls.get(id);
    if (!call) return undefined;
    this.#calls.delete(id);
    call.release();
    if (!this.#unsent.delete(id)) this.#sendNext();
    return call;
  }

  /** Called when a sent call has settled. */
  #sendNext(): void {
    const [next] = this.#unsent;
    if (!next) {
      this.#underWay -= 1;
      return;
    }
    const [id, push] = next;
    this.#unsent.delete(id);
    push();
  }
}

const cancelled = (method: string) => new RpcError('cancelled', `${method} was cancelled`);
const tooLate = (method: string, deadlineMs: number) =>
  new RpcError('timeout', `${method} did not answer within ${deadlineMs / 1000} s`);
