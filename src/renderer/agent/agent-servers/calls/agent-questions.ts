import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import type { AgentQuestion } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { AnswerView, ThreadView } from '../../../../shared/contract/thread-view.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { callTitle, openQuestion } from './format-agent-call.ts';

/** A question of an agent that waits for the person. */
export interface AskedByAgent {
  readonly answerId: string;
  readonly agentName: string;
  readonly call: AgentCall;
  readonly question: AgentQuestion;
}

type Answers = Pick<ThreadView, 'turns' | 'unprompted'>;

const none: readonly AskedByAgent[] = [];
const known = new WeakMap<AnswerView, readonly AskedByAgent[]>();
const knownIn = new WeakMap<
  Answers['turns'],
  Pick<Answers, 'unprompted'> & { readonly asked: readonly AskedByAgent[] }
>();

/** The questions of agents in a thread, in the order in which they stand there. The same list for the same answers. */
export function agentQuestions({ turns, unprompted }: Answers): readonly AskedByAgent[] {
  const before = knownIn.get(turns);
  if (before?.unprompted === unprompted) return before.asked;
  const found = [...turns.flatMap(({ answers }) => answers), ...unprompted].flatMap(questionsOf);
  const asked = found.length > 0 ? found : none;
  knownIn.set(turns, { unprompted, asked });
  return asked;
}

/** Those of an answer, which may have ended: agents work on. */
export function questionsOf(answer: AnswerView): readonly AskedByAgent[] {
  const found = known.get(answer) ?? questionsIn(answer);
  known.set(answer, found);
  return found;
}

function questionsIn({ id: answerId, modelName: agentName, parts }: AnswerView): readonly AskedByAgent[] {
  const asked = parts.flatMap((part) => {
    const question = part.type === 'agent-call' ? openQuestion(part.call) : undefined;
    return part.type === 'agent-call' && question ? [{ answerId, agentName, call: part.call, question }] : [];
  });
  return asked.length > 0 ? asked : none;
}

/** The question as a sentence. */
export const formatAsked = ({ agentName, call, question }: AskedByAgent): string =>
  question.title?.trim()
    ? visibleText(question.title.trim())
    : `${agentName} asks before it goes on: ${callTitle(call)}`;
