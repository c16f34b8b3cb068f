import type { WholeDocument } from '../../../shared/contract/documents/document.ts';

export const openedDocument = (path: string, text: string, more: Partial<WholeDocument> = {}): WholeDocument => ({
  path,
  text,
  revision: 'r1',
  lineEnding: 'lf',
  encoding: 'utf8',
  hasBom: false,
  isReadOnly: false,
  isLossy: false,
  ...more,
});
