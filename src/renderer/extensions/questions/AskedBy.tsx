import { useEffect, useRef, useState } from 'react';
import type { Question } from '../../../shared/contract/question.ts';
import { formatSeconds, useNow } from '../../base/use-now.ts';
import { api } from '../../bridge.ts';
import dialogStyles from '../../dialogs/Dialog.module.css';
import styles from './QuestionDialog.module.css';

/** A question of one type. */
export type QuestionOf<T extends Question['type']> = Extract<Question, { type: T }>;

/** The extension that asks, and how long it waits for the answer, if it does not wait for ever. */
export function AskedBy({ question: { id, asker, until } }: { readonly question: Question }) {
  return (
    <p className={dialogStyles.asker}>
      <span className={dialogStyles.text}>Asked by the extension</span>
      <span className={dialogStyles.name}>{asker.extensionName}</span>
      {/* A script has no other name. */}
      {asker.extensionId !== asker.extensionName && <span className={dialogStyles.id}>{asker.extensionId}</span>}
      {until !== undefined && <TimeLeft id={id} until={until} />}
    </p>
  );
}

/** Until somebody types: what is written is not taken away. */
function TimeLeft({ id, until }: Pick<Question, 'id'> & { readonly until: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isAttended, setAttended] = useState(false);
  const now = useNow(!isAttended);
  useEffect(() => {
    const dialog = place.current?.closest('dialog');
    const attend = () => {
      setAttended(true);
      void api.questions.attend(id);
    };
    dialog?.addEventListener('input', attend, { once: true });
    return () => dialog?.removeEventListener('input', attend);
  }, [id]);
  return (
    <span ref={place} role="timer" aria-live="off" className={styles.time}>
      {isAttended ? 'Waits for your answer' : `Goes away in ${formatSeconds(Math.max(until - now + 500, 1000))}`}
    </span>
  );
}
