import type { StoreApi } from 'zustand/vanilla';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { AgentState } from '../threads/agent-state.ts';
import { failureOf } from '../threads/failure-of.ts';
import type { ThreadSessions } from '../threads/thread-sessions.ts';
import { firstReadyModel } from './model-list.ts';

export interface ModelChoice {
  /** @returns whether it was chosen */
  choose(model: string): Promise<boolean>;
  /** At the first start, chooses a model that needs no set-up, so that the panel can be tried at once. */
  chooseFirst(): Promise<void>;
}

export function createModelChoice(
  { getState, setState }: StoreApi<AgentState>,
  sessions: Pick<ThreadSessions, 'shown'>,
  api: Pick<RendererApi['agent'], 'chooseModel'>,
): ModelChoice {
  let choices = 0;

  async function choose(wanted: string): Promise<boolean> {
    const turn = ++choices;
    const session = sessions.shown();
    session.change(() => ({ problem: null }));
    setState({ choosing: wanted, refusal: null });
    let chosen: string | undefined;
    const failure = await failureOf(async () => {
      const result = await api.chooseModel(wanted);
      if (result.ok) chosen = result.value;
      return result;
    });
    // Superseded by a later choice.
    if (turn !== choices) return false;
    if (failure) session.change(() => ({ problem: failure }));
    setState({ choosing: null, refusal: failure, ...(!failure && { model: chosen }) });
    return failure === null;
  }

  return {
    choose,
    async chooseFirst() {
      const state = getState();
      const ready = firstReadyModel(state.providers ?? []);
      if (state.model === undefined && state.choosing === null && ready) await choose(ready);
    },
  };
}
