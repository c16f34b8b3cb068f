import type { AgentPlan } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { AnswerView, ThreadView } from '../../../../shared/contract/thread-view.ts';

type PlanEntry = AgentPlan['entries'][number];

const isOver = ({ state }: PlanEntry): boolean => state === 'completed' || state === 'cancelled';

/** How far plans are, and what is being done. */
export interface PlanProgress {
  readonly done: number;
  readonly count: number;
  /** What is under way, else what comes next; undefined when all is done. */
  readonly now: PlanEntry | undefined;
}

export function progressOf(plans: readonly AgentPlan[]): PlanProgress {
  const entries = plans.flatMap((plan) => plan.entries);
  return {
    done: entries.filter(isOver).length,
    count: entries.length,
    now: entries.find(({ state }) => state === 'in_progress') ?? entries.find((entry) => !isOver(entry)),
  };
}

const none: readonly AgentPlan[] = [];

/** The plans that hold now: those of the latest answer that has any, as long as it runs or something of them is left. */
export function presentPlans({ turns, unprompted }: Pick<ThreadView, 'turns' | 'unprompted'>): readonly AgentPlan[] {
  const turn = turns.at(-1);
  const since = unprompted.filter(({ afterPromptId }) => afterPromptId === (turn?.promptId ?? null));
  for (const answer of [turn?.answers.at(-1), ...since].reverse()) {
    const plans = answer ? plansOf(answer) : none;
    if (plans.length > 0) return answer?.end && progressOf(plans).now === undefined ? none : plans;
  }
  return none;
}

const known = new WeakMap<AnswerView['parts'], readonly AgentPlan[]>();

function plansOf({ parts }: AnswerView): readonly AgentPlan[] {
  const found = known.get(parts) ?? parts.flatMap((part) => (part.type === 'agent-plan' ? [part.plan] : []));
  known.set(parts, found);
  return found;
}
