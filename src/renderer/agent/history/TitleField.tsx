import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

export interface TitleFieldProps {
  readonly title: string;
  readonly className: string | undefined;
  onRename(title: string): void;
  /** @param byKey the keyboard should go back where it was */
  onEnd(byKey: boolean): void;
}

/** The title of a thread while it is changed. Enter and leaving keep what was typed, also when another thread is shown; Esc does not. */
export function TitleField({ title, className, onRename, onEnd }: TitleFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (byKey: boolean, keeps: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const wanted = field.current?.value.trim() ?? '';
    if (keeps && wanted !== '' && wanted !== title) onRename(wanted);
    onEnd(byKey);
  };
  const gone = useEffectEvent(() => end(false, true));
  // No blur is told of what is taken away.
  useLayoutEffect(() => () => gone(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the list around it are letters here.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.nativeEvent.stopPropagation();
    end(true, event.key === 'Enter');
  };
  return (
    <input
      ref={field}
      className={className}
      defaultValue={title}
      maxLength={200}
      aria-label="Title of the thread"
      spellCheck={false}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onBlur={() => end(false, true)}
    />
  );
}
