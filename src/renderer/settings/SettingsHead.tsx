import { FileJson, Search } from 'lucide-react';
import { useState } from 'react';
import { toFailure } from '../../shared/contract/errors.ts';
import { Button } from '../base/controls/Button.tsx';
import { formatFailure } from '../base/format-failure.ts';
import { useSettings } from '../base/settings-store.ts';
import { api } from '../bridge.ts';
import styles from './settings.module.css';
import { useSettingScope } from './table/setting-scope.ts';

export interface SettingsHeadProps {
  readonly query: string;
  onQuery(query: string): void;
  onClose(): void;
}

/** Searches the settings of all pages, and opens the file that holds them. */
export function SettingsHead({ query, onQuery, onClose }: SettingsHeadProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const hasFolder = useSettings(({ levels }) => levels?.folder != null);
  const level = useSettingScope((scope) => (hasFolder ? scope.level : 'user'));
  const open = async () => {
    try {
      const opened = await api.settings.openFile(level);
      if (opened.ok) onClose();
      else setProblem(formatFailure(opened.failure));
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
    }
  };
  return (
    <div className={styles.top}>
      <div className={styles.search}>
        <Search size={16} aria-hidden />
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings and keys"
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={({ currentTarget }) => onQuery(currentTarget.value)}
          onKeyDown={(event) => {
            // The first Esc empties the field; the next one closes the dialog.
            if (event.key !== 'Escape' || query === '') return;
            event.preventDefault();
            event.stopPropagation();
            onQuery('');
          }}
        />
      </div>
      <Button onClick={() => void open()}>
        <FileJson size={16} aria-hidden /> {level === 'folder' ? 'Open the folder’s as JSON' : 'Open as JSON'}
      </Button>
      {problem !== null && (
        <p role="alert" className={styles.failure}>
          {problem}
        </p>
      )}
    </div>
  );
}
