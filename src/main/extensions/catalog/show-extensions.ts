import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import type { NoticeBoard } from '../../notices/notice-board.ts';

export interface ExtensionNoticesOptions {
  readonly notices: NoticeBoard;
  readonly openView: () => void;
}

/** Shows a notice whose action opens the Extensions view, with the details, and removes the notice. */
export function noticeOfExtensions(
  { notices, openView }: ExtensionNoticesOptions,
  notice: Pick<Notice, 'id' | 'severity' | 'text'>,
): void {
  notices.show({ ...notice, actions: [{ id: 'show-extensions', label: 'Show extensions' }] }, () => {
    notices.withdraw(notice.id);
    openView();
  });
}
