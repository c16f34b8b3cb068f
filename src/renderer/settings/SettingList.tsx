import { Plus, Trash2 } from 'lucide-react';
import pLimit from 'p-limit';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { maxRows } from '../../shared/contract/settings/setting-value.ts';
import { Button } from '../base/controls/Button.tsx';
import { IconButton } from '../base/controls/IconButton.tsx';
import { api } from '../bridge.ts';
import { ask } from '../dialogs/ask.ts';
import { type EditedRow, editedRows, newRow, rowsToSave, withIds } from './edited-rows.ts';
import list from './SettingList.module.css';
import type { ControlProps } from './setting-control.ts';
import styles from './settings.module.css';

type Field = NonNullable<ControlProps['setting']['fields']>[number];

/** Rows that a person adds and removes. A row is saved when the focus leaves it, or by Enter. */
export function SettingList({ id, setting, save, onEdit }: ControlProps) {
  const [rows, setRows] = useState(() => editedRows(setting.value));
  const latest = useRef(rows);
  const saved = useRef(JSON.stringify(rowsToSave(rows)));
  /** Saves run one at a time: a new row must have its id before it is saved again. */
  const [inTurn] = useState(() => pLimit(1));
  const root = useRef<HTMLDivElement>(null);
  /** Where the focus goes when the rows have changed: a row by its key, or the button below them. */
  const focus = useRef<number | 'add' | null>(null);

  const change = (next: EditedRow[]) => {
    latest.current = next;
    setRows(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row or the button is there only then
  useEffect(() => {
    if (focus.current === null) return;
    root.current?.querySelector<HTMLElement>(`[data-focus="${focus.current}"]`)?.focus();
    focus.current = null;
  }, [rows]);

  const saveNow = async () => {
    const sent = latest.current;
    const value = rowsToSave(sent);
    const text = JSON.stringify(value);
    if (text === saved.current || !(await save(value))) return;
    const settings = await api.extensionSettings.list();
    const stored = settings.find(({ extensionId, key }) => extensionId === setting.extensionId && key === setting.key);
    saved.current = JSON.stringify(rowsToSave(withIds(sent, sent, stored?.value)));
    change(withIds(latest.current, sent, stored?.value));
  };
  const saveSoon = () => {
    inTurn(saveNow).catch(() => undefined);
  };

  const edit = (key: number, name: string, text: string) => {
    onEdit();
    change(latest.current.map((row) => (row.key === key ? { ...row, fields: { ...row.fields, [name]: text } } : row)));
  };
  const add = () => {
    const row = newRow();
    focus.current = row.key;
    change([...latest.current, row]);
  };
  const remove = async (row: EditedRow) => {
    if (row.id !== undefined) {
      const answer = await ask({
        title: `Remove ${nameOf(row)}?`,
        text: 'Its values are removed, and its key if you gave one.',
        actions: [
          { id: 'cancel', label: 'Cancel' },
          { id: 'remove', label: 'Remove', kind: 'danger' },
        ],
      });
      if (answer !== 'remove') return;
    }
    const at = latest.current.findIndex(({ key }) => key === row.key);
    const others = latest.current.filter(({ key }) => key !== row.key);
    focus.current = others[Math.min(at, others.length - 1)]?.key ?? 'add';
    change(others);
    saveSoon();
  };

  const fields: Field[] = [{ key: 'name', title: 'Name', placeholder: '' }, ...(setting.fields ?? [])];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not have its title beside the state of saving
    <div ref={root} role="group" aria-labelledby={`${id}-title`} aria-describedby={`${id}-description`}>
      {rows.map((row) => (
        <Row
          key={row.key}
          id={`${id}-${row.key}`}
          row={row}
          fields={fields}
          onChange={(name, text) => edit(row.key, name, text)}
          onDone={saveSoon}
          onRemove={() => void remove(row)}
        />
      ))}
      <Button data-focus="add" disabled={rows.length >= maxRows} onClick={add}>
        <Plus size={16} aria-hidden /> Add
      </Button>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: EditedRow;
  readonly fields: readonly Field[];
  onChange(field: string, text: string): void;
  onDone(): void;
  onRemove(): void;
}

function Row({ id, row, fields, onChange, onDone, onRemove }: RowProps) {
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing) onDone();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is what is typed in it
    <div role="group" aria-label={nameOf(row)} className={list.row} onBlur={onBlur} onKeyDown={onKeyDown}>
      <div className={list.fields}>
        {fields.map(({ key, title, placeholder }, index) => (
          <div key={key} className={list.field}>
            <label htmlFor={`${id}-${key}`} className={styles.quiet}>
              {title}
            </label>
            <input
              id={`${id}-${key}`}
              className={styles.input}
              data-focus={index === 0 ? row.key : undefined}
              value={row.fields[key] ?? ''}
              placeholder={placeholder}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget }) => onChange(key, currentTarget.value)}
            />
          </div>
        ))}
      </div>
      <IconButton label={`Remove ${nameOf(row)}`} onClick={onRemove}>
        <Trash2 size={16} />
      </IconButton>
    </div>
  );
}

const nameOf = ({ fields }: EditedRow): string => fields.name?.trim() || 'New entry';
