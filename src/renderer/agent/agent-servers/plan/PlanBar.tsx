import { ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { AgentPlan } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { useKeyboardHome } from '../../panel/use-keyboard-home.ts';
import { useThread } from '../../threads/agent.ts';
import { PlanList } from './PlanList.tsx';
import styles from './plan.module.css';
import { presentPlans, progressOf } from './present-plan.ts';

/** The present plan of the thread's agent, always in sight. */
export function PlanBar() {
  const plans = useThread(({ view }) => presentPlans(view));
  return plans.length > 0 && <Bar plans={plans} />;
}

export function Bar({ plans }: { readonly plans: readonly AgentPlan[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const bar = useRef<HTMLElement>(null);
  useKeyboardHome(bar);
  const { done, count, now } = progressOf(plans);
  return (
    <section ref={bar} className={styles.bar} aria-label="Plan of the agent">
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={14} aria-hidden />
        <span className={styles.now}>{now ? visibleText(now.content) : 'Plan'}</span>
        {count > 0 && (
          <span className={styles.count}>
            {done} of {count} done
          </span>
        )}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
        <div id={id} role="group" aria-label="Steps" tabIndex={0} className={styles.steps}>
          {plans.map((plan) => (
            <PlanList key={plan.id} plan={plan} />
          ))}
        </div>
      )}
    </section>
  );
}
