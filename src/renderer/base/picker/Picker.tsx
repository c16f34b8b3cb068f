import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Ahead, closeOverlay, overlayArrived, splitAtEnter, textAfter, typeOn } from '../overlay-store.ts';
import { ChoiceLine } from './ChoiceLine.tsx';
import type { Choice } from './choice.ts';
import styles from './Picker.module.css';
import { placeAfter, stepOf } from './place.ts';

interface PickerProps {
  /** Names the dialog. */
  readonly label: string;
  readonly inputLabel: string;
  readonly placeholder: string;
  readonly text: string;
  readonly choices: readonly Choice[];
  /** Says why there are no choices, or not all. */
  readonly note?: ReactNode;
  onText(text: string): void;
}

/** A field above the lines that fit what is typed, over the window. Enter and a click choose; the picker is gone by then. */
export function Picker({ label, inputLabel, placeholder, text, choices, note, onText }: PickerProps) {
  /** The line that was gone to, maybe before there were so many. */
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, Math.max(choices.length - 1, 0));
  /** Enter was pressed before there was a choice: it is made when there is one. */
  const [isAwaited, setIsAwaited] = useState(false);
  /** What was typed after that Enter, meant for whatever the choice opens. */
  const afterEnter = useRef<readonly Ahead[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  const lines = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useLayoutEffect(() => {
    dialog.current?.showModal();
    const [keys, entered] = splitAtEnter(overlayArrived());
    onText(textAfter(text, keys));
    setWanted(placeAfter(keys));
    setIsAwaited(entered !== null);
    afterEnter.current = entered ?? [];
  }, []);
  useEffect(() => lines.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);

  // Unmounted at once: the `close` event of a dialog comes later, after a key that opens the next one.
  const close = () => {
    dialog.current?.close();
    flushSync(closeOverlay);
  };
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    // Closed first: closing returns the focus, and the choice may then take it elsewhere.
    close();
    choice.choose();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as there is one
  useEffect(() => {
    const choice = choices[at];
    if (!isAwaited || !choice) return;
    setIsAwaited(false);
    // The picker unmounts synchronously, which React cannot do within an effect.
    queueMicrotask(() => {
      choose(choice);
      typeOn(afterEnter.current);
    });
  }, [isAwaited, choices, at]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    setIsAwaited(false);
    const step = stepOf(event.key);
    if (event.key === 'Enter') choose(choices[at]);
    else if (event.key === 'Escape') close();
    else if (step === undefined) return;
    else setWanted(Math.max((choices.length > 0 ? at : wanted) + step, 0));
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.picker}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className={styles.body}>
        <input
          autoFocus
          className={styles.input}
          value={text}
          spellCheck={false}
          placeholder={placeholder}
          aria-label={inputLabel}
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls="picker-choices"
          aria-autocomplete="list"
          aria-activedescendant={choices[at] ? `choice-${at}` : undefined}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value);
            setWanted(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div ref={lines} id="picker-choices" role="listbox" aria-label="Choices" className={styles.lines}>
          {choices.map((choice, index) => (
            <ChoiceLine
              key={choice.id}
              id={`choice-${index}`}
              choice={choice}
              isActive={index === at}
              onChoose={() => choose(choice)}
            />
          ))}
        </div>
        <p role="status" className={styles.note}>
          {note}
        </p>
      </div>
    </dialog>
  );
}
