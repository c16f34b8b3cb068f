/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { OutputItem } from './output-item.js' */
import { recordOf, recordsOf, textOf } from './json.js';
import { signatureOf } from './reasoning-signature.js';
import { createToldText } from './told-text.js';

/**
 * Reasoning of the model: a summary, or with open models the full text, and an encrypted form that only the service
 * can read.
 * @returns {OutputItem}
 */
export function createReasoningItem() {
  /** @type {Map<string, ReturnType<typeof createToldText>>} */
  const parts = new Map();
  let last = '';
  /** @type {string | undefined} */
  let signature;

  /**
   * @param {string} key
   * @param {'more' | 'whole'} how
   * @param {unknown} text
   * @returns {CompletionEvent[]}
   */
  const tell = (key, how, text) => {
    const part = parts.get(key) ?? createToldText();
    parts.set(key, part);
    const news = part[how](textOf(text));
    if (news === '') return [];
    const gap = last === '' || last === key ? '' : '\n\n';
    last = key;
    return [{ type: 'thinking', value: { text: `${gap}${news}` } }];
  };

  return {
    isRefused: false,
    take(type, event) {
      const { summary_index, content_index } = event;
      const key = type.startsWith('reasoning_summary') ? `s${summary_index ?? 0}` : `c${content_index ?? 0}`;
      if (/^reasoning\w*\.delta$/.test(type)) return tell(key, 'more', event.delta);
      if (/^reasoning(_summary)?_text\.done$/.test(type)) return tell(key, 'whole', event.text);
      return /_part\.(added|done)$/.test(type) ? tell(key, 'whole', recordOf(event.part).text) : [];
    },
    whole(item) {
      signature = signatureOf(item) ?? signature;
      return [
        ...recordsOf(item.summary).flatMap(({ text }, index) => tell(`s${index}`, 'whole', text)),
        ...recordsOf(item.content).flatMap(({ text }, index) => tell(`c${index}`, 'whole', text)),
      ];
    },
    end() {
      if (signature === undefined) return [];
      if (last === '') return [{ type: 'redacted-thinking', value: signature }];
      return [{ type: 'thinking', value: { text: '', signature } }];
    },
  };
}
