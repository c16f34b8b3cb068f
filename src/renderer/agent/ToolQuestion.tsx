import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ToolUse } from '../../shared/contract/provider.ts';
import type { CalledTool, ToolDecision } from '../../shared/contract/tool.ts';
import { Button } from '../app/controls/Button.tsx';
import { agent } from './agent.ts';
import messages from './Messages.module.css';
import { ToolArguments } from './ToolArguments.tsx';
import styles from './ToolUseBlock.module.css';

export interface ToolQuestionProps {
  readonly toolUse: ToolUse;
  readonly tool: CalledTool;
}

/**
 * Asks whether a call may run. It takes the keyboard only when nothing is being typed, and then not onto a button: a
 * stray key must allow nothing.
 */
export function ToolQuestion({ toolUse, tool }: ToolQuestionProps) {
  const { id, extensionName, isReadOnly } = tool;
  const labelId = useId();
  const element = useRef<HTMLDivElement>(null);
  const [isDecided, setDecided] = useState(false);
  useEffect(() => {
    if (mayTakeFocus(document.activeElement)) element.current?.focus({ preventScroll: true });
  }, []);

  const decide = (decision: ToolDecision) => {
    setDecided(true);
    void agent.decideTool(toolUse.id, decision);
    // The buttons go away. With "in this thread" the other questions may go as well.
    const others = [...document.querySelectorAll<HTMLElement>(questions)].filter((each) => each !== element.current);
    (decision === 'allow-thread' ? composer() : (others[0] ?? composer()))?.focus();
  };
  const onKeyDown = ({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    // Letters are meant for the composer, where they arrive in time.
    const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
    if (isLetter && target === element.current) composer()?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      ref={element}
      role="group"
      aria-labelledby={labelId}
      tabIndex={-1}
      className={styles.question}
      data-tool-question
      onKeyDown={onKeyDown}
    >
      <p id={labelId} className={styles.asked}>
        May the tool <code className={messages.toolName}>{id}</code> of {extensionName} run?
      </p>
      <p className={styles.claim}>
        {isReadOnly ? `${extensionName} says that it changes nothing.` : 'It may change things.'}
      </p>
      <ToolArguments input={toolUse.input} />
      <div className={styles.buttons}>
        <Button variant="primary" disabled={isDecided} onClick={() => decide('allow-once')}>
          Allow once
        </Button>
        <Button disabled={isDecided} onClick={() => decide('allow-thread')}>
          Allow in this thread
        </Button>
        <Button disabled={isDecided} onClick={() => decide('deny')}>
          Don’t allow
        </Button>
      </div>
    </div>
  );
}

const questions = '[data-tool-question]';
const panel = '#agent-panel';
const composer = () => document.querySelector<HTMLElement>(`${panel} textarea`);

/** From nothing, or from the panel where nothing is written; never from another question. */
function mayTakeFocus(holder: Element | null): boolean {
  if (!holder || holder === document.body) return true;
  if (!holder.closest(panel) || holder.closest(questions)) return false;
  const isField = holder instanceof HTMLTextAreaElement || holder instanceof HTMLInputElement;
  return !isField || (holder instanceof HTMLTextAreaElement && holder.value === '');
}
