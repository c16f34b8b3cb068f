/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { countIn, isRecord } from './reading.js';

const fields = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];

/**
 * Token counts of a message. They are cumulative: larger values in later events replace earlier ones. They are
 * reported as soon as they are known, since an answer that is stopped or breaks off is paid for too. If the service
 * sampled several times, to compact the thread or for its own tools, each time is paid for: the sum counts,
 * which may be missing in the service's total.
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
    /** Counts that were not reported yet. Some services begin with zeros, which are ignored. */
    news: () => (hasNews && [...counts.values()].some((count) => count > 0) ? tell() : []),
    /** The same, at the end of the answer. */
    last: () => (hasNews ? tell() : []),
  };
}

/** @typedef {number | undefined} Count */

/** @param {Count[]} counts @returns {Count} undefined if none is known */
const sumOf = (counts) => counts.reduce((sum, count) => (count === undefined ? sum : (sum ?? 0) + count), undefined);

/** @param {Count} one @param {Count} other */
const greatest = (one, other) => (one === undefined || other === undefined ? (one ?? other) : Math.max(one, other));
