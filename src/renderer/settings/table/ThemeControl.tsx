import { useEffect } from 'react';
import { isOwnTheme, themeFileOf } from '../../../shared/contract/themes/theme.ts';
import { visibleName } from '../../../shared/visible-text.ts';
import { refreshContributions, useContributions } from '../../base/contributions-store.ts';
import { Button } from '../../base/controls/Button.tsx';
import { useTheme } from '../../base/theme.ts';
import { api } from '../../bridge.ts';
import styles from './table.module.css';
import { themeChoices } from './theme-choices.ts';

export interface ThemeControlProps {
  /** Id of the list. Its description is at `{id}-description`. */
  readonly id: string;
  /** The themes of the app. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  save(value: string): Promise<void>;
}

/** Chooses a theme of the app, one of the roots or a theme file, and says what is wrong with the file. */
export function ThemeControl({ id, choices, value, save }: ThemeControlProps) {
  const { file, problem, remarks } = useTheme();
  const themes = useContributions((state) => state.themes);
  useEffect(refreshContributions, []);
  const chosen = isOwnTheme(value) ? null : themeFileOf(value);
  const pick = async () => {
    const path = await api.settings.pickThemeFile();
    if (path !== null) await save(path);
  };
  return (
    <>
      <div className={styles.theme}>
        <select
          id={id}
          aria-describedby={`${id}-description`}
          className={styles.input}
          value={value}
          onChange={({ currentTarget }) => void save(currentTarget.value)}
        >
          {choices.map(({ value: choice, label }) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
          {themeChoices(value, themes, file).map(({ value: choice, label }) => (
            <option key={choice} value={choice}>
              {visibleName(label)}
            </option>
          ))}
        </select>
        {/* No option of the list: with arrow keys one would come past it, and its dialog would open. */}
        <Button onClick={() => void pick()}>From a file…</Button>
      </div>
      {chosen && (
        <p className={styles.path} title={visibleName(chosen.path)}>
          {visibleName(chosen.path)}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={styles.failure}>
          {problem}
        </p>
      )}
      {remarks.map((remark) => (
        <p key={remark} className={styles.note}>
          {remark}
        </p>
      ))}
    </>
  );
}
