import type { StoreApi } from 'zustand/vanilla';
import { ok, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { ThreadEntry, ThreadSnapshot } from '../../../shared/contract/thread.ts';
import { appendEntries, foldThread } from '../../../shared/thread/fold-thread.ts';
import type { AgentState } from './agent-state.ts';
import type { ComposerStates } from './composer-states.ts';
import { createEntryInbox } from './entry-inbox.ts';

type StatusEvent = Extract<MainEvent, { type: 'answer-activity' | 'context-use' }>;
export type ThreadEvent = Extract<MainEvent, { type: 'thread-entries' }> | StatusEvent;

export interface ShownThreadEffects {
  readonly store: StoreApi<AgentState>;
  readonly composers: ComposerStates;
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  /** The thread that the workspace shows. */
  current(): Promise<ThreadSnapshot>;
  /** These entries are about to be shown. @returns what they change besides */
  arrived(state: AgentState, entries: readonly ThreadEntry[]): Partial<AgentState>;
}

export interface ShownThread {
  receive(event: ThreadEvent): void;
  /** Shows what main gives, unless another thread was asked for meanwhile. @returns whether there was one to show */
  show(ask: () => Promise<Result<ThreadSnapshot>>): Promise<boolean>;
  /** Shows what main says is to be shown. */
  load(): Promise<boolean>;
  isLoading(): boolean;
}

/**
 * The thread on the screen. Entries that stream in are folded once a frame; those of other threads are passed over,
 * and a gap is mended from main's snapshot.
 */
export function createShownThread({ store, composers, schedule, current, arrived }: ShownThreadEffects): ShownThread {
  const { getState, setState } = store;
  const load = () => show(async () => ok(await current()));
  const inbox = createEntryInbox({ schedule, adopt, mend: () => void load() });
  let asked = 0;
  /** Requests under way. */
  let loads = 0;
  /** What came while a thread was asked for, which may be newer than the thread. */
  let newer: StatusEvent[] = [];

  function adopt(entries: readonly ThreadEntry[]): void {
    setState((state) => ({ view: appendEntries(state.view, entries), ...arrived(state, entries) }));
  }

  function showStatus(event: StatusEvent): void {
    if (event.threadId !== getState().threadId) return;
    setState(event.type === 'context-use' ? { context: event.context } : { activity: event.activity });
  }

  function put({ id: threadId, entries, activity, context, draft }: ThreadSnapshot): void {
    const view = foldThread(entries);
    const last = view.turns.at(-1);
    const leftUnanswered = last && last.answers.length === 0 ? last.promptId : null;
    const work = composers.goTo(threadId, draft);
    setState({ ...work, threadId, view, activity, context, retrying: null, leftUnanswered });
    for (const event of newer) showStatus(event);
    inbox.begin(threadId, entries.length);
  }

  async function show(ask: () => Promise<Result<ThreadSnapshot>>): Promise<boolean> {
    const turn = ++asked;
    if (loads++ === 0) newer = [];
    const release = inbox.expect();
    try {
      const result = await ask();
      if (turn === asked) {
        if (result.ok) put(result.value);
        else setState({ problem: result.failure });
      }
      return result.ok;
    } catch (thrown) {
      if (turn === asked) setState({ problem: toFailure(thrown) });
      return false;
    } finally {
      loads--;
      release();
    }
  }

  return {
    receive(event) {
      if (event.type === 'thread-entries') return inbox.add(event);
      if (loads > 0) newer.push(event);
      showStatus(event);
    },
    show,
    load,
    isLoading: () => loads > 0,
  };
}
