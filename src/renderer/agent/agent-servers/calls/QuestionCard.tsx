import { useContext, useId, useRef, useState } from 'react';
import { visibleText } from '../../../../shared/visible-text.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { useRest } from '../../../base/use-rest.ts';
import { useQuestionFocus } from '../../tools/questions/use-question-focus.ts';
import tools from '../../tools/tools.module.css';
import type { AskedByAgent } from './agent-questions.ts';
import { AgentAnswerContext } from './answer-context.ts';
import { CallBody } from './CallBody.tsx';
import { CallIcon } from './CallIcon.tsx';
import { CallTitle } from './CallLine.tsx';
import styles from './calls.module.css';
import { callTitle, shownOptions } from './format-agent-call.ts';

export interface QuestionCardProps {
  readonly asked: AskedByAgent;
  /** Its place among the questions of the thread that wait, from 1. */
  readonly place: number;
  readonly count: number;
  /** @returns when the agent has it, or it could not be given */
  onAnswer(optionId: string): Promise<unknown>;
  onStop(): void;
}

/** What is asked, where it is more than the call that is named below. */
function sentenceOf({ question, call }: AskedByAgent, agentName: string): string {
  const asked = visibleText(question.title?.trim() ?? '');
  return asked === '' || asked === callTitle(call) ? `May ${agentName} do this?` : asked;
}

/** Asks what an agent asks, with the agent's own answers. */
export function QuestionCard({ asked, place, count, onAnswer, onStop }: QuestionCardProps) {
  const { call, question } = asked;
  const { agentName } = useContext(AgentAnswerContext);
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const focus = useQuestionFocus(element);
  const [isSent, setSent] = useState(false);
  const isHeld = !useRest(question.id) || isSent;
  const options = shownOptions(question.options);
  const mayReject = question.options.some(({ kind }) => kind.startsWith('reject'));
  const answer = (optionId: string) => {
    if (isHeld) return;
    // The button is about to be removed, and would lose the focus.
    element.current?.focus({ preventScroll: true });
    setSent(true);
    void onAnswer(optionId).finally(() => setSent(false));
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
      <p className={styles.what}>
        <CallIcon kind={call.kind} />
        <span>
          <CallTitle call={call} />
        </span>
      </p>
      {question.text?.trim() && <p className={styles.questionText}>{visibleText(question.text.trim())}</p>}
      <CallBody call={call} isAsked />
      <div className={tools.buttons}>
        {options.map(({ id: optionId, label, hint, isPrimary }) => (
          <Button
            key={optionId}
            variant={isPrimary ? 'primary' : 'quiet'}
            title={hint}
            aria-disabled={isHeld}
            className={styles.option}
            onClick={() => answer(optionId)}
          >
            {label}
          </Button>
        ))}
        {!mayReject && (
          <Button title="Stop (Esc)" onClick={onStop}>
            Stop the answer
          </Button>
        )}
      </div>
      <p className={tools.quiet}>These answers are the agent’s own. Whether it keeps to them is up to the agent.</p>
    </div>
  );
}
