import { type KeyboardEvent, useEffect, useState } from 'react';
import { formatTakes, type Ruler, type SettingDefinition } from '../../../shared/contract/settings/setting-table.ts';
import { formatRulers, readRulers } from './ruler-field.ts';
import { ThemeControl } from './ThemeControl.tsx';
import styles from './table.module.css';

export interface SettingControlProps {
  /** Id of the control. Its title is at `{id}-title`, its description at `{id}-description`. */
  readonly id: string;
  readonly row: SettingDefinition;
  readonly value: unknown;
  /** @param value undefined: not set at this level */
  save(value: unknown): Promise<void>;
  /** Reports that the typed text is no valid value. null: it is one. */
  onProblem(problem: string | null): void;
}

/** The control for a setting, chosen by the kind of its value. */
export function SettingControl(props: SettingControlProps) {
  const { id, row, value, save } = props;
  const { takes } = row;
  const described = { id, 'aria-describedby': `${id}-description` };
  switch (takes.kind) {
    case 'switch':
      return (
        <input
          {...described}
          type="checkbox"
          className={styles.switch}
          checked={value === true}
          onChange={({ currentTarget }) => void save(currentTarget.checked)}
        />
      );
    case 'choice':
      return takes.choices.length <= 3 ? (
        <div role="radiogroup" aria-labelledby={`${id}-title`} className={styles.choices}>
          {takes.choices.map(({ value: choice, label }) => (
            <label key={choice}>
              <input
                type="radio"
                name={id}
                value={choice}
                checked={value === choice}
                onChange={() => void save(choice)}
              />
              {label}
            </label>
          ))}
        </div>
      ) : (
        <select
          {...described}
          className={styles.input}
          value={String(value)}
          onChange={({ currentTarget }) => void save(currentTarget.value)}
        >
          {takes.choices.map(({ value: choice, label }) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </select>
      );
    case 'theme':
      return <ThemeControl id={id} choices={takes.choices} value={String(value)} save={save} />;
    case 'features':
      return (
        <select
          {...described}
          className={styles.input}
          value={String(value)}
          onChange={({ currentTarget }) => void save({ true: true, false: false }[currentTarget.value] ?? value)}
        >
          <option value="false">Off</option>
          <option value="true">On</option>
          {typeof value === 'string' && <option value={value}>{value}</option>}
        </select>
      );
    default:
      return <TypedControl {...props} />;
  }
}

/** A field for typing: its value is saved with Enter or on blur. Left empty, the setting is not set. */
function TypedControl({ id, row, value, save, onProblem }: SettingControlProps) {
  const { takes } = row;
  const shown = takes.kind === 'columns' ? formatRulers(value as readonly Ruler[]) : String(value);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const done = async () => {
    const text = typed.trim();
    if (text === shown) return onProblem(null);
    if (text === '') return save(undefined);
    const meant = meaningOf(text);
    if (meant === null) return onProblem(`It ${formatTakes(takes)}.`);
    await save(meant);
  };
  const meaningOf = (text: string): unknown => {
    if (takes.kind === 'columns') return readRulers(text, value as readonly Ruler[]);
    if (takes.kind !== 'number') return text;
    const number = Number(text.replace(',', '.'));
    return Number.isFinite(number) ? number : null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void done();
  };
  return (
    <input
      id={id}
      className={styles.input}
      data-kind={takes.kind}
      inputMode={takes.kind === 'number' ? 'decimal' : 'text'}
      value={typed}
      placeholder={takes.kind === 'columns' ? formatRulers(row.default as readonly Ruler[]) : String(row.default)}
      spellCheck={false}
      autoComplete="off"
      aria-describedby={`${id}-description`}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onProblem(null);
      }}
      onBlur={() => void done()}
      onKeyDown={onKeyDown}
    />
  );
}
