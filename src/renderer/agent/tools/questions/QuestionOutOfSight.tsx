import { CircleHelp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../base/controls/Button.tsx';
import { agentQuestions } from '../../agent-servers/calls/agent-questions.ts';
import styles from '../../messages/Messages.module.css';
import { useThread } from '../../threads/agent.ts';
import { asksAnything } from './asks-anything.ts';
import { pendingQuestions } from './pending-questions.ts';
import { questionSelector } from './use-question-focus.ts';

/** Tells that something in the thread waits for an answer while the person reads elsewhere in it. */
export function QuestionOutOfSight() {
  const isAsked = useThread(({ view }) => asksAnything(view));
  return (
    // Always mounted: a live region is announced only when something comes into it.
    <div role="status" className={styles.outOfSight}>
      {isAsked && <ShowQuestion />}
    </div>
  );
}

function ShowQuestion() {
  // Others may come and go while the first stays.
  const key = useThread(({ view }) =>
    [
      ...agentQuestions(view).map(({ question }) => question.id),
      ...pendingQuestions(view).map(({ toolUse }) => toolUse.id),
    ].join(' '),
  );
  const hidden = useHidden(key);
  if (!hidden) return null;
  return (
    <Button
      variant="floating"
      onClick={() => {
        hidden.scrollIntoView({ block: 'center' });
        hidden.focus({ preventScroll: true });
      }}
    >
      <CircleHelp size={16} aria-hidden />A question needs you
    </Button>
  );
}

/** The first question on the page, while none of them is in view. @param key changes with the questions */
function useHidden(key: string): HTMLElement | null {
  const [hidden, setHidden] = useState<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other questions are other elements
  useEffect(() => {
    const elements = [...document.querySelectorAll<HTMLElement>(`#agent-panel ${questionSelector}`)];
    const inView = new Set<Element>();
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) inView.add(target);
        else inView.delete(target);
      }
      setHidden(inView.size === 0 ? (elements.find((each) => each.isConnected) ?? null) : null);
    });
    for (const element of elements) observer.observe(element);
    return () => {
      observer.disconnect();
      setHidden(null);
    };
  }, [key]);
  return hidden;
}
