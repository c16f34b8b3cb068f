import { useRef, useState } from 'react';
import { formatKey, matchesKey } from '../../base/commands/keys.ts';
import { isMac } from '../../base/environment.ts';
import { pastedImages } from '../images/pasted-images.ts';
import { agent } from '../threads/agent.ts';
import type { FieldEditor } from './field-editor.ts';
import { asSafeText, mentionOfPaste } from './paste.ts';

const asText = 'Mod+Shift+V';

export type Paste = ReturnType<typeof usePaste>;

/**
 * Images become images of the message, lines of an open document a mention, but in a command; another key pastes their
 * text.
 */
export function usePaste(draft: string, isShell: boolean) {
  const pastesText = useRef(false);
  /** The last mention that replaced pasted text, until the draft changes. */
  const [last, setLast] = useState<{ readonly draft: string; readonly from: number; readonly to: number } | null>(null);
  const mention = last?.draft === draft ? last : null;

  function pasteMention(text: string, field: FieldEditor): boolean {
    const markdown = mentionOfPaste(text);
    if (markdown === null) return false;
    const { from, to } = field.view.state.selection.main;
    field.replace(from, to, markdown);
    const isPage = text.trim().startsWith('@');
    if (!isPage) setLast({ draft: field.view.state.doc.toString(), from, to: from + markdown.length });
    return true;
  }

  return {
    /** "" when nothing was pasted that could have been text. */
    hint: mention ? `Pasted as a mention. ${formatKey(asText, isMac)} pastes the text.` : '',
    /** The clipboard does not say which key it was pasted by. */
    noteKey(event: KeyboardEvent) {
      pastesText.current = matchesKey(asText, event, isMac);
    },
    /** @returns whether it is more than text */
    onPaste({ clipboardData }: ClipboardEvent, field: FieldEditor) {
      if (!clipboardData) return false;
      const files = pastedImages(clipboardData);
      if (files.length > 0) {
        void agent.images.add(files);
        return true;
      }
      const text = clipboardData.getData('text/plain');
      if (!pastesText.current) return !isShell && pasteMention(text, field);
      if (mention) field.replace(mention.from, mention.to, asSafeText(text));
      return mention !== null;
    },
  };
}
