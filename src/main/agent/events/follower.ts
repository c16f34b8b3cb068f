import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';

export type Told = ExtensionMethods['event.tell']['params'];

/** An extension that follows threads: it is told one event at a time, in order. */
export interface Follower {
  tell(told: Told): void;
  /** Whether such an event waits, or is being told. */
  has(id: Told['id']): boolean;
  /** It was told everything. */
  idle(): Promise<void>;
}

export interface FollowerDeps {
  /** Tells it, and waits for it. */
  deliver(told: Told): Promise<void>;
  failed(text: string): void;
}

/** So many events wait for an extension; more are left out, which its log tells. */
const mostWaiting = 1000;
/** Milliseconds between two updates of what grows. */
const pauseMs = 100;

export function createFollower({ deliver, failed }: FollowerDeps): Follower {
  const waiting: Told[] = [];
  let isTelling = false;
  let present: Told['id'] | null = null;
  let telling = Promise.resolve();
  let leftOut = 0;
  let updatedAt = Number.NEGATIVE_INFINITY;
  /** Ends the pause before an update: something else has happened. */
  let goOn = () => {};

  async function tellAll(): Promise<void> {
    isTelling = true;
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (isUpdate(next)) await pause();
      const told = waiting.shift();
      if (!told) break;
      present = told.id;
      if (isUpdate(told)) updatedAt = performance.now();
      await deliver(told).catch((thrown) => failed(`It was not told of “${told.id}”: ${thrown?.message ?? thrown}`));
    }
    isTelling = false;
    present = null;
    leftOut = 0;
  }

  async function pause(): Promise<void> {
    const ms = updatedAt + pauseMs - performance.now();
    if (ms <= 0 || waiting.length > 1) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    goOn = () => {};
  }

  return {
    has: (id) => present === id || waiting.some((told) => told.id === id),
    tell(told) {
      const last = waiting.at(-1);
      const joined = last && join(last, told);
      if (joined) waiting[waiting.length - 1] = joined;
      else if (waiting.length < mostWaiting) waiting.push(told);
      else if (leftOut++ === 0) failed(`It has ${mostWaiting} events to go through: further ones are left out.`);
      if (waiting.length > 1) goOn();
      if (!isTelling) telling = tellAll();
    },
    idle: () => telling,
  };
}

const isUpdate = ({ id }: Told): boolean => id === 'message_update' || id === 'tool_execution_update';

/** Two updates of the same thing as one. */
function join(before: Told, next: Told): Told | null {
  if (before.threadId !== next.threadId) return null;
  if (before.id === 'message_update' && next.id === 'message_update') {
    if (before.event.message.id !== next.event.message.id) return null;
    const { text, thinking } = before.event.delta;
    const { delta } = next.event;
    return {
      ...next,
      event: { ...next.event, delta: { text: text + delta.text, thinking: thinking + delta.thinking } },
    };
  }
  if (before.id === 'tool_execution_update' && next.id === 'tool_execution_update') {
    return before.event.call.id === next.event.call.id ? next : null;
  }
  return null;
}
