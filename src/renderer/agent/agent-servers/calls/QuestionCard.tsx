import { type ComponentType, useContext, useId, useMemo, useRef, useState } from 'react';
import { exactAskOf, isRefusal } from '../../../../shared/content/exact-ask.ts';
import type { PermissionReach } from '../../../../shared/contract/agent-servers/agent-permission.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { useRest } from '../../../base/use-rest.ts';
import { useQuestionFocus } from '../../tools/questions/use-question-focus.ts';
import tools from '../../tools/tools.module.css';
import type { AllowFromNowOnProps } from './AllowFromNowOn.tsx';
import { AskedView } from './AskedView.tsx';
import type { AskedByAgent } from './agent-questions.ts';
import { AgentAnswerContext } from './answer-context.ts';
import styles from './calls.module.css';
import { callTitle, formatReach, shownOptions } from './format-agent-call.ts';

export interface QuestionCardProps {
  readonly asked: AskedByAgent;
  /** Its place among the questions of the thread that wait, from 1. */
  readonly place: number;
  readonly count: number;
  /** @returns when the agent has it, or it could not be given */
  onAnswer(optionId: string): Promise<unknown>;
  /** The same for the answer that allows it once, from now on. */
  onAllow(reach: PermissionReach): Promise<unknown>;
  /** Offers that, where all that is to be done is shown. */
  readonly Offer: ComponentType<AllowFromNowOnProps>;
  onStop(): void;
}

/** What is asked, where it is more than the call that is named below. */
function sentenceOf({ question, call }: AskedByAgent, agentName: string): string {
  const asked = visibleText(question.title?.trim() ?? '');
  return asked === '' || asked === callTitle(call) ? `May ${agentName} do this?` : asked;
}

/** Asks what an agent asks, with the agent's own answers. */
export function QuestionCard({ asked, place, count, onAnswer, onAllow, Offer, onStop }: QuestionCardProps) {
  const { call, question } = asked;
  const { agentName } = useContext(AgentAnswerContext);
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const focus = useQuestionFocus(element);
  const [isSent, setSent] = useState(false);
  const exact = useMemo(() => exactAskOf(call, question), [call, question]);
  const isNew = !useRest(question.id);
  // An agent may change what it asks for while it is read, and without end.
  const hasChanged = !useRest(`${question.id} ${question.revision}`);
  const isHeld = isNew || hasChanged || isSent;
  const options = shownOptions(question.options);
  const mayReject = question.options.some(isRefusal);
  // The button is about to be removed, and would lose the focus.
  const keepFocus = () => element.current?.focus({ preventScroll: true });
  const send = (give: () => Promise<unknown>) => {
    keepFocus();
    setSent(true);
    void give().finally(() => setSent(false));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div {...focus} role="group" aria-labelledby={`${id}-asked ${id}-count`} className={tools.question}>
      <div className={tools.questionHead}>
        <p id={`${id}-asked`} className={tools.asked}>
          {sentenceOf(asked, agentName)}
        </p>
        {count > 1 && (
          <span id={`${id}-count`} className={tools.quiet}>
            {place} of {count}
          </span>
        )}
      </div>
      <div className={tools.choice}>
        <AskedView call={call} question={question} />
        <div className={tools.answers}>
          {options.map((option) => {
            const waits = isRefusal(option) ? isNew || isSent : isHeld;
            return (
              <Button
                key={option.id}
                variant={option.isPrimary ? 'primary' : 'quiet'}
                title={option.hint}
                aria-disabled={waits}
                className={styles.option}
                onClick={() => !waits && send(() => onAnswer(option.id))}
              >
                {option.label}
              </Button>
            );
          })}
          {!mayReject && (
            <Button title="Stop (Esc)" onClick={onStop}>
              Stop the answer
            </Button>
          )}
        </div>
      </div>
      <p className={tools.quiet}>{formatReach(question.options)}</p>
      {exact && (
        <Offer
          option={exact.option}
          isHeld={isHeld}
          onAllow={(reach) => !isHeld && send(() => onAllow(reach))}
          onTrust={keepFocus}
        />
      )}
    </div>
  );
}
