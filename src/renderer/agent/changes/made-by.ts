import { isAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import type { ThreadView } from '../../../shared/contract/thread-view.ts';

type Answered = Pick<ThreadView, 'turns' | 'branches' | 'unprompted'>;

/**
 * Who made the changes of a thread, within a sentence: agents by their names, models as "the model".
 * @param since a prompt: of its turn and those after it; default: of all turns
 */
export function madeBy(
  { turns, branches, unprompted }: Answered,
  { checkpoints }: Pick<ReviewSnapshot, 'checkpoints'>,
  since?: string,
): string {
  const changing = checkpoints.map(({ promptId }) => promptId);
  const counted = new Set(changing.slice(Math.max(0, changing.indexOf(since ?? ''))));
  const answers = [
    ...[...turns, ...branches].filter(({ promptId }) => counted.has(promptId)).flatMap((turn) => turn.answers),
    ...unprompted.filter(({ afterPromptId }) => afterPromptId !== null && counted.has(afterPromptId)),
  ];
  const names = answers.map(({ model, modelName }) => (isAgentRef(model) ? modelName : 'the model'));
  return names.length === 0 ? 'the model' : new Intl.ListFormat('en').format(new Set(names));
}
