/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { countIn, isRecord } from './reading.js';

/**
 * Token counts of an answer. They come with each chunk and grow; not every chunk has all of them. They are reported
 * as soon as they are known, since an answer that is stopped or breaks off is paid for too, and when they have grown
 * by an eighth.
 */
export function createUsage() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const of = (/** @type {string} */ field) => counts.get(field) ?? 0;
  let told = 0;
  const sum = () => countedIn.reduce((total, field) => total + of(field), 0);

  /** @returns {CompletionEvent[]} */
  const last = () => {
    if (counts.size === 0 || (told > 0 && sum() === told)) return [];
    told = sum();
    const cached = counts.get('cachedContentTokenCount');
    const read = of('promptTokenCount') + of('toolUsePromptTokenCount');
    return [
      {
        type: 'usage',
        value: {
          // The service includes cached tokens in the input; here they are separate.
          inputTokens: Math.max(0, read - (cached ?? 0)),
          // Thinking has the price of output, and is counted separately.
          outputTokens: of('candidatesTokenCount') + of('thoughtsTokenCount'),
          ...(cached !== undefined && { cacheReadInputTokens: cached }),
        },
      },
    ];
  };

  return {
    /** @param {unknown} usage */
    take(usage) {
      if (!isRecord(usage)) return;
      for (const [field, value] of Object.entries(usage)) {
        const count = countIn(value);
        if (count !== undefined) counts.set(field, Math.max(count, of(field)));
      }
    },
    /** An event, if the counts have grown enough. */
    news: () => (sum() > told + told / 8 ? last() : []),
    /** Counts that were not reported yet, at the end. */
    last,
  };
}

/** All counts that an event includes. */
const countedIn = [
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
];
