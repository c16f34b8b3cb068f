import { basename } from 'node:path';
import type { SettingLevel, SettingLevels, SettingsFileState } from '../../shared/contract/settings/settings.ts';
import type { NoticeBoard } from '../notices/notice-board.ts';

export interface SettingsNoticesOptions {
  readonly notices: Pick<NoticeBoard, 'show' | 'withdraw'>;
  openFile(level: SettingLevel): void;
}

const open = { id: 'open', label: 'Open the file' };

/** Says what of the settings is not taken, and why, until it is mended. The same is said once. */
export function createSettingsNotices({ notices, openFile }: SettingsNoticesOptions) {
  const said = new Map<SettingLevel, string>();

  function tell(level: SettingLevel, file: SettingsFileState | null): void {
    const id = `settings-${level}`;
    const text = file && problemOf(level, file);
    if (text === null) {
      if (said.delete(level)) notices.withdraw(id);
      return;
    }
    if (said.get(level) === text) return;
    said.set(level, text);
    notices.show({ id, severity: 'warning', text, actions: [open] }, () => {
      notices.withdraw(id);
      openFile(level);
    });
  }

  return ({ user, folder }: SettingLevels): void => {
    tell('user', user);
    tell('folder', folder);
  };
}

const whose = { user: 'The settings', folder: 'The settings of this folder' } as const;

function problemOf(level: SettingLevel, { path, problem, wasRead, faults }: SettingsFileState): string | null {
  if (problem !== null) {
    const lost =
      level === 'user' ? 'Until it is fixed, the defaults apply, without your approval rules.' : 'None of them apply.';
    const rest = wasRead ? 'The previous settings stay in effect.' : lost;
    return `${whose[level]} could not be read (${problem}). The file stays as it is. ${rest}`;
  }
  const [first, ...more] = faults.filter(({ severity }) => severity === 'error');
  if (!first) return null;
  const others = more.length === 0 ? '' : ` ${more.length} more ${more.length === 1 ? 'is' : 'are'} marked there.`;
  return `${whose[level]}: ${basename(path)}, line ${first.line}: ${first.message}${others}`;
}
