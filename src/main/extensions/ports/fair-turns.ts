import type { SendWindow } from '../../../shared/rpc/wire/wire.ts';
import { PortLane } from './port-lane.ts';
import type { TurnLimits } from './turn-limits.ts';

/** Time that may accumulate over several turns: `setImmediate` itself costs a large part of a call's time. */
const negligibleMs = 0.5;

/** Handles the messages of many ports in turns, each within its budget, and short enough not to delay input events. */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Lanes with waiting messages and budget, the longest waiting first. */
  #ready: PortLane[] = [];
  #spentMs = 0;
  #isTurnAwaited = false;
  #isRunning = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Adds a port. @param onOverrun called once if it exceeds its window; `does` completes "The extension X …" */
  open(window: SendWindow, onOverrun: (does: string) => void): PortLane {
    return new PortLane(this.#limits, window, { onReady: (lane) => this.#enter(lane), onOverrun });
  }

  #enter(lane: PortLane): void {
    this.#ready.push(lane);
    // Messages to an idle main are handled at once: a turn of the event loop would be most of a call's time.
    if (!this.#isRunning) this.#run();
  }

  #run(): void {
    const { sliceMs, turnMs } = this.#limits;
    this.#isRunning = true;
    while (this.#spentMs < sliceMs) {
      const lane = this.#ready.shift();
      if (!lane) break;
      this.#spentMs += lane.handle(turnMs);
      if (lane.isReady) this.#ready.push(lane);
    }
    this.#isRunning = false;
    if (this.#ready.length > 0 || this.#spentMs >= negligibleMs) this.#awaitTurn();
  }

  /** Spent time counts until the event loop has turned. */
  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => {
      this.#isTurnAwaited = false;
      this.#spentMs = 0;
      if (this.#ready.length > 0) this.#run();
    });
  }
}
