/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { countIn, isRecord } from './reading.js';

const fields = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];

/** The counts of a message. They grow: what is told later, in whichever event, counts when it is more. */
export function createUsage() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return {
    /** @param {unknown} usage */
    take(usage) {
      if (!isRecord(usage)) return;
      for (const field of fields) {
        const count = countIn(usage[field]);
        if (count !== undefined) counts.set(field, Math.max(count, counts.get(field) ?? 0));
      }
    },
    /** @returns {CompletionEvent[]} */
    events() {
      if (counts.size === 0) return [];
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
    },
  };
}
