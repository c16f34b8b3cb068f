import { useId, useState } from 'react';
import { conflictsOf } from '../../../shared/keys/keymap.ts';
import { isMac } from '../../base/environment.ts';
import settings from '../settings.module.css';
import table from '../table/table.module.css';
import { CommandList } from './CommandList.tsx';
import type { CommandRow } from './command-rows.ts';
import styles from './keyboard.module.css';
import { useCommandKeys } from './use-command-keys.ts';

type Shown = 'all' | 'changed' | 'conflicts';

export function KeyboardSettings() {
  const commandKeys = useCommandKeys();
  const { rows, keymap, isChanged } = commandKeys;
  const [shown, setShown] = useState<Shown>('all');
  const name = useId();
  const parts: Readonly<Record<Shown, readonly CommandRow[]>> = {
    all: rows,
    changed: rows.filter(({ id }) => isChanged(id)),
    conflicts: rows.filter(({ id }) => conflictsOf(keymap, id, isMac).length > 0),
  };
  const labels: Readonly<Record<Shown, string>> = {
    all: 'All',
    changed: `Changed by you (${parts.changed.length})`,
    conflicts: `Conflicts (${parts.conflicts.length})`,
  };
  const none = { all: '', changed: 'All keys are the default ones.', conflicts: 'No two commands want the same key.' };
  return (
    <>
      <h3 className={settings.heading}>Keyboard shortcuts</h3>
      <p className={settings.quiet}>
        To find a command, search for its name or for a key, such as {isMac ? 'cmd+p' : 'ctrl+p'}. Your keys are the
        setting <code>keybindings</code> in the JSON file.
      </p>
      <div role="radiogroup" aria-label="Which commands" className={`${table.choices} ${styles.filter}`}>
        {(['all', 'changed', 'conflicts'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={shown === each} onChange={() => setShown(each)} />
            {labels[each]}
          </label>
        ))}
      </div>
      {parts[shown].length === 0 && <p className={settings.quiet}>{none[shown]}</p>}
      <CommandList rows={parts[shown]} commandKeys={commandKeys} />
    </>
  );
}
