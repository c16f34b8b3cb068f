import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { NoticeBoard } from '../../notices/notice-board.ts';
import { showExtensions } from './show-extensions.ts';

export interface ConsentNoticeOptions {
  readonly notices: NoticeBoard;
  readonly openView: () => void;
}

const id = 'extensions-wait';

/** Says which extensions are off until a person consents, once each time that others do. */
export function createConsentNotice({ notices, openView }: ConsentNoticeOptions) {
  let told = '';
  return (waiting: readonly Manifest[]): void => {
    const text = formatNames(waiting.map(({ name }) => name));
    if (text === told) return;
    told = text;
    if (text === '') return notices.withdraw(id);
    notices.show({ id, severity: 'info', text, actions: [showExtensions] }, () => {
      notices.withdraw(id);
      openView();
    });
  };
}

function formatNames(names: readonly string[]): string {
  if (names.length === 0) return '';
  if (names.length === 1) return `The extension ${names[0]} is off until you allow what it asks for.`;
  const all = new Intl.ListFormat('en').format(names);
  return `The extensions ${all} are off until you allow what they ask for.`;
}
