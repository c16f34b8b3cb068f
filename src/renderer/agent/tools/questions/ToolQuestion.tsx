import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ToolUse } from '../../../../shared/contract/provider.ts';
import type { CalledTool, ToolDecision, ToolRunState } from '../../../../shared/contract/tool.ts';
import { Button } from '../../../app/controls/Button.tsx';
import { agent } from '../../threads/agent.ts';
import { ToolArguments } from '../arguments/ToolArguments.tsx';
import { EffectView } from '../EffectView.tsx';
import { formatForThread, formatQuestion } from '../format-effect.ts';
import { useKeptState } from '../kept-state.ts';
import styles from '../tools.module.css';
import { useRest } from '../use-rest.ts';
import { RuleFields } from './RuleFields.tsx';
import { useQuestionFocus } from './use-question-focus.ts';

export interface ToolQuestionProps {
  readonly toolUse: ToolUse;
  readonly tool: CalledTool;
  readonly state: Extract<ToolRunState, { type: 'waiting' }>;
}

/** Asks whether what a call is about to do may happen, and shows exactly what that is. */
export function ToolQuestion({ toolUse, tool, state: { effect, patterns = [], question, where } }: ToolQuestionProps) {
  const { extensionName, isReadOnly } = tool;
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const focus = useQuestionFocus(element);
  const [isSent, setSent] = useState(false);
  const isHeld = !useRest(question ?? 1) || isSent;
  const [hasMore, setMore] = useKeptState(`more ${toolUse.id}`, false);
  const isPlainRun = effect === undefined || effect.type === 'run';
  // In a folder that is not trusted, what runs is asked for each time.
  const mayKeep = where?.isTrusted !== false || !(isPlainRun || effect.type === 'command');

  const decide = (decision: ToolDecision) => {
    // The buttons are about to be disabled, and would lose the keyboard to nothing.
    element.current?.focus({ preventScroll: true });
    setSent(true);
    // Main may refuse a rule; then it is still asked.
    void agent.decideTool(toolUse.id, decision, question).finally(() => setSent(false));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div {...focus} role="group" aria-labelledby={`${id}-asked`} className={styles.question}>
      <p id={`${id}-asked`} className={styles.asked}>
        {formatQuestion(tool, effect)}
      </p>
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
      <div className={styles.buttons}>
        <Button variant="primary" disabled={isHeld} onClick={() => decide('allow-once')}>
          Allow once
        </Button>
        {mayKeep && (
          <Button disabled={isHeld} onClick={() => decide('allow-thread')}>
            Allow in this thread
          </Button>
        )}
        <Button disabled={isHeld} onClick={() => decide('deny')}>
          Don’t allow
        </Button>
        {patterns.length > 0 && (
          <Button
            aria-expanded={hasMore}
            aria-controls={hasMore ? `${id}-more` : undefined}
            disabled={isHeld}
            onClick={() => setMore(!hasMore)}
          >
            More {hasMore ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
          </Button>
        )}
      </div>
      <p className={styles.quiet}>{formatForThread(tool, effect, mayKeep)}</p>
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
    </div>
  );
}
