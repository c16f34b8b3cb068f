import { useFoundCommands } from './keyboard/KeyboardSettings.tsx';
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
  const settings = findSettings(query);
  const commands = useFoundCommands(query);
  const counts = [
    ...(settings.length > 0 ? [countOf(settings.length, 'setting')] : []),
    ...(commands.count > 0 ? [countOf(commands.count, 'command')] : []),
  ];
  return (
    <>
      <p role="status" className={styles.found}>
        {counts.length === 0 ? `No setting or command matches “${query.trim()}”.` : counts.join(', ')}
      </p>
      {startsWithKeys && commands.list}
      <SettingGroups keys={settings} />
      {!startsWithKeys && commands.list}
    </>
  );
}

const countOf = (count: number, what: string): string => (count === 1 ? `One ${what}` : `${count} ${what}s`);
