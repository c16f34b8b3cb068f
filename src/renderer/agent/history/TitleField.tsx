import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

export interface TitleFieldProps {
  readonly title: string;
  readonly className: string | undefined;
  onRename(title: string): void;
  /** @param byKey whether the focus should go back where it was */
  onEnd(byKey: boolean): void;
}

/** Edits the title of a thread. Enter, blur and unmounting save it, also when another thread is shown; Esc cancels. */
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
  // An element that is unmounted gets no blur event.
  useLayoutEffect(() => () => gone(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys typed here must not reach the list around it.
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
