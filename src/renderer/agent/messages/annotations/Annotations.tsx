import { StickyNote } from 'lucide-react';
import { useRef } from 'react';
import { useAgent } from '../../threads/agent.ts';
import { annotate } from '../answer/message-requests.ts';
import styles from '../message.module.css';
import { beginAnnotating, endAnnotating, useAnnotating } from './annotating.ts';
import { LabelField } from './LabelField.tsx';
import { NoteField } from './NoteField.tsx';

const none: readonly string[] = [];

/** The note and the labels of a message, and the fields to write them in. */
export function Annotations({ on }: { readonly on: string }) {
  const threadId = useAgent((state) => state.threadId);
  const note = useAgent(({ view }) => view.notes[on]?.text ?? '');
  const labels = useAgent(({ view }) => view.labels[on] ?? none);
  const writing = useAnnotating((state) => (state.on === on ? state.what : null));
  const part = useRef<HTMLDivElement>(null);
  if (note === '' && labels.length === 0 && writing === null) return null;
  const end = (byKey: boolean) => {
    endAnnotating(on);
    // The keyboard is back at the message.
    if (byKey) part.current?.parentElement?.querySelector<HTMLElement>('[role="toolbar"] > [tabindex="0"]')?.focus();
  };
  return (
    <div ref={part} className={styles.annotations}>
      {writing === 'note' ? (
        <NoteField note={note} onKeep={(text) => annotate(threadId, on, { note: text })} onEnd={end} />
      ) : (
        note !== '' && (
          <button
            type="button"
            className={styles.note}
            data-find={`note ${on}`}
            title="Edit the note"
            aria-label={`Note: ${note}. Edit it`}
            onClick={() => beginAnnotating(on, 'note')}
          >
            <StickyNote size={14} aria-hidden />
            <span>{note}</span>
          </button>
        )
      )}
      {writing === 'labels' ? (
        <LabelField labels={labels} onKeep={(next) => annotate(threadId, on, { labels: next })} onEnd={end} />
      ) : (
        labels.length > 0 && (
          <button
            type="button"
            className={styles.labels}
            data-find={`labels ${on}`}
            title="Edit the labels"
            aria-label={`Labels: ${labels.join(', ')}. Edit them`}
            onClick={() => beginAnnotating(on, 'labels')}
          >
            {labels.map((label) => (
              <span key={label} className={styles.chip}>
                {label}
              </span>
            ))}
          </button>
        )
      )}
    </div>
  );
}
