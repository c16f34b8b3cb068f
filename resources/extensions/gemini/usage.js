/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { countIn, isRecord } from './reading.js';

/** The counts of an answer. They come with each chunk and grow; not every chunk has all of them. */
export function createUsage() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const of = (/** @type {string} */ field) => counts.get(field) ?? 0;
  return {
    /** @param {unknown} usage */
    take(usage) {
      if (!isRecord(usage)) return;
      for (const [field, value] of Object.entries(usage)) {
        const count = countIn(value);
        if (count !== undefined) counts.set(field, Math.max(count, of(field)));
      }
    },
    /** @returns {CompletionEvent[]} */
    events() {
      if (counts.size === 0) return [];
      const cached = counts.get('cachedContentTokenCount');
      const read = of('promptTokenCount') + of('toolUsePromptTokenCount');
      return [
        {
          type: 'usage',
          value: {
            // The service counts what is cached among what it read; here it is told apart.
            inputTokens: Math.max(0, read - (cached ?? 0)),
            // What was thought is paid like what was said, and counted apart.
            outputTokens: of('candidatesTokenCount') + of('thoughtsTokenCount'),
            ...(cached !== undefined && { cacheReadInputTokens: cached }),
          },
        },
      ];
    },
  };
}
