import { type FormEvent, useId, useRef, useState } from 'react';
import { toFailure } from '../../../../shared/contract/errors.ts';
import type { PauseReason, ThreadLimit } from '../../../../shared/contract/thread.ts';
import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { spentOf } from '../../../../shared/thread/cost.ts';
import { classNames } from '../../../base/class-names.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { api } from '../../../bridge.ts';
import { readCost, readTokens } from '../../context/limit-field.ts';
import { formatPause } from '../../panel/format-activity.ts';
import { agent, useThread } from '../../threads/agent.ts';
import styles from '../tools.module.css';
import { useQuestionFocus } from './use-question-focus.ts';

type Kind = 'tokens' | 'cost';

/** Asks whether a paused answer may continue; after a limit, with a new limit. */
export function PauseQuestion({ reason }: { readonly reason: PauseReason }) {
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const focus = useQuestionFocus(element);
  const [isDecided, setDecided] = useState(false);
  const currency = useThread(({ view }) => spentOf(view).currency);
  const toolName = useThread(({ view }) => (reason.type === 'repeat' ? idOfTool(view, reason.toolName) : ''));
  const named = reason.type === 'repeat' ? { ...reason, toolName } : reason;
  const kind: Kind = isOverCost(reason) ? 'cost' : 'tokens';
  const [typed, setTyped] = useState(() => suggestion(reason, kind));
  const read = kind === 'cost' ? readCost(typed) : readTokens(typed);
  const problem = reason.type === 'limit' ? problemOf(read, reason, kind) : null;

  const answer = async (goesOn: boolean, limit?: ThreadLimit) => {
    const { threadId } = agent.thread();
    if (threadId === null) return;
    // The buttons are about to be disabled, and would lose the focus.
    element.current?.focus({ preventScroll: true });
    setDecided(true);
    try {
      await api.agent.answerPause(threadId, goesOn, limit);
    } catch (thrown) {
      setDecided(false);
      agent.setProblem(threadId, toFailure(thrown));
    }
  };
  const resume = (event: FormEvent) => {
    event.preventDefault();
    if (problem !== null || isDecided) return;
    if (reason.type === 'repeat' || 'problem' in read) return void answer(true);
    const { [kind]: _, ...others } = reason.limit;
    void answer(true, read.value === undefined ? others : { ...others, [kind]: read.value });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div {...focus} role="group" aria-labelledby={`${id}-asked`} className={classNames(styles.question, styles.held)}>
      <p id={`${id}-asked`} className={styles.asked}>
        {formatPause(named, currency)}
      </p>
      <form className={styles.pause} onSubmit={resume}>
        {reason.type === 'limit' && (
          <div className={styles.rule}>
            <label htmlFor={`${id}-limit`} className={styles.ruleName}>
              New limit {kind === 'cost' ? `in ${currency ?? 'money'}` : 'in tokens'}
            </label>
            <input
              id={`${id}-limit`}
              className={styles.ruleField}
              inputMode={kind === 'cost' ? 'decimal' : 'numeric'}
              value={typed}
              autoComplete="off"
              aria-invalid={problem !== null}
              aria-describedby={`${id}-hint`}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <p id={`${id}-hint`} className={problem ? styles.ruleProblem : styles.quiet}>
              {problem ?? 'For the whole thread. Leave empty for no limit.'}
            </p>
          </div>
        )}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" disabled={isDecided || problem !== null}>
            Go on
          </Button>
          <Button disabled={isDecided} onClick={() => void answer(false)}>
            Stop here
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The id of a tool for people, from the name that the model uses. */
function idOfTool({ turns }: ThreadView, name: string): string {
  const parts = turns.at(-1)?.answers.at(-1)?.parts ?? [];
  for (const part of parts) {
    if (part.type === 'tool-use' && part.toolUse.name === name && part.run?.tool) return part.run.tool.id;
  }
  return name;
}

const isOverCost = (reason: PauseReason): boolean =>
  reason.type === 'limit' && reason.limit.cost !== undefined && reason.spent.cost >= reason.limit.cost;

/** Twice the limit, rounded. */
function suggestion(reason: PauseReason, kind: Kind): string {
  if (reason.type === 'repeat') return '';
  const wanted = Math.max(reason.limit[kind] ?? 0, reason.spent[kind]) * 2;
  const round = Number(wanted.toPrecision(2));
  return kind === 'cost' ? String(round) : new Intl.NumberFormat('en').format(round);
}

function problemOf(
  read: ReturnType<typeof readTokens>,
  { spent }: Extract<PauseReason, { type: 'limit' }>,
  kind: Kind,
): string | null {
  if ('problem' in read) return read.problem;
  return read.value !== undefined && read.value <= spent[kind]
    ? 'This much is already used. Enter more, or nothing for no limit.'
    : null;
}
