import { formatBrought, type Workspace } from '../../../shared/contract/documents/document.ts';
import type { NoticeBoard } from '../../notices/notice-board.ts';
import { showExtensions } from './show-extensions.ts';

export interface TrustNoticeOptions {
  readonly notices: NoticeBoard;
  readonly openView: () => void;
}

const id = 'untrusted-folder';

/** Says that the open folder brings what waits for the person's trust, as long as it does. */
export function createTrustNotice({ notices, openView }: TrustNoticeOptions) {
  return ({ name, brings, isTrusted }: Workspace): void => {
    if (brings.length === 0 || isTrusted) return notices.withdraw(id);
    const text = `The folder “${name}” has ${formatBrought(brings)} of its own. They stay off until you trust it.`;
    notices.show({ id, severity: 'info', text, actions: [showExtensions] }, () => {
      notices.withdraw(id);
      openView();
    });
  };
}
