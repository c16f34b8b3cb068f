import { useId } from 'react';
import type { SettingLevels } from '../../../shared/contract/settings/settings.ts';
import { languagesSet } from '../../../shared/settings/resolve-settings.ts';
import { visibleName } from '../../../shared/visible-text.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { useEditorFacts } from '../../editor/facts-store.ts';
import { settingLanguages } from '../../editor/languages/setting-languages.ts';
import { useSettingScope } from './setting-scope.ts';
import styles from './table.module.css';

/** Offered always; those of open files and of the settings are added. */
const usualLanguages = [
  'cpp',
  'css',
  'go',
  'html',
  'javascript',
  'json',
  'markdown',
  'python',
  'rust',
  'typescript',
  'yaml',
];

/** Chooses the scope of the settings below: all folders or this one, all languages or one. */
export function ScopeBar({ levels }: { readonly levels: SettingLevels }) {
  const id = useId();
  const { level, language } = useSettingScope();
  const workspace = useWorkspace((state) => state.workspace);
  const open = useEditorFacts((facts) => facts.languages);
  const known = [
    ...usualLanguages,
    ...languagesSet(levels),
    ...Object.values(open).flatMap((name) => settingLanguages(name).slice(-1)),
  ];
  const languages = [...new Set([...known, ...(language === null ? [] : [language])])].sort();
  const hasFolder = levels.folder !== null;
  const why = workspace ? 'Trust a folder to give it its own settings.' : 'No folder is open.';
  return (
    <div className={styles.scope}>
      <div role="radiogroup" aria-label="Applies to" className={styles.choices}>
        <label>
          <input
            type="radio"
            name={`${id}-level`}
            checked={level === 'user' || !hasFolder}
            onChange={() => useSettingScope.setState({ level: 'user' })}
          />
          All folders
        </label>
        <label title={hasFolder ? undefined : why}>
          <input
            type="radio"
            name={`${id}-level`}
            checked={level === 'folder' && hasFolder}
            disabled={!hasFolder}
            onChange={() => useSettingScope.setState({ level: 'folder' })}
          />
          {workspace ? `In ${visibleName(workspace.name)} only` : 'In the open folder only'}
        </label>
      </div>
      <label className={styles.language}>
        For
        <select
          aria-label="For which language"
          className={styles.input}
          value={language ?? ''}
          onChange={({ currentTarget }) => useSettingScope.setState({ language: currentTarget.value || null })}
        >
          <option value="">all languages</option>
          {languages.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      {!hasFolder && workspace && <p className={styles.quiet}>{why}</p>}
    </div>
  );
}
