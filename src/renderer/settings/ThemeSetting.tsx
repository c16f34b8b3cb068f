import { useState } from 'react';
import { toFailure } from '../../shared/contract/errors.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { useSettings } from '../app/settings-store.ts';
import { api } from '../bridge.ts';
import styles from './settings.module.css';

const themes: readonly { id: Settings['theme']; label: string }[] = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];

export function ThemeSetting() {
  const theme = useSettings((state) => state.settings.theme);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (wanted: Settings['theme']) => {
    setProblem(null);
    api.settings.setTheme(wanted).catch((thrown) => setProblem(toFailure(thrown).message));
  };
  return (
    <section>
      <fieldset className={styles.themes}>
        <legend className={styles.heading}>Theme</legend>
        {themes.map(({ id, label }) => (
          <label key={id} className={styles.theme}>
            <input type="radio" name="theme" value={id} checked={theme === id} onChange={() => choose(id)} />
            {label}
          </label>
        ))}
      </fieldset>
      {problem && (
        <p role="alert" className={styles.failure}>
          The theme was not changed. {problem}
        </p>
      )}
    </section>
  );
}
