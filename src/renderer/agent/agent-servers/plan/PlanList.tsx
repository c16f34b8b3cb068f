import { Ban, Circle, CircleCheck, CircleDot, type LucideIcon } from 'lucide-react';
import type { AgentPlan } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import styles from './plan.module.css';

type PlanEntry = AgentPlan['entries'][number];

const states: Readonly<Record<PlanEntry['state'], { readonly Icon: LucideIcon; readonly words: string }>> = {
  pending: { Icon: Circle, words: 'to do' },
  in_progress: { Icon: CircleDot, words: 'under way' },
  completed: { Icon: CircleCheck, words: 'done' },
  cancelled: { Icon: Ban, words: 'dropped' },
};

/** The steps of a plan with their states, and what it says besides. */
export function PlanList({ plan: { entries, text = '' } }: { readonly plan: AgentPlan }) {
  return (
    <>
      <ul className={styles.list}>
        {entries.map(({ content, priority, state }, index) => {
          const { Icon, words } = states[state];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plan comes as a whole, and its steps have no names
            <li key={index} data-state={state} className={styles.entry}>
              <Icon size={14} aria-hidden />
              <span className={styles.hidden}>{words}: </span>
              <span className={styles.content}>{visibleText(content)}</span>
              {priority === 'high' && <span className={styles.priority}>important</span>}
            </li>
          );
        })}
      </ul>
      {text.trim() !== '' && (
        <div className={styles.text}>
          <Markdown text={text} isStreaming={false} />
        </div>
      )}
    </>
  );
}
