import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { type ExtensionNoticesOptions, noticeOfExtensions } from './show-extensions.ts';

const id = 'extensions-wait';

/** Notice of the extensions that are off until a person consents; shown again whenever their names change. */
export function createConsentNotice(options: ExtensionNoticesOptions) {
  let told = '';
  return (waiting: readonly Manifest[]): void => {
    const text = formatNames(waiting.map(({ name }) => name));
    if (text === told) return;
    told = text;
    if (text === '') return options.notices.withdraw(id);
    noticeOfExtensions(options, { id, severity: 'info', text });
  };
}

function formatNames(names: readonly string[]): string {
  if (names.length === 0) return '';
  if (names.length === 1) return `The extension ${names[0]} is off until you allow what it asks for.`;
  const all = new Intl.ListFormat('en').format(names);
  return `The extensions ${all} are off until you allow what they ask for.`;
}
