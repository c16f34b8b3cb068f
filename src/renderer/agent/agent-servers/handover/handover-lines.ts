import { isAgentRef } from '../../../../shared/contract/agent-servers/agent-ref.ts';
import type { AnswerView, ThreadView } from '../../../../shared/contract/thread-view.ts';
import { unseenTurns } from '../../../../shared/thread/unseen-turns.ts';

/** Where another answers than before, and an agent server is one of both; or where one was given what it had not seen. */
export interface HandoverLine {
  readonly words: string;
  /** As the agent got it; "": it got nothing, or nothing in one piece. */
  readonly given: string;
}

/** By the prompt above which it stands. */
export function handoverLines({
  turns,
  handovers,
}: Pick<ThreadView, 'turns' | 'handovers'>): ReadonlyMap<string, HandoverLine> {
  const lines = new Map<string, HandoverLine>();
  let before: AnswerView | undefined;
  for (const { promptId, answers } of turns) {
    const answer = answers.at(-1);
    if (!answer) continue;
    const { model, modelName } = answer;
    const isHanded = before !== undefined && before.model !== model && [before.model, model].some(isAgentRef);
    const given = handovers.find((one) => one.promptId === promptId && one.agent === model)?.text ?? '';
    if (before && isHanded) {
      const since = before.startedAt;
      const isDeclined = handovers.some(
        (one) => one.agent === model && one.promptId === null && one.covers.length > 0 && one.at >= since,
      );
      const words = `Handed from ${before.modelName} to ${modelName}`;
      lines.set(promptId, { words: `${words}${how(isAgentRef(model), given, isDeclined)}`, given });
    } else if (given !== '') lines.set(promptId, { words: `${modelName} was given what it had not seen`, given });
    before = answer;
  }
  return lines;
}

/**
 * How many turns the agent is given with the next prompt; 0 where nothing was said in them and nobody else was asked: what it
 * could not answer itself is no news of others.
 */
export function missedTurns(view: ThreadView, agent: string): number {
  const unseen = unseenTurns(view, agent, null);
  const isOfOthers = unseen.some(
    ({ turn, answer }) => answer !== undefined || turn.answers.some(({ model }) => model !== agent),
  );
  return isOfOthers ? unseen.length : 0;
}

/** Whether the person has decided that an agent is not given what it has not seen, and it was not asked since. */
export function isWithheld({ turns, handovers }: Pick<ThreadView, 'turns' | 'handovers'>, agent: string): boolean {
  const decided = handovers.find((one) => one.agent === agent && one.promptId === null && one.covers.length > 0);
  return (
    decided !== undefined &&
    !turns.some(({ answers }) => answers.some((one) => one.model === agent && one.startedAt >= decided.at))
  );
}

function how(isToAgent: boolean, given: string, isDeclined: boolean): string {
  if (!isToAgent) return ', which is given what was said';
  if (given !== '') return ', which was given what was said';
  return isDeclined ? ', without what was said' : '';
}
