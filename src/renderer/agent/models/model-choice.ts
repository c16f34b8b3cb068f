import type { StoreApi } from 'zustand/vanilla';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import { type AgentState, isBlank, type ThreadSession } from '../threads/agent-state.ts';
import { failureOf } from '../threads/failure-of.ts';
import type { ThreadSessions } from '../threads/thread-sessions.ts';
import { firstReadyModel } from './model-list.ts';

export function createModelChoice(
  { getState, setState }: StoreApi<AgentState>,
  sessions: Pick<ThreadSessions, 'shown'>,
  api: Pick<RendererApi['agent'], 'chooseModel'>,
) {
  let choices = 0;

  /** @returns whether it is chosen now */
  async function choose(wanted: string): Promise<boolean> {
    const turn = ++choices;
    const session = sessions.shown();
    session.change(() => ({ problem: null }));
    setState({ choosing: wanted, refusal: null });
    let chosen: string | undefined;
    const failure = await failureOf(async () => {
      const result = await api.chooseModel(wanted, session.threadId ?? undefined);
      if (result.ok) chosen = result.value;
      return result;
    });
    // Superseded by a later choice.
    if (turn !== choices) return false;
    if (failure) session.change(() => ({ problem: failure }));
    // The thread has it soon; until then nothing may go to the one before.
    if (chosen !== undefined && !failure) session.change(givenTo(chosen));
    setState({ choosing: null, refusal: failure, ...(!failure && { model: chosen }) });
    return failure === null;
  }

  return {
    choose,
    /** At the first start a model that is ready is chosen, so that the panel can be tried at once. */
    async chooseFirst() {
      const state = getState();
      const ready = firstReadyModel(state.providers ?? []);
      if (state.model === undefined && state.choosing === null && ready) await choose(ready);
    },
  };
}

const givenTo =
  (model: string) =>
  ({ view }: ThreadSession): Partial<ThreadSession> =>
    isBlank(view) ? {} : { view: { ...view, answerer: { model, modelName: '' } } };
