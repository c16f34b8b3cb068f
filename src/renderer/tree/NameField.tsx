import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './FileTree.module.css';

interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  /** Why the typed name cannot be used, as a sentence. */
  faultOf(typed: string): string | null;
  /** @returns why it was refused all the same, as a sentence; null: done, and the field closes */
  commit(typed: string): Promise<string | null>;
  /** @param isByKey whether the focus goes back to the tree */
  onClose(isByKey: boolean): void;
}

/** The field for the name of a file or folder, in its place in the tree. */
export function NameField({ label, name, faultOf, commit, onClose }: NameFieldProps) {
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isEnding = useRef(false);
  useEffect(() => {
    const ending = name.lastIndexOf('.');
    field.current?.focus();
    field.current?.setSelectionRange(0, ending > 0 ? ending : name.length);
  }, [name]);

  const end = async (isByKey: boolean) => {
    if (isEnding.current) return;
    const wanted = typed.trim();
    // What is there may have blanks at its ends, which nobody has taken away.
    if (wanted === '' || wanted === name || typed === name) return onClose(isByKey);
    const wrong = faultOf(typed);
    if (wrong) return isByKey ? setFault(wrong) : onClose(false);
    isEnding.current = true;
    const refused = await commit(wanted);
    isEnding.current = false;
    if (refused === null) return onClose(isByKey);
    setFault(refused);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void end(true);
    else if (event.key === 'Escape') onClose(true);
    else return;
    event.preventDefault();
    event.nativeEvent.stopImmediatePropagation();
  };
  return (
    <span className={styles.naming}>
      <input
        ref={field}
        type="text"
        className={styles.field}
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : 'tree-name-fault'}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setFault(target.value.trim() === '' ? null : faultOf(target.value));
        }}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
        onBlur={() => void end(false)}
      />
      {fault !== null && (
        <span id="tree-name-fault" role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
    </span>
  );
}
