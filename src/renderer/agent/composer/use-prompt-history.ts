import { isolateHistory } from '@codemirror/commands';
import { useRef } from 'react';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import { agent } from '../threads/agent.ts';
import type { FieldEditor } from './field-editor.ts';
import { isUnchanged, pastDrafts, type Recalled, recall } from './prompt-history.ts';

export interface PromptHistoryOf {
  readonly draft: string;
  readonly images: readonly PromptImage[];
  /** It has nothing, and nothing is on its way into it. */
  readonly isEmpty: boolean;
}

/** Brings back with the keys of a shell what was sent in the thread: from the empty field, and as long as it is not changed. */
export function usePromptHistory({ draft, images, isEmpty }: PromptHistoryOf) {
  const last = useRef<Recalled>(null);
  const isRecalled = isUnchanged(last.current, { text: draft, images });
  return {
    /** The draft is one that was brought back. */
    isRecalled,
    /** @returns whether the key was used */
    onKeyDown({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent, { view }: FieldEditor): boolean {
      if (shiftKey || altKey || ctrlKey || metaKey) return false;
      const { main } = view.state.selection;
      // Whoever goes to another place in the text wants to change it there.
      const isAsLeft = isRecalled && main.empty && main.head === view.state.doc.length;
      if (!isAsLeft && !(isEmpty && draft === '' && key === 'ArrowUp')) return false;
      const next = recall(key, isAsLeft ? last.current : null, pastDrafts(agent.thread()));
      if (next === null) return false;
      last.current = next === 'empty' ? null : next;
      const { text, images: withIt } = last.current ?? { text: '', images: [] };
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
      });
      agent.putDraft(text, withIt);
      return true;
    },
  };
}
