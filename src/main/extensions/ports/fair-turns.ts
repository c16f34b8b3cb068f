import type { SendWindow } from '../../../shared/rpc/wire/wire.ts';
import { PortLane } from './port-lane.ts';
import type { TurnLimits } from './turn-limits.ts';

/** So little may add up over several turns: asking for the next turn of the loop costs a good part of what a call does. */
const negligibleMs = 0.5;

/** Handles what comes over many ports: in turns, each within its budget, and never so long that a key has to wait. */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Those that have something to handle and the budget for it; who has waited longest is first. */
  #ready: PortLane[] = [];
  #spentMs = 0;
  #isTurnAwaited = false;
  #isRunning = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** A port joins. @param onOverrun it goes beyond its window; told once. What it does completes "The extension X …" */
  open(window: SendWindow, onOverrun: (does: string) => void): PortLane {
    return new PortLane(this.#limits, window, { onReady: (lane) => this.#enter(lane), onOverrun });
  }

  #enter(lane: PortLane): void {
    this.#ready.push(lane);
    // What comes to an idle main is handled at once: a turn of the loop would be most of a call's time.
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

  /** What was spent counts until the loop has turned. */
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
