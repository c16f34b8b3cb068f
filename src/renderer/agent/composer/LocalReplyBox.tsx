import { X } from 'lucide-react';
import { IconButton } from '../../base/controls/IconButton.tsx';
import type { LocalReply } from '../threads/agent-state.ts';
import styles from './LocalReplyBox.module.css';

/** The app's reply to one of its own commands, above the message until it is dismissed. */
export function LocalReplyBox({ reply, onDismiss }: { readonly reply: LocalReply; onDismiss(): void }) {
  const { title, lines } = reply;
  const isList = lines.some(({ term }) => term !== undefined);
  return (
    <section className={styles.box} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X size={16} />
        </IconButton>
      </div>
      <div role="status" className={styles.lines} tabIndex={isList ? 0 : undefined}>
        {isList ? (
          <dl className={styles.list}>
            {lines.map(({ term, text }) => (
              <div key={`${term} ${text}`} className={styles.line}>
                <dt className={styles.term}>{term}</dt>
                <dd className={styles.text}>{text}</dd>
              </div>
            ))}
          </dl>
        ) : (
          lines.map(({ text }) => <p key={text}>{text}</p>)
        )}
      </div>
    </section>
  );
}
