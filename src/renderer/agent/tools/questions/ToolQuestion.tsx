import { ChevronDown, ChevronUp } from 'lucide-react';
import { useContext, useId, useRef, useState } from 'react';
import type { ToolDecision } from '../../../../shared/contract/tool.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { useRest } from '../../../base/use-rest.ts';
import { agent } from '../../threads/agent.ts';
import { ToolArguments } from '../arguments/ToolArguments.tsx';
import { ChangedBy } from '../ChangedBy.tsx';
import { EffectView } from '../EffectView.tsx';
import { formatForThread, formatQuestion } from '../format-effect.ts';
import { useKeptState } from '../kept-state.ts';
import styles from '../tools.module.css';
import { AllowAll } from './AllowAll.tsx';
import { alikeOf, type PendingQuestion, questionKey } from './pending-questions.ts';
import { QuestionThread } from './question-thread.ts';
import { RuleFields } from './RuleFields.tsx';
import { TrustOffer } from './TrustOffer.tsx';
import { useQuestionFocus } from './use-question-focus.ts';
import { useTrust } from './use-trust.ts';

export interface ToolQuestionProps {
  readonly question: PendingQuestion;
  /** All questions that wait in the thread; this is the first. */
  readonly pending: readonly PendingQuestion[];
}

/** Asks whether a call may have its effect, and shows exactly what that is. */
export function ToolQuestion({ question, pending }: ToolQuestionProps) {
  const { toolUse, tool, state } = question;
  const { effect, patterns = [], where } = state;
  const { extensionName, isReadOnly } = tool;
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const focus = useQuestionFocus(element);
  const [isSent, setSent] = useState(false);
  const [hasMore, setMore] = useKeptState(`more ${toolUse.id}`, false);
  const elsewhere = useContext(QuestionThread);
  const isPlainRun = effect === undefined || effect.type === 'run';
  const trust = useTrust(where);
  // In an untrusted folder commands and plain runs must be asked for each time.
  const mayKeep = trust.isTrusted || !(isPlainRun || effect.type === 'command');
  const others = alikeOf(question, pending);
  const shown = [question, ...others];
  const isHeld = !useRest(`${mayKeep} ${shown.map(questionKey).join(' ')}`) || isSent;
  // The button is about to be removed or disabled, and would lose the focus.
  const keepFocus = () => element.current?.focus({ preventScroll: true });

  const decide = (decision: ToolDecision, answered = [question]) => {
    if (isHeld) return;
    keepFocus();
    setSent(true);
    const all = answered.map(({ toolUse: { id: callId }, state: { question: number } }) =>
      elsewhere === null
        ? agent.decideTool(callId, decision, number)
        : agent.decideToolIn(elsewhere, callId, decision, number),
    );
    // Main may refuse a rule; then the question stays.
    void Promise.all(all).finally(() => setSent(false));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div {...focus} role="group" aria-labelledby={`${id}-asked ${id}-count`} className={styles.question}>
      <div className={styles.questionHead}>
        <p id={`${id}-asked`} className={styles.asked}>
          {formatQuestion(tool, effect)}
        </p>
        {pending.length > 1 && (
          <span id={`${id}-count`} className={styles.quiet}>
            1 of {pending.length}
          </span>
        )}
      </div>
      <div className={styles.choice}>
        {isPlainRun ? (
          <>
            <p className={styles.quiet}>
              {isReadOnly ? `${extensionName} says that it changes nothing.` : 'It may change things.'}
            </p>
            <ToolArguments input={toolUse.input} />
          </>
        ) : (
          <EffectView effect={effect} isAsked />
        )}
        <ChangedBy names={question.changedBy} />
        <div className={styles.answers}>
          <Button variant="primary" aria-disabled={isHeld} onClick={() => decide('allow-once')}>
            Allow once
          </Button>
          {mayKeep && (
            <Button aria-disabled={isHeld} onClick={() => decide('allow-thread')}>
              Allow in this thread
            </Button>
          )}
          <Button aria-disabled={isHeld} onClick={() => decide('deny')}>
            Don’t allow
          </Button>
          {patterns.length > 0 && (
            <Button
              aria-expanded={hasMore}
              aria-controls={hasMore ? `${id}-more` : undefined}
              aria-disabled={isHeld}
              onClick={() => !isHeld && setMore(!hasMore)}
            >
              More {hasMore ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
            </Button>
          )}
        </div>
      </div>
      {mayKeep && <p className={styles.quiet}>{formatForThread(tool, effect)}</p>}
      {!mayKeep && <TrustOffer isOpen={trust.isOpen} isHeld={isHeld} onTrust={keepFocus} />}
      {hasMore && patterns.length > 0 && (
        <RuleFields
          id={`${id}-more`}
          effect={effect}
          patterns={patterns}
          where={where}
          mayAllow={mayKeep}
          isDecided={isHeld}
          onDecide={decide}
        />
      )}
      {others.length > 0 && <AllowAll others={others} isHeld={isHeld} onAllow={() => decide('allow-once', shown)} />}
    </div>
  );
}
