import type { ThemeState } from '../../shared/contract/themes/theme.ts';
import type { NoticeBoard } from '../notices/notice-board.ts';

export interface ThemeNoticesOptions {
  readonly notices: Pick<NoticeBoard, 'show' | 'withdraw'>;
  /** Opens a file in the editor. @param path absolute */
  openFile(path: string): void;
  openSettings(): void;
}

const id = 'theme';

/** Says why a theme file cannot be shown, until it can or another theme is set. The same is said once. */
export function createThemeNotices({ notices, openFile, openSettings }: ThemeNoticesOptions) {
  let said: string | null = null;

  return ({ problem, fileToMend }: ThemeState): void => {
    if (problem === said) return;
    said = problem;
    if (problem === null) return notices.withdraw(id);
    const actions = [
      ...(fileToMend === null ? [] : [{ id: 'file', label: 'Open the file' }]),
      { id: 'settings', label: 'Open Settings' },
    ];
    notices.show({ id, severity: 'warning', text: problem, actions }, (action) => {
      notices.withdraw(id);
      if (action === 'file' && fileToMend !== null) openFile(fileToMend);
      else openSettings();
    });
  };
}
