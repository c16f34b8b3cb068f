import { isMac } from '../base/environment.ts';
import { CommandList } from './keyboard/CommandList.tsx';
import { findCommands } from './keyboard/command-rows.ts';
import { useCommandKeys } from './keyboard/use-command-keys.ts';
import { findSettings } from './table/setting-search.ts';
import { SettingGroups } from './table/TableSettings.tsx';
import styles from './table/table.module.css';

export interface FoundSettingsProps {
  readonly query: string;
  /** The search began on the page of the keys. */
  readonly startsWithKeys: boolean;
}

/** The settings and commands of all pages in which the words occur. */
export function FoundSettings({ query, startsWithKeys }: FoundSettingsProps) {
  const commandKeys = useCommandKeys();
  const settings = findSettings(query);
  const commands = findCommands(commandKeys.rows, commandKeys.keymap, query, isMac);
  const counts = [countOf(settings.length, 'setting'), countOf(commands.length, 'command')].filter(Boolean);
  const keys = commands.length > 0 && (
    <section className={styles.group} aria-label="Keyboard shortcuts">
      <h3 className={styles.groupTitle}>Keyboard shortcuts</h3>
      <CommandList rows={commands} commandKeys={commandKeys} />
    </section>
  );
  return (
    <>
      <p role="status" className={styles.found}>
        {counts.length === 0 ? `No setting or command matches “${query.trim()}”.` : counts.join(', ')}
      </p>
      {startsWithKeys && keys}
      <SettingGroups keys={settings} />
      {!startsWithKeys && keys}
    </>
  );
}

function countOf(count: number, what: string): string {
  if (count === 0) return '';
  return count === 1 ? `One ${what}` : `${count} ${what}s`;
}
