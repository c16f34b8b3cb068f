import { type ClipboardEvent, type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { threadMarkdown } from '../../../../shared/thread/thread-markdown.ts';
import { matchesKey } from '../../../base/commands/keys.ts';
import { isMac } from '../../../base/environment.ts';
import type { MessageWindow } from '../message-window.ts';

export interface CopyingProps {
  readonly content: RefObject<HTMLElement | null>;
  readonly view: ThreadView;
  readonly title: string;
  readonly window: MessageWindow;
}

/** "Select all" copies the thread as Markdown; a partial selection is copied as text, rendered or not. */
export function useCopying(props: CopyingProps) {
  const present = useRef(props);
  present.current = props;
  return useMemo(
    () => ({
      onKeyDown(event: KeyboardEvent) {
        const { content } = present.current;
        if (!matchesKey('Mod+A', event.nativeEvent, isMac) || isField(event.target) || !content.current) return;
        event.preventDefault();
        document.getSelection()?.selectAllChildren(content.current);
      },
      onCopy(event: ClipboardEvent) {
        const { content, view, title, window } = present.current;
        const selection = document.getSelection();
        if (isField(event.target) || !content.current || !selection || selection.isCollapsed) return;
        const range = selection.getRangeAt(0);
        const text = holdsAll(range, content.current)
          ? threadMarkdown(view, title)
          : withUndrawn(range, content.current, window, () => selection.toString());
        if (text === null) return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', text);
      },
    }),
    [],
  );
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

function holdsAll(range: Range, content: HTMLElement): boolean {
  const all = document.createRange();
  all.selectNodeContents(content);
  const isFromStart = range.compareBoundaryPoints(Range.START_TO_START, all) <= 0;
  return isFromStart && range.compareBoundaryPoints(Range.END_TO_END, all) >= 0;
}

/**
 * Inserts the text of pieces that are not rendered while the browser reads the selection.
 * @returns null: all of it is rendered
 */
function withUndrawn(range: Range, content: HTMLElement, window: MessageWindow, read: () => string): string | null {
  const undrawn = [...content.querySelectorAll('[data-piece]')].filter(
    (element) => element.firstChild === null && range.intersectsNode(element),
  );
  if (undrawn.length === 0) return null;
  for (const element of undrawn) {
    const text = document.createElement('p');
    text.style.whiteSpace = 'pre-wrap';
    text.style.userSelect = 'text';
    text.textContent = window.pieceOf(element)?.source() ?? '';
    element.append(text);
  }
  try {
    return read();
  } finally {
    for (const element of undrawn) element.replaceChildren();
  }
}
