/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { countIn, isRecord } from './reading.js';

/**
 * The counts of an answer. They come with each chunk and grow; not every chunk has all of them. They are told as soon as
 * they are known, for an answer that is stopped or breaks off has been paid for too, and again when they grew by an eighth.
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
          // The service counts what is cached among what it read; here it is told apart.
          inputTokens: Math.max(0, read - (cached ?? 0)),
          // What was thought is paid like what was said, and counted apart.
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
    /** What is worth telling now. */
    news: () => (sum() > told + told / 8 ? last() : []),
    /** What was not told yet, at the end. */
    last,
  };
}

/** All that an event is made of. */
const countedIn = [
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
];
