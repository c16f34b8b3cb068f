import { useId } from 'react';
import { Button } from '../../../base/controls/Button.tsx';
import { ToolArguments } from '../arguments/ToolArguments.tsx';
import { ChangeHead } from '../ChangeHead.tsx';
import { ChangeLines } from '../ChangeLines.tsx';
import { EffectView } from '../EffectView.tsx';
import { ToolFold } from '../ToolFold.tsx';
import styles from '../tools.module.css';
import { type PendingQuestion, questionKey } from './pending-questions.ts';

export interface AllowAllProps {
  /** Questions that are allowed along with the one above. */
  readonly others: readonly PendingQuestion[];
  readonly isHeld: boolean;
  onAllow(): void;
}

/** Allows a question and similar ones, all of which are shown. */
export function AllowAll({ others, isHeld, onAllow }: AllowAllProps) {
  const id = useId();
  return (
    <div className={styles.rules}>
      <div className={styles.ruleLine}>
        <Button aria-disabled={isHeld} aria-describedby={id} onClick={onAllow}>
          Allow all {others.length + 1}
        </Button>
        <p id={id} className={styles.quiet}>
          Allows the one above and {others.length === 1 ? 'this one' : 'these'}, once.
        </p>
      </div>
      <ul className={styles.alike}>
        {others.map((other) => (
          <li key={questionKey(other)}>
            <Alike {...other} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Alike({ toolUse: { input }, state: { effect } }: PendingQuestion) {
  if (effect === undefined || effect.type === 'run') return <ToolArguments input={input} />;
  if (effect.type !== 'change') return <EffectView effect={effect} isAsked />;
  return effect.changes.map((change, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the changes of one effect never change, and may name a file twice
    <ToolFold key={index} title={<ChangeHead change={change} />}>
      <ChangeLines change={change} />
    </ToolFold>
  ));
}
