import { ListTodo } from 'lucide-react';
import type { AgentPlan } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { PlanList } from './PlanList.tsx';
import styles from './plan.module.css';
import { progressOf } from './present-plan.ts';

/** The plan of an agent where it told it first, as it is now. */
export function PlanBlock({ plan }: { readonly plan: AgentPlan }) {
  const { done, count } = progressOf([plan]);
  return (
    <section className={styles.block} aria-label="Plan">
      <p className={styles.title}>
        <ListTodo size={14} aria-hidden />
        Plan
        {count > 0 && (
          <span className={styles.count}>
            {done} of {count} done
          </span>
        )}
      </p>
      <PlanList plan={plan} />
    </section>
  );
}
