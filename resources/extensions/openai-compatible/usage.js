/** @import { TokenUsage } from '../../../src/shared/contract/provider.ts' */
import { isRecord, recordOf } from './json.js';

/**
 * The usage in a chunk, in any of its places: beside the choices, in the choice, or in the service's own fields.
 * @param {Record<string, unknown>} chunk
 * @param {Record<string, unknown>} choice
 * @returns {TokenUsage | null}
 */
export const usageIn = (chunk, choice) =>
  usageOf(chunk.usage) ?? usageOf(choice.usage) ?? usageOf(recordOf(chunk.x_groq).usage);

/**
 * Tokens read from a cache are not included in `inputTokens`.
 * @param {unknown} usage
 * @returns {TokenUsage | null}
 */
function usageOf(usage) {
  if (!isRecord(usage)) return null;
  const input = count(usage.prompt_tokens);
  const output = count(usage.completion_tokens);
  if (input === undefined && output === undefined) return null;
  const cached =
    count(recordOf(usage.prompt_tokens_details).cached_tokens) ??
    count(usage.prompt_cache_hit_tokens) ??
    count(usage.cached_tokens);
  return {
    inputTokens: Math.max(0, (input ?? 0) - (cached ?? 0)),
    outputTokens: (output ?? 0) + thoughtBeside(usage, input ?? 0, output ?? 0),
    ...(cached !== undefined && { cacheReadInputTokens: cached }),
  };
}

/**
 * Most services include thinking in `completion_tokens`; if the total shows that they do not, it is added.
 * @param {Record<string, unknown>} usage
 * @param {number} input
 * @param {number} output
 */
function thoughtBeside(usage, input, output) {
  const thought = count(recordOf(usage.completion_tokens_details).reasoning_tokens) ?? 0;
  return count(usage.total_tokens) === input + output + thought ? thought : 0;
}

/** @param {unknown} value */
const count = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
