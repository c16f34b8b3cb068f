import { type HostAsker, HostRefusal } from './host-asker.ts';
import { monotonicClock, poll, pollableCreate, wallClock } from './wasi-parts.ts';

type Pollable = ReturnType<typeof pollableCreate>;

/** The most of `time.wait`. */
const longestWait = 2 ** 32 - 1;
const nanosecondsInMillisecond = 1_000_000n;

/**
 * Clocks and what waits for them. Those of the library answer with promises, for which a component that runs in one go
 * cannot wait; here the host lets the thread sleep, which ends as soon as the call is stopped.
 */
export function createClocks(host: HostAsker) {
  /** When each is ready, in nanoseconds of the monotonic clock. The others always are. */
  const due = new WeakMap<Pollable, bigint>();

  const subscribeInstant = (instant: bigint): Pollable => {
    const pollable = pollableCreate({ ready: () => monotonicClock.now() >= instant, wait: () => Promise.resolve() });
    due.set(pollable, instant);
    return pollable;
  };
  const sleepUntil = (instant: bigint) => {
    const milliseconds = Number((instant - monotonicClock.now()) / nanosecondsInMillisecond) + 1;
    try {
      host.ask('time.wait', [Math.min(longestWait, Math.max(0, milliseconds))]);
    } catch (thrown) {
      // It was stopped: it is told so by the next import that can tell.
      if (!(thrown instanceof HostRefusal)) throw thrown;
    }
  };
  const pollList = (list: readonly Pollable[]): Uint32Array => {
    if (list.length === 0) throw new Error('poll was given nothing to wait for');
    const ready = () => Uint32Array.from(list.flatMap((one, index) => (one.ready() ? [index] : [])));
    const now = ready();
    if (now.length > 0) return now;
    const instants = list.map((one) => due.get(one) ?? 0n);
    const first = instants.reduce((least, one) => (one < least ? one : least));
    sleepUntil(first);
    const then = ready();
    // After a stop nothing may be ready, but an empty list is no answer.
    return then.length > 0 ? then : Uint32Array.of(instants.indexOf(first));
  };
  // The glue calls it as a method, and takes none but the class that the streams of the library use.
  const { Pollable } = poll as unknown as { Pollable: { prototype: { block(this: Pollable): void } } };
  Pollable.prototype.block = function block(this: Pollable) {
    if (!this.ready()) sleepUntil(due.get(this) ?? 0n);
  };
  return {
    monotonicClock: {
      ...monotonicClock,
      subscribeInstant,
      subscribeDuration: (duration: bigint) => subscribeInstant(monotonicClock.now() + duration),
    },
    wallClock,
    poll: { ...poll, poll: pollList },
  };
}
