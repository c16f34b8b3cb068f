import type { IncomingBatch, Intake } from '../../../shared/rpc/batches/intake.ts';
import type { CallHandler } from '../../../shared/rpc/handlers.ts';
import type { RpcPort } from '../../../shared/rpc/ports/port.ts';
import type { SendWindow } from '../../../shared/rpc/wire/wire.ts';
import type { TurnLimits } from './turn-limits.ts';

const ready = Promise.resolve();
const nothing = () => undefined;

export interface LaneListener {
  /** The lane has waiting messages and is not paused. */
  onReady(lane: PortLane): void;
  onOverrun(does: string): void;
}

/** The waiting messages of one port, and the use of its budget. */
export class PortLane implements Intake {
  readonly #limits: TurnLimits;
  readonly #window: SendWindow;
  readonly #listener: LaneListener;
  #waiting: IncomingBatch[] = [];
  #waitingBytes = 0;
  /** Seconds of budget used and not replenished, as of `#usedAt`. */
  #used = 0;
  #usedAt = performance.now();
  #pause: NodeJS.Timeout | undefined;
  #bad = { since: 0, count: 0 };
  #isClosed = false;

  constructor(limits: TurnLimits, window: SendWindow, listener: LaneListener) {
    this.#limits = limits;
    this.#window = window;
    this.#listener = listener;
  }

  /** Wraps a port so that the time of sending is charged to this lane, hence to the extension that is answered. */
  charging(port: RpcPort): RpcPort {
    return {
      onMessage: (listener) => port.onMessage(listener),
      onClose: (listener) => port.onClose(listener),
      close: () => port.close(),
      send: (message) => {
        const before = performance.now();
        port.send(message);
        this.#use({ ms: performance.now() - before });
      },
    };
  }

  /** Wraps a handler so that a call which has to wait is charged as a task. */
  chargingTasks(handler: CallHandler): CallHandler {
    return (params, context) => {
      const result = handler(params, context);
      if (!(result instanceof Promise)) return result;
      let hasWaited = false;
      // An `async` function without a wait settles within these microtasks.
      void ready
        .then(nothing)
        .then(nothing)
        .then(() => {
          hasWaited = true;
        });
      const settled = () => {
        if (hasWaited) this.#use({ tasks: 1 });
      };
      // Separate from the answer, which without a wait goes out with the acknowledgement.
      result.then(settled, settled);
      return result;
    };
  }

  take(batch: IncomingBatch): void {
    if (this.#isClosed) return;
    this.#waiting.push(batch);
    this.#waitingBytes += batch.bytes;
    const { batches, bytes, messageBytes } = this.#window;
    if (batch.bytes > messageBytes) {
      return this.#overrun(`sent a message of ${Math.ceil(batch.bytes / 1024 ** 2)} MB`);
    }
    if (this.#waiting.length > batches || this.#waitingBytes > bytes + messageBytes) {
      return this.#overrun('went on sending without waiting for the app');
    }
    if (this.#waiting.length === 1) this.#wake();
  }

  /** Counts a message that does not conform to the protocol. */
  bad(): void {
    const now = performance.now();
    if (now - this.#bad.since > 1000) this.#bad = { since: now, count: 0 };
    this.#bad.count += 1;
    if (this.#bad.count > this.#limits.badMessages) this.#overrun('kept sending what is no message');
  }

  /** Whether it has waiting messages and is not paused. */
  get isReady(): boolean {
    return this.#waiting.length > 0 && this.#pause === undefined;
  }

  /** Handles waiting messages for `maxMs`, plus the last message. @returns the milliseconds spent */
  handle(maxMs: number): number {
    const start = performance.now();
    let now = start;
    for (let batch = this.#waiting[0]; batch && now - start < maxMs && this.#mayGoOn(now); batch = this.#waiting[0]) {
      const hasMore = batch.handleNext();
      const after = performance.now();
      this.#use({ ms: after - now, messages: 1, bytes: hasMore ? 0 : batch.bytes });
      now = after;
      // Handling a message may have closed the lane.
      if (hasMore || this.#isClosed) continue;
      this.#waiting.shift();
      this.#waitingBytes -= batch.bytes;
    }
    if (this.#waiting.length > 0 && !this.#mayGoOn(now)) this.#rest();
    return now - start;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #wake(): void {
    // The budget is checked when the messages are handled.
    if (this.#pause === undefined) this.#listener.onReady(this);
  }

  /** Pauses until half of the burst is available. */
  #rest(): void {
    const restMs = (this.#used - this.#limits.burst / 2) * 1000;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#waiting.length > 0) this.#wake();
    }, restMs);
  }

  #mayGoOn(now: number): boolean {
    this.#used = Math.max(0, this.#used - (now - this.#usedAt) / 1000);
    this.#usedAt = now;
    return this.#used < this.#limits.burst;
  }

  #use({ ms = 0, messages = 0, bytes = 0, tasks = 0 }: Partial<TurnLimits['perSecond']>): void {
    const { perSecond } = this.#limits;
    this.#used += ms / perSecond.ms + messages / perSecond.messages + bytes / perSecond.bytes + tasks / perSecond.tasks;
  }

  #overrun(does: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#listener.onOverrun(does);
  }
}
