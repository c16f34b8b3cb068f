/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
/** @import { OutputItem } from './output-item.js' */
import { recordOf, recordsOf, textOf } from './json.js';
import { createToldText } from './told-text.js';

/**
 * A message of the model, or its refusal.
 * @returns {OutputItem}
 */
export function createMessageItem() {
  /** @type {Map<number, ReturnType<typeof createToldText>>} */
  const parts = new Map();
  let isRefused = false;

  /** @param {unknown} index */
  const partAt = (index) => {
    const part = parts.get(Number(index) || 0) ?? createToldText();
    parts.set(Number(index) || 0, part);
    return part;
  };

  /**
   * @param {string} text
   * @returns {CompletionEvent[]}
   */
  const tell = (text) => (text === '' ? [] : [{ type: 'text', value: text }]);

  /**
   * @param {unknown} index
   * @param {Json} part
   */
  const takePart = (index, part) => {
    isRefused ||= part.type === 'refusal';
    return tell(partAt(index).whole(textOf(part.text) || textOf(part.refusal)));
  };

  return {
    get isRefused() {
      return isRefused;
    },
    take(type, event) {
      const { content_index: index } = event;
      if (type === 'refusal.delta' || type === 'refusal.done') isRefused = true;
      if (type === 'output_text.delta' || type === 'refusal.delta') {
        return tell(partAt(index).more(textOf(event.delta)));
      }
      if (type === 'output_text.done') return tell(partAt(index).whole(textOf(event.text)));
      if (type === 'refusal.done') return tell(partAt(index).whole(textOf(event.refusal)));
      return type.startsWith('content_part.') ? takePart(index, recordOf(event.part)) : [];
    },
    whole: ({ content }) => recordsOf(content).flatMap((part, index) => takePart(index, part)),
    end: () => [],
  };
}
