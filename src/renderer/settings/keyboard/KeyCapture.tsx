import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { KeyBinding } from '../../../shared/keys/key-text.ts';
import { keyFault } from '../../../shared/keys/keybinding.ts';
import { type CommandId, conflictsOf, type Keymap } from '../../../shared/keys/keymap.ts';
import { formatKey, keyOfPress } from '../../base/commands/keys.ts';
import { Button } from '../../base/controls/Button.tsx';
import { isMac } from '../../base/environment.ts';
import { formatConflict } from './command-rows.ts';
import styles from './keyboard.module.css';

export interface KeyCaptureProps {
  readonly command: CommandId;
  readonly title: string;
  titleOf(command: string): string;
  /** The keymap with this key. */
  preview(key: KeyBinding): Keymap;
  onTake(key: KeyBinding): void;
  onCancel(): void;
  /** The focus has gone elsewhere. */
  onLeave(): void;
}

/** Waits for the key that a command is to have, and says what else it means before it is taken. */
export function KeyCapture({ command, title, titleOf, preview, onTake, onCancel, onLeave }: KeyCaptureProps) {
  const [pressed, setPressed] = useState<KeyBinding | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const fault = pressed === null ? null : keyFault(pressed, command);
  const conflicts = pressed === null || fault ? [] : conflictsOf(preview(pressed), command, isMac);
  const told = conflicts.filter(({ key }) => key === pressed);

  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOfPress(event.nativeEvent);
    // The focus can leave with the keyboard alone.
    if (event.nativeEvent.isComposing || key === 'Tab' || key === 'Shift+Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onCancel();
    else if (key === 'Enter' && pressed !== null) !fault && onTake(pressed);
    else if (key !== null) setPressed(key);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a list, and its parts have names
    <div role="group" aria-label={`New key for ${title}`} className={styles.capture} onBlur={onBlur}>
      <div className={styles.captured}>
        <input
          ref={field}
          className={styles.field}
          aria-label="Key"
          placeholder="Press a key"
          value={pressed === null ? '' : formatKey(pressed, isMac)}
          readOnly
          onKeyDown={onKeyDown}
        />
        <Button
          isSmall
          disabled={pressed === null || fault !== null}
          onClick={() => pressed !== null && onTake(pressed)}
        >
          Use this key
        </Button>
        <Button isSmall onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <div role="status" className={styles.told}>
        {pressed === null && <p>Esc cancels.</p>}
        {fault && <p className={styles.fault}>{fault}</p>}
        {told.map((conflict) => (
          <p key={conflict.other} className={styles.conflict}>
            {formatConflict(conflict, titleOf, isMac)}
          </p>
        ))}
        {pressed !== null && !fault && <p>Enter takes it, Esc cancels.</p>}
      </div>
    </div>
  );
}
