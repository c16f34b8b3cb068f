import type { TurnView } from '../../../shared/contract/thread-view.ts';
import { requestBranch } from '../messages/answer/message-requests.ts';
import { turnKey } from '../messages/Turn.tsx';
import { openFind } from '../panel/panel-view.ts';
import { agent } from '../threads/agent.ts';
import type { FoundWords } from './history-groups.ts';

/** Scrolls to words in the shown thread, after switching to the version that has them. */
export async function showFound({ words, entryId }: FoundWords): Promise<void> {
  const isIn = ({ promptId, answers }: TurnView) => promptId === entryId || answers.some(({ id }) => id === entryId);
  const hidden = agent.thread().view.branches.find(isIn);
  if (hidden && !((await requestBranch(hidden.promptId)) && (await isShown(hidden.promptId)))) return;
  const turn = agent.thread().view.turns.find(isIn);
  openFind({ query: words, message: turn ? turnKey(turn) : entryId });
}

/** @returns false when another thread is shown first */
function isShown(promptId: string): Promise<boolean> {
  const { store, thread } = agent;
  const { threadId } = thread();
  return new Promise((resolve) => {
    const look = () => {
      const { threadId: shown, view } = thread();
      const isThere = view.turns.some((turn) => turn.promptId === promptId);
      if (!isThere && shown === threadId) return;
      leave();
      resolve(isThere);
    };
    const leave = store.subscribe(look);
    look();
  });
}
