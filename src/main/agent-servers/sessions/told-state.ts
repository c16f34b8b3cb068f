import { isDeepStrictEqual } from 'node:util';
import type { AgentSessionState } from '../../../shared/contract/agent-servers/agent-session.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { OpenThread } from '../../agent/threads/open-thread.ts';
import type { ItemUpdate } from './told-items.ts';

export interface ToldStateDeps {
  /** An agent reference. */
  readonly agent: string;
  readonly thread: OpenThread;
  /** As it was when the session was closed for a while. */
  readonly before: AgentSessionState | undefined;
  /** Whether nothing more goes into the thread. */
  isFull(): boolean;
  publish(state: AgentSessionState): void;
  /** The agent told that it rests. */
  onIdle(): void;
}

/** What is so of a session by now, as its agent told it and as it was opened. */
export function createToldState({ agent, thread, before, isFull, publish, onIdle }: ToldStateDeps) {
  let state: AgentSessionState = {
    agent,
    commands: [],
    options: [],
    signIn: [],
    canSignOut: false,
    ...before,
    ...{ phase: 'starting', failure: undefined, workingSince: undefined },
  };
  let resting = Promise.withResolvers<void>();

  function set(change: Partial<AgentSessionState>): void {
    const next = { ...state, ...change };
    if (isDeepStrictEqual(next, state)) return;
    state = next;
    if (state.workingSince === undefined) resting.resolve();
    publish(state);
  }

  const setOption = (id: string, value: string | boolean): void =>
    set({ options: state.options.map((option) => (option.id === id ? { ...option, value } : option)) });

  return {
    get: () => state,
    set,
    /** Settles once it does nothing of itself, or is gone. */
    async rested(): Promise<void> {
      if (state.workingSince !== undefined) await resting.promise;
    },
    setOption,
    take(update: Exclude<AgentUpdate, ItemUpdate>): void {
      switch (update.type) {
        case 'commands':
          return set({ commands: update.commands });
        case 'options':
          return set({ options: update.options });
        case 'option':
          return setOption(update.id, update.value);
        case 'title': {
          const { title } = thread.view;
          const isNews =
            !isFull() && update.title.trim() !== '' && title?.text !== update.title && title?.by !== 'person';
          if (isNews) thread.append([{ kind: 'title', at: Date.now(), text: update.title, by: 'model' }]);
          return;
        }
        case 'usage': {
          const { used, size } = update.usage;
          thread.setContext({ tokens: used, limit: size, source: 'usage' });
          return set({ usage: update.usage });
        }
        case 'state':
          if (update.isRunning && state.workingSince === undefined) resting = Promise.withResolvers();
          set({ workingSince: update.isRunning ? (state.workingSince ?? Date.now()) : undefined });
          if (!update.isRunning) onIdle();
      }
    },
  };
}

export type ToldState = ReturnType<typeof createToldState>;
