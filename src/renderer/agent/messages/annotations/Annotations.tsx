import { StickyNote } from 'lucide-react';
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useThread } from '../../threads/agent.ts';
import { annotate } from '../answer/message-requests.ts';
import styles from '../message.module.css';
import { beginAnnotating, endAnnotating, useAnnotating } from './annotating.ts';
import { LabelField } from './LabelField.tsx';

const none: readonly string[] = [];

/** The note and the labels of a message, with the fields to edit them. */
export function Annotations({ on }: { readonly on: string }) {
  const threadId = useThread((state) => state.threadId);
  const note = useThread(({ view }) => view.notes[on]?.text ?? '');
  const labels = useThread(({ view }) => view.labels[on] ?? none);
  const writing = useAnnotating((state) => (state.on === on ? state.what : null));
  const part = useRef<HTMLDivElement>(null);
  if (note === '' && labels.length === 0 && writing === null) return null;
  const end = (byKey: boolean) => {
    endAnnotating(on);
    // The focus goes back to the message's toolbar.
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

interface NoteFieldProps {
  readonly note: string;
  /** @returns whether it was saved */
  onKeep(note: string): Promise<boolean>;
  /** @param byKey whether the focus should go back where it was */
  onEnd(byKey: boolean): void;
}

/** Edits a note. Enter, blur and unmounting save it, also when another thread is shown; Shift+Enter breaks the line, Esc cancels. */
function NoteField({ note, onKeep, onEnd }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(note.length, note.length);
  }, [note]);
  const end = async (byKey: boolean, keeps: boolean) => {
    const text = field.current?.value.trim() ?? '';
    if (isOver.current) return;
    isOver.current = true;
    // A note that could not be saved stays in the field.
    if (keeps && text !== note && !(await onKeep(text))) isOver.current = false;
    else onEnd(byKey);
  };
  const gone = useEffectEvent(() => void end(false, true));
  // An element that is unmounted gets no blur event.
  useLayoutEffect(() => () => gone(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter') || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopPropagation();
    void end(true, event.key === 'Enter');
  };
  return (
    <textarea
      ref={field}
      className={styles.noteField}
      defaultValue={note}
      maxLength={4000}
      placeholder="A note for you; models never see it"
      aria-label="Note"
      onKeyDown={onKeyDown}
      onBlur={() => void end(false, true)}
    />
  );
}
