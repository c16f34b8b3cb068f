import type { StoreApi } from 'zustand/vanilla';
import type { Draft } from '../../../shared/contract/thread.ts';
import type { AgentState, ThreadWork } from './agent-state.ts';

/** What a person has in hand in one thread. It stays as it is while another thread is shown. */
export interface ComposerState {
  /** null until main has told the thread. */
  readonly threadId: string | null;
  work(): ThreadWork;
  change(change: (work: ThreadWork) => Partial<ThreadWork>): void;
}

export interface ComposerStates {
  /** Of the thread that is shown. */
  present(): ComposerState;
  /**
   * Clears away the present one.
   * @param left what an earlier window left to be written on it
   * @returns what lies on the composer of the thread, to be shown with it
   */
  goTo(threadId: string, left: Draft): ThreadWork;
  /** All on which something was ever put. */
  all(): Iterable<ComposerState>;
}

export const emptyComposer: ThreadWork = {
  draft: '',
  images: [],
  reading: 0,
  imageNote: null,
  sending: null,
  command: null,
  retrying: null,
  problem: null,
  editing: null,
  setAside: null,
  localReply: null,
};

interface OwnComposerState extends ComposerState {
  threadId: string | null;
  /** While another is shown; the store has it otherwise. */
  put: ThreadWork;
}

/** The composer of the thread that is shown is in the store; those of the others wait here until the window closes. */
export function createComposerStates({ getState, setState }: Pick<StoreApi<AgentState>, 'getState' | 'setState'>) {
  const known = new Map<string, OwnComposerState>();
  let shown = createComposer(null);

  function createComposer(threadId: string | null): OwnComposerState {
    const composer: OwnComposerState = {
      threadId,
      put: emptyComposer,
      work: () => (composer === shown ? getState() : composer.put),
      change(change) {
        if (composer === shown) return setState(change);
        composer.put = { ...composer.put, ...change(composer.put) };
        // Who waits for what changed follows the store.
        setState({});
      },
    };
    return composer;
  }

  const composers: ComposerStates = {
    present: () => shown,
    goTo(threadId, { text: draft, images }) {
      if (shown.threadId === threadId) return workOf(getState());
      let next = known.get(threadId);
      if (!next) {
        // What was begun before there was a thread belongs to the first one.
        next = shown.threadId === null ? shown : createComposer(threadId);
        next.threadId = threadId;
        next.put = { ...emptyComposer, draft, images };
        known.set(threadId, next);
        if (next === shown) {
          const begun = workOf(getState());
          return { ...begun, draft: begun.draft || draft, images: [...images, ...begun.images] };
        }
      }
      shown.put = workOf(getState());
      shown = next;
      return next.put;
    },
    all: () => known.values(),
  };
  return composers;
}

const workOf = (work: ThreadWork): ThreadWork => ({
  draft: work.draft,
  images: work.images,
  reading: work.reading,
  imageNote: work.imageNote,
  sending: work.sending,
  command: work.command,
  retrying: work.retrying,
  problem: work.problem,
  editing: work.editing,
  setAside: work.setAside,
  localReply: work.localReply,
});
