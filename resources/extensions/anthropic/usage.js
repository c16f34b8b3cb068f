/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { countIn, isRecord } from './reading.js';

const fields = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];

/**
 * The counts of a message. They grow: what is told later, in whichever event, counts when it is more. They are told as soon
 * as they are known, for an answer that is stopped or breaks off has been paid for too.
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
      for (const field of fields) {
        const count = countIn(usage[field]);
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
