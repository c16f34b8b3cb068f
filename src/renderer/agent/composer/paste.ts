import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { isOfLines, lastCopyOf } from '../../editor/last-copy.ts';
import { stateOf } from '../../editor/sessions.ts';
import { pageMention } from '../mentions/page-mentions.ts';
import { withSafeMentions } from '../mentions/pasted-mentions.ts';
import { selectionMention } from '../mentions/selection-mention.ts';
import { platform } from './platform.ts';

/** Text from elsewhere, made safe for a message. */
export const asSafeText = (text: string): string =>
  withSafeMentions(text, platform, useWorkspace.getState().workspace?.path);

/** @returns the mention that replaces pasted text: for lines copied from an open document, or for "@https://…" */
export function mentionOfPaste(text: string): string | null {
  const page = /^\s*@(https?:\/\/\S+)\s*$/i.exec(text)?.[1];
  if (page !== undefined) return pageMention(page, platform);
  const copy = lastCopyOf(text);
  const doc = copy && stateOf(copy.path)?.doc;
  if (!copy || !doc || isUntitled(copy.path)) return null;
  const { path, from } = copy;
  const to = from + copy.text.length;
  const isThere = to <= doc.length && doc.sliceString(from, to) === copy.text;
  return isThere && isOfLines(doc, from, to) ? selectionMention({ path, doc, from, to }, platform) : null;
}
