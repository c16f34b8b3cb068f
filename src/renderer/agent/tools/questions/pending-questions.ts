import { callAsRun } from '../../../../shared/content/tool-result.ts';
import type { ToolUse } from '../../../../shared/contract/provider.ts';
import type { AnswerView, ThreadView } from '../../../../shared/contract/thread-view.ts';
import type { CalledTool, ToolRunState } from '../../../../shared/contract/tool.ts';
import { restMs } from '../../../base/use-rest.ts';

/** A call that waits for the person. */
export interface PendingQuestion {
  readonly toolUse: ToolUse;
  readonly tool: CalledTool;
  /** Names of extensions that had it otherwise than the model. */
  readonly changedBy?: readonly string[];
  readonly state: Extract<ToolRunState, { type: 'waiting' }>;
}

const none: readonly PendingQuestion[] = [];
const known = new WeakMap<AnswerView, readonly PendingQuestion[]>();

/**
 * The questions of a thread. Those that come together are in the order of their calls, and a later one never takes the
 * place of one that may be about to be answered.
 */
export function pendingQuestions({ turns }: Pick<ThreadView, 'turns'>): readonly PendingQuestion[] {
  const answer = turns.at(-1)?.answers.at(-1);
  if (!answer) return none;
  const found = known.get(answer) ?? questionsIn(answer);
  known.set(answer, found);
  return found;
}

function questionsIn({ parts }: AnswerView): readonly PendingQuestion[] {
  const asked = parts.flatMap((part) => {
    if (part.type !== 'tool-use' || part.run?.state.type !== 'waiting' || !part.run.tool) return [];
    const { tool, state, at, changedBy } = part.run;
    return [{ toolUse: callAsRun(part.toolUse, part.run), tool, state, at, ...(changedBy && { changedBy }) }];
  });
  const first = Math.min(...asked.map(({ at }) => at));
  const rank = ({ at }: { readonly at: number }) => (at < first + restMs ? first : at);
  return asked.sort((one, other) => rank(one) - rank(other));
}

/** Identifies a question; the next question of the same call has another key. */
export const questionKey = ({ toolUse, state }: PendingQuestion): string => `${toolUse.id} ${state.question ?? 1}`;

/** Questions that may be allowed together with this one: of the same tool and kind, and shown in full. */
export const alikeOf = (question: PendingQuestion, pending: readonly PendingQuestion[]): readonly PendingQuestion[] =>
  isShownWhole(question)
    ? pending.filter((one) => one !== question && isShownWhole(one) && isAlike(question, one))
    : [];

/** If “Allow in this thread” is not offered for both, they must be identical to count as alike. */
function isAlike(one: PendingQuestion, other: PendingQuestion): boolean {
  const isSameTool = one.tool.extensionId === other.tool.extensionId && one.tool.id === other.tool.id;
  if (!isSameTool || kindOf(one) !== kindOf(other)) return false;
  return (one.state.isForThread === true && other.state.isForThread === true) || isSame(one, other);
}

const kindOf = ({ state }: PendingQuestion): string => state.effect?.type ?? 'run';

const isSame = (one: PendingQuestion, other: PendingQuestion): boolean =>
  one.toolUse.input === other.toolUse.input && doneBy(one) === doneBy(other);

const doneBy = ({ state: { effect, where } }: PendingQuestion): string => JSON.stringify([effect, where]);

const isShownWhole = ({ state: { effect } }: PendingQuestion): boolean =>
  effect?.type !== 'change' || effect.changes.every(({ isCut }) => !isCut);
