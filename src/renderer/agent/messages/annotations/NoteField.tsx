import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import styles from '../message.module.css';

export interface NoteFieldProps {
  readonly note: string;
  /** @returns whether it is kept */
  onKeep(note: string): Promise<boolean>;
  /** @param byKey the keyboard should go back where it was */
  onEnd(byKey: boolean): void;
}

/** A note while it is written. Enter and leaving keep it, also when another thread is shown; Shift+Enter begins a line, Esc leaves it as it was. */
export function NoteField({ note, onKeep, onEnd }: NoteFieldProps) {
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
    // What could not be kept stays in the field.
    if (keeps && text !== note && !(await onKeep(text))) isOver.current = false;
    else onEnd(byKey);
  };
  const gone = useEffectEvent(() => void end(false, true));
  // No blur is told of what is taken away.
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
      placeholder="A note of your own; no model is told"
      aria-label="Note"
      onKeyDown={onKeyDown}
      onBlur={() => void end(false, true)}
    />
  );
}
