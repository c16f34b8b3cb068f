import {
  type SettingKey,
  type SettingPage,
  settingKeys,
  settingRow,
} from '../../../shared/contract/settings/setting-table.ts';
import { useSettings } from '../../base/settings-store.ts';
import { ScopeBar } from './ScopeBar.tsx';
import { SettingRowView } from './SettingRowView.tsx';
import styles from './table.module.css';

/** The settings of a page from the table, but for those with a form of their own. */
export function TableSettings({ page }: { readonly page: SettingPage }) {
  const keys = settingKeys.filter((key) => settingRow(key).page === page && settingRow(key).takes.kind !== 'form');
  return <SettingGroups keys={keys} />;
}

export function SettingGroups({ keys }: { readonly keys: readonly SettingKey[] }) {
  const levels = useSettings((state) => state.levels);
  if (!levels) return null;
  const groups = [...new Set(keys.map((key) => settingRow(key).group))];
  return (
    <>
      {keys.some((key) => settingRow(key).isOfFolders) && <ScopeBar levels={levels} />}
      {groups.map((group) => {
        const inGroup = keys.filter((key) => settingRow(key).group === group);
        const isAlone = inGroup.length === 1 && inGroup.every((key) => settingRow(key).title === group);
        return (
          <section key={group} className={styles.group} aria-label={group}>
            {!isAlone && <h3 className={styles.groupTitle}>{group}</h3>}
            {inGroup.map((key) => (
              <SettingRowView key={key} settingKey={key} levels={levels} isAlone={isAlone} />
            ))}
          </section>
        );
      })}
    </>
  );
}
