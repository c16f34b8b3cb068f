/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { countIn, isRecord } from './reading.js';

const fields = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];

/**
 * The counts of a message. They grow: what is told later, in whichever event, counts when it is more. They are told as soon
 * as they are known, for an answer that is stopped or breaks off has been paid for too. Where the service sampled several
 * times for it, to shorten the conversation or for tools of its own, each time was paid for: the sum counts, which its own
 * total may leave out.
 */
export function createUsage() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  let hasNews = false;

  /** @returns {CompletionEvent[]} */
  const tell = () => {
    hasNews = false;
    const [fresh = 0, outputTokens = 0, written, read] = fields.map((field) => counts.get(field));
    return [
      {
        type: 'usage',
        value: {
          inputTokens: fresh,
          outputTokens,
          ...(written === undefined ? {} : { cacheCreationInputTokens: written }),
          ...(read === undefined ? {} : { cacheReadInputTokens: read }),
        },
      },
    ];
  };

  return {
    /** @param {unknown} usage */
    take(usage) {
      if (!isRecord(usage)) return;
      const samplings = Array.isArray(usage.iterations) ? usage.iterations.filter(isRecord) : [];
      for (const field of fields) {
        const count = greatest(countIn(usage[field]), sumOf(samplings.map((sampling) => countIn(sampling[field]))));
        if (count === undefined || count <= (counts.get(field) ?? -1)) continue;
        counts.set(field, count);
        hasNews = true;
      }
    },
    /** What was not told yet. Some services begin with noughts, which say nothing. */
    news: () => (hasNews && [...counts.values()].some((count) => count > 0) ? tell() : []),
    /** The same, at the end. */
    last: () => (hasNews ? tell() : []),
  };
}

/** @typedef {number | undefined} Count */

/** @param {Count[]} counts @returns {Count} undefined when none is known */
const sumOf = (counts) => counts.reduce((sum, count) => (count === undefined ? sum : (sum ?? 0) + count), undefined);

/** @param {Count} one @param {Count} other */
const greatest = (one, other) => (one === undefined || other === undefined ? (one ?? other) : Math.max(one, other));
