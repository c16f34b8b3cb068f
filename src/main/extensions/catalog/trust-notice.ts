import { formatBrought } from '../../../shared/contract/documents/brought.ts';
import type { Workspace } from '../../../shared/contract/documents/document.ts';
import { type ExtensionNoticesOptions, noticeOfExtensions } from './show-extensions.ts';

const id = 'untrusted-folder';

/** Notice that the open folder brings parts that need the person's trust; shown as long as that holds. */
export function createTrustNotice(options: ExtensionNoticesOptions) {
  return ({ name, brings, isTrusted }: Workspace): void => {
    if (brings.length === 0 || isTrusted) return options.notices.withdraw(id);
    const text = `The folder “${name}” has ${formatBrought(brings)} of its own. They stay off until you trust it.`;
    noticeOfExtensions(options, { id, severity: 'info', text });
  };
}
