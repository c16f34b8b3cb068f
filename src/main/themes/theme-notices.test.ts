import { expect, test, vi } from 'vitest';
import type { ThemeState } from '../../shared/contract/themes/theme.ts';
import { createThemeNotices } from './theme-notices.ts';

const state = (problem: string | null, fileToMend: string | null = null): ThemeState => ({
  base: 'system',
  file: null,
  problem,
  fileToMend,
  remarks: [],
});

test('why a theme file is not shown is said once, with the file to mend if there is one, until it is', () => {
  const notices = { show: vi.fn(), withdraw: vi.fn() };
  const [openFile, openSettings] = [vi.fn(), vi.fn()];
  const tell = createThemeNotices({ notices, openFile, openSettings });
  tell(state(null));
  expect(notices.show).not.toHaveBeenCalled();

  tell(state('It is broken.', '/themes/a.json'));
  tell(state('It is broken.', '/themes/a.json'));
  expect(notices.show).toHaveBeenCalledTimes(1);
  const [notice, act] = notices.show.mock.calls[0] ?? [];
  expect(notice).toMatchObject({
    id: 'theme',
    text: 'It is broken.',
    actions: [{ label: 'Open the file' }, { label: 'Open Settings' }],
  });
  act('file');
  expect(openFile).toHaveBeenCalledWith('/themes/a.json');
  act('settings');
  expect(openSettings).toHaveBeenCalledTimes(1);

  tell(state('It is gone.'));
  expect(notices.show.mock.lastCall?.[0]).toMatchObject({ text: 'It is gone.', actions: [{ label: 'Open Settings' }] });
  notices.withdraw.mockClear();
  tell(state(null));
  expect(notices.withdraw).toHaveBeenCalledWith('theme');
});
