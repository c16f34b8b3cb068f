import { Plus, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyBinding } from '../../../shared/keys/key-text.ts';
import { conflictsOf, keysIn } from '../../../shared/keys/keymap.ts';
import { formatKey } from '../../base/commands/keys.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { isMac } from '../../base/environment.ts';
import { type CommandRow, formatConflict } from './command-rows.ts';
import { KeyCapture } from './KeyCapture.tsx';
import styles from './keyboard.module.css';
import type { CommandKeys } from './use-command-keys.ts';

export interface CommandKeyRowProps {
  readonly row: CommandRow;
  readonly commandKeys: CommandKeys;
}

/** A command with its keys, each of which can be changed and removed. */
export function CommandKeyRow({ row: { id, title, detail }, commandKeys }: CommandKeyRowProps) {
  const { keymap, isChanged, titleOf, preview, set } = commandKeys;
  const keys = keysIn(keymap, id);
  /** The key that is replaced; `new`: one is added. */
  const [captured, setCaptured] = useState<KeyBinding | 'new' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const add = useRef<HTMLButtonElement>(null);

  const done = () => {
    setCaptured(null);
    add.current?.focus();
  };
  const save = async (wanted: readonly KeyBinding[] | null) => {
    done();
    setProblem(await set(id, wanted));
  };
  const keysWith = (key: KeyBinding) => [...new Set([...keys.filter((each) => each !== captured), key])];
  const without = (key: KeyBinding) => void save(keys.filter((each) => each !== key));
  return (
    <li className={styles.row} data-command={id}>
      <span className={styles.name} title={id}>
        {title} {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      <span className={styles.keys}>
        {keys.map((key) => {
          const shown = formatKey(key, isMac);
          return (
            <span key={key} className={styles.key}>
              <button
                type="button"
                aria-label={`Change ${shown} of ${title}`}
                title="Change this key"
                onClick={() => setCaptured(key)}
                onKeyDown={(event) => event.key === 'Delete' && without(key)}
              >
                <kbd>{shown}</kbd>
              </button>
              <IconButton label={`Remove ${shown} from ${title}`} onClick={() => without(key)}>
                <X size={14} />
              </IconButton>
            </span>
          );
        })}
        <IconButton ref={add} label={`Add a key to ${title}`} onClick={() => setCaptured('new')}>
          <Plus size={16} />
        </IconButton>
        <IconButton
          label={`Reset the keys of ${title}`}
          className={styles.reset}
          data-hidden={!isChanged(id) || undefined}
          disabled={!isChanged(id)}
          onClick={() => void save(null)}
        >
          <RotateCcw size={14} />
        </IconButton>
      </span>
      {captured !== null && (
        <KeyCapture
          command={id}
          title={title}
          titleOf={titleOf}
          preview={(key) => preview(id, keysWith(key))}
          onTake={(key) => void save(keysWith(key))}
          onCancel={done}
          onLeave={() => setCaptured(null)}
        />
      )}
      {captured === null &&
        conflictsOf(keymap, id, isMac).map((conflict) => (
          <p key={`${conflict.key} ${conflict.other}`} className={styles.conflict}>
            <TriangleAlert size={14} aria-hidden /> {formatConflict(conflict, titleOf, isMac)}
          </p>
        ))}
      {problem !== null && (
        <p role="alert" className={styles.fault}>
          Not saved. {problem}
        </p>
      )}
    </li>
  );
}
