import type { Question } from '../../../shared/contract/question.ts';
import { formatSeconds, useNow } from '../../base/use-now.ts';
import dialogStyles from '../../dialogs/Dialog.module.css';
import styles from './QuestionDialog.module.css';

/** A question of one type. */
export type QuestionOf<T extends Question['type']> = Extract<Question, { type: T }>;

/** The extension that asks, and how long it waits for the answer, if it does not wait for ever. */
export function AskedBy({ question: { asker, until } }: { readonly question: Question }) {
  return (
    <p className={dialogStyles.asker}>
      <span className={dialogStyles.text}>Asked by the extension</span>
      <span className={dialogStyles.name}>{asker.extensionName}</span>
      <span className={dialogStyles.id}>{asker.extensionId}</span>
      {until !== undefined && <TimeLeft until={until} />}
    </p>
  );
}

function TimeLeft({ until }: { readonly until: number }) {
  const now = useNow(true);
  return (
    <span role="timer" aria-live="off" className={styles.time}>
      Goes away in {formatSeconds(Math.max(until - now + 500, 1000))}
    </span>
  );
}
