import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { toFailure } from '../../../shared/contract/errors.ts';
import { type SettingKey, settingRow } from '../../../shared/contract/settings/setting-table.ts';
import type { SettingLevels } from '../../../shared/contract/settings/settings.ts';
import { type SettingOrigin, settingAt } from '../../../shared/settings/resolve-settings.ts';
import { Button } from '../../base/controls/Button.tsx';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import { useOverlay } from '../../base/overlay-store.ts';
import { api } from '../../bridge.ts';
import { SettingControl } from './SettingControl.tsx';
import { scopeOf, useSettingScope } from './setting-scope.ts';
import styles from './table.module.css';

const origins: Readonly<Record<SettingOrigin, string>> = {
  default: 'Default',
  user: 'Set by you',
  folder: 'Set in this folder',
  'user-language': 'Set by you for this language',
  'folder-language': 'Set in this folder for this language',
};

export interface SettingRowViewProps {
  readonly settingKey: SettingKey;
  readonly levels: SettingLevels;
  /** The only one of its group: its title is the heading. */
  readonly isAlone: boolean;
}

/** One setting: its value, the level that sets it, and its faults in the file. A change takes effect at once. */
export function SettingRowView({ settingKey, levels, isAlone }: SettingRowViewProps) {
  const id = useId();
  const row = settingRow(settingKey);
  const scope = useSettingScope();
  const at = scopeOf(settingKey, scope, levels.folder !== null);
  const { value, isOwn, origin } = settingAt(levels, at, settingKey);
  const [problem, setProblem] = useState<string | null>(null);
  const faults = faultsOf(levels, at, settingKey);
  const isUsers = at.level === 'user' && levels.folder !== null;
  const overridden = isUsers ? settingAt(levels, { ...at, level: 'folder' }, settingKey) : undefined;

  const save = async (wanted: unknown) => {
    try {
      const set = await api.settings.set(at.level, at.language, settingKey, wanted);
      setProblem(set.ok ? null : formatFailure(set.failure));
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
    }
  };
  const isForm = row.takes.kind === 'form';
  const isGroup = row.takes.kind === 'choice' && row.takes.choices.length <= 3;
  const Title = isAlone ? 'h3' : 'h4';
  return (
    <div className={styles.row} data-setting={settingKey}>
      <div className={styles.head}>
        <Title className={isAlone ? styles.groupTitle : styles.title}>
          {isForm || isGroup ? (
            <span id={`${id}-title`}>{row.title}</span>
          ) : (
            <label id={`${id}-title`} htmlFor={id}>
              {row.title}
            </label>
          )}
        </Title>
        <code className={styles.key}>{settingKey}</code>
        <span className={styles.origin} data-origin={origin}>
          {origins[origin]}
        </span>
        {isOwn && !isForm && (
          <IconButton label={`Reset ${row.title}`} className={styles.reset} onClick={() => void save(undefined)}>
            <RotateCcw size={14} />
          </IconButton>
        )}
      </div>
      {isForm ? (
        <Button onClick={() => useOverlay.setState({ settingsAt: row.page })}>Show its page</Button>
      ) : (
        <SettingControl id={id} row={row} value={value} save={save} onProblem={setProblem} />
      )}
      <p id={`${id}-description`} className={styles.quiet}>
        {row.description}
      </p>
      {overridden?.isOwn && <p className={styles.note}>The open folder overrides this value.</p>}
      {faults.map(({ line, message }) => (
        <p key={line} className={styles.failure}>
          Line {line} of the file: {message}
        </p>
      ))}
      {problem !== null && (
        <p role="alert" className={styles.failure}>
          Not saved. {problem}
        </p>
      )}
    </div>
  );
}

function faultsOf(levels: SettingLevels, { level, language }: ReturnType<typeof scopeOf>, key: SettingKey) {
  return (levels[level]?.faults ?? []).filter(({ path: [first = '', second], severity }) => {
    if (severity !== 'error') return false;
    return language === null ? first === key : String(first).includes(`[${language}]`) && second === key;
  });
}
