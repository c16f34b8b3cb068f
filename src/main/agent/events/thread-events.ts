import { isDeepStrictEqual } from 'node:util';
import { toFailure } from '../../../shared/contract/errors.ts';
import type {
  AskedEvent,
  AskedEvents,
  EventOutcomes,
  FollowedEvent,
  FollowedEvents,
} from '../../../shared/contract/extension-api/extension-events.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import {
  applyOutcome,
  type EventName,
  eventAccess,
  eventOutcomes,
  stopOf,
} from '../../../shared/contract/extensions/thread-events.ts';
import { plainLine } from '../../../shared/contract/plain-line.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';
import type { AccessGate } from '../../extensions/api/access/access-gate.ts';
import { formatIssue } from '../../extensions/manifest/format-issue.ts';
import type { ExtensionHandle } from '../../extensions/registry/extension-handle.ts';
import { createFollower, type Follower } from './follower.ts';
import { createOwnTime } from './own-time.ts';

/** What goes on in threads, for the extensions that declare its events. */
export interface ThreadEvents {
  /** Whether any extension has declared it: what nobody hears need not be made. */
  isHeard(name: EventName): boolean;
  /** Tells those that follow it. Nothing waits for them. */
  tell<N extends FollowedEvent>(name: N, threadId: string, event: FollowedEvents[N]): void;
  /** A new instance of an extension is active: it is told which thread the panel shows, unless it is being told. */
  activated(extensionId: string, threadId: string | null): void;
  /**
   * Asks those that have a say in it, one after another. One that fails is told to the person and passed over.
   * Rejects only when the signal aborts.
   * @param asking told whom it waits for, when that takes a while; null: nobody any more
   */
  ask<N extends AskedEvent>(
    name: N,
    threadId: string,
    event: AskedEvents[N],
    signal: AbortSignal,
    asking?: (extensionName: string | null) => void,
  ): Promise<AnsweredEvent<N>>;
}

export interface AnsweredEvent<N extends AskedEvent> {
  /** As they leave it. */
  readonly event: AskedEvents[N];
  /** What they said, put together. */
  readonly outcome: EventOutcomes[N];
  /** The extensions that changed something or stopped it, in order, each with what it said; only the last one can have stopped it. */
  readonly by: readonly { readonly extension: Manifest; readonly said: EventOutcomes[N] }[];
}

/** Names of extensions, as the person knows them. @param part only of those that changed it */
export function namesOf<N extends AskedEvent>({ by }: AnsweredEvent<N>, part?: keyof EventOutcomes[N]): string[] {
  const those = part === undefined ? by : by.filter(({ said }) => Object.hasOwn(said, part));
  return those.map(({ extension }) => plainLine(extension.name));
}

export interface ThreadEventsDeps {
  /** Of the enabled extensions, in their order. */
  manifests(): readonly Manifest[];
  require(extensionId: string): Pick<ExtensionHandle, 'call'>;
  readonly access: AccessGate;
  /** Whether it waits for a person, a program or a model. */
  isWaiting(extensionId: string): boolean;
  /** Whether it waits for an answer of the person. */
  isAsking(extensionId: string): boolean;
  /** Tells the person that an extension was passed over; null: it no longer is. */
  passedOver(by: Manifest, name: AskedEvent, why: string | null): void;
  /** A line of the extension's log. */
  warn(extensionId: string, text: string): void;
  readonly deadlines: { readonly sayMs: number; readonly followMs: number };
}

/** When nobody hears anything. */
export const noThreadEvents: ThreadEvents = {
  isHeard: () => false,
  tell: () => {},
  activated: () => {},
  ask: async (_name, _threadId, event) => ({ event, outcome: {}, by: [] }),
};

/** Characters of why one was passed over. */
const longestReason = 300;
/** In ms: for so long nobody is told that a thread waits for an extension. */
const momentMs = 300;

export function createThreadEvents(deps: ThreadEventsDeps): ThreadEvents {
  const followers = new Map<string, Follower>();
  const hearing = (name: EventName): Manifest[] => deps.manifests().filter(({ events }) => Object.hasOwn(events, name));

  /** Whether a person lets it have the event. A refusal is no failure. */
  async function isLet(by: Manifest, name: EventName, signal: AbortSignal): Promise<boolean> {
    const access = eventAccess[name];
    if (access === null) return true;
    return deps.access.permit(by, access, signal).then(
      () => true,
      () => false,
    );
  }

  function followerOf(by: Manifest): Follower {
    const known = followers.get(by.id);
    if (known) return known;
    const follower = createFollower({
      async deliver(told) {
        const { signal } = new AbortController();
        if (!(await isLet(by, told.id, signal))) return;
        await deps.require(by.id).call('event.tell', told, { deadlineMs: deps.deadlines.followMs });
      },
      failed: (text) => deps.warn(by.id, text),
    });
    followers.set(by.id, follower);
    return follower;
  }

  /** @returns null when it was passed over */
  async function outcomeOf(
    by: Manifest,
    asked: ExtensionMethods['event.ask']['params'],
    signal: AbortSignal,
  ): Promise<EventOutcomes[AskedEvent] | null> {
    // Stop does not end that one: the person sees a question, and nothing else for which they would have to wait.
    const isOthers = asked.id === 'session_before_switch' ? deps.isAsking : deps.isWaiting;
    const own = createOwnTime(signal, deps.deadlines.sayMs, () => isOthers(by.id));
    const over = (said: string) => {
      const why = oneLine(said, longestReason);
      deps.warn(by.id, `It was passed over at “${asked.id}”: ${why}`);
      deps.passedOver(by, asked.id, why);
      return null;
    };
    try {
      const { outcome, failures } = await deps
        .require(by.id)
        .call('event.ask', asked, { signal: own.signal, onSent: () => own.start() });
      const read = eventOutcomes[asked.id].safeParse(outcome);
      if (!read.success) return over(`it answered with something else: ${formatIssue(read.error)}`);
      const [first] = failures;
      if (first === undefined) deps.passedOver(by, asked.id, null);
      else over(first);
      return changesOf(asked.event, read.data);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return over(
        own.signal.aborted ? `it took longer than ${deps.deadlines.sayMs / 1000} s` : toFailure(thrown).message,
      );
    } finally {
      own.end();
    }
  }

  return {
    isHeard: (name) => hearing(name).length > 0,
    tell(id, threadId, event) {
      for (const by of hearing(id)) followerOf(by).tell({ id, threadId, event } as Parameters<Follower['tell']>[0]);
    },
    activated(extensionId, threadId) {
      const by = hearing('session_start').find(({ id }) => id === extensionId);
      if (!by || threadId === null || followerOf(by).has('session_start')) return;
      followerOf(by).tell({ id: 'session_start', threadId, event: { reason: 'start' } });
    },
    async ask(name, threadId, given, signal, asking = () => {}) {
      let event = given;
      let outcome: EventOutcomes[typeof name] = {};
      const by: { extension: Manifest; said: EventOutcomes[typeof name] }[] = [];
      for (const extension of hearing(name)) {
        const timer = setTimeout(() => asking(extension.name), momentMs);
        try {
          if (!(await isLet(extension, name, signal))) continue;
          const asked = { id: name, threadId, event } as ExtensionMethods['event.ask']['params'];
          const said: EventOutcomes[typeof name] | null = await outcomeOf(extension, asked, signal);
          if (!said || Object.keys(said).length === 0) continue;
          by.push({ extension, said });
          outcome = { ...outcome, ...said };
          event = applyOutcome(event, said);
          if (stopOf(said)) break;
        } finally {
          clearTimeout(timer);
          asking(null);
        }
      }
      signal.throwIfAborted();
      return { event, outcome, by };
    },
  };
}

/** What of an outcome is another than it was. */
function changesOf(event: object, outcome: object): EventOutcomes[AskedEvent] {
  const before = event as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(outcome).filter(([key, value]) => !isDeepStrictEqual(before[key], value)));
}
