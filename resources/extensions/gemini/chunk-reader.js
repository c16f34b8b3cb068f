/** @import { CompletionEvent, StopReason } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './reading.js' */
import { createCalls } from './calls.js';
import { isRecord, textIn } from './reading.js';
import { createUsage } from './usage.js';

const refusals =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_(SAFETY|PROHIBITED_CONTENT|RECITATION))$/;

/** Reasons to stop that are failures of the model, with its fault as a predicate. */
const failures = new Map([
  ['MALFORMED_FUNCTION_CALL', 'wrote a call of a tool that cannot be read.'],
  ['MALFORMED_RESPONSE', 'wrote an answer that cannot be read.'],
  ['UNEXPECTED_TOOL_CALL', 'called a tool that it was not offered.'],
  ['TOO_MANY_TOOL_CALLS', 'called too many tools in a row.'],
  ['MISSING_THOUGHT_SIGNATURE', 'was not given its own earlier thoughts.'],
]);

/** Converts the chunks of an answer into events. Unknown parts are ignored. */
export function createChunkReader() {
  const usage = createUsage();
  const calls = createCalls();
  let hasBegun = false;
  let hasSaid = false;
  let hasText = false;
  let reason = '';
  let isBlocked = false;
  let explanation = '';

  /**
   * @param {unknown} part
   * @returns {CompletionEvent[]}
   */
  const take = (part) => {
    if (!isRecord(part)) return [];
    const signature = textIn(part.thoughtSignature ?? part.thought_signature);
    const call = part.functionCall ?? part.function_call;
    if (isRecord(call)) return calls.take(call, signature);
    /** @type {CompletionEvent[]} */
    const events = signature ? [{ type: 'thinking', value: { text: '', signature } }] : [];
    const text = textIn(part.text);
    if (text)
      events.unshift(part.thought === true ? { type: 'thinking', value: { text } } : { type: 'text', value: text });
    const image = part.inlineData ?? part.inline_data;
    if (isRecord(image))
      events.unshift({ type: 'text', value: '\n\n*(An image came, which cannot be shown here.)*\n\n' });
    return events;
  };

  return {
    /** Whether any part of an answer has arrived. */
    get hasBegun() {
      return hasBegun;
    },
    /** The model's fault, as a predicate that follows its name. */
    get failure() {
      if (reason === 'OTHER' && !hasSaid) return 'stopped without a word.';
      return failures.get(reason);
    },
    /** Whether the service has reported the end of the answer. */
    get hasEnd() {
      return reason !== '' || isBlocked;
    },
    /** Whether all parts are complete, and there is more than thinking. */
    get isWhole() {
      return !calls.isOpen && (hasText || calls.count > 0);
    },

    /**
     * @param {Record<string, unknown>} chunk
     * @returns {CompletionEvent[]}
     */
    take({ candidates, promptFeedback, usageMetadata }) {
      usage.take(usageMetadata);
      if (isRecord(promptFeedback) && textIn(promptFeedback.blockReason)) {
        isBlocked = true;
        explanation = explanationIn(promptFeedback, promptFeedback.blockReasonMessage, promptFeedback.blockReason);
      }
      hasBegun ||= Array.isArray(candidates) || isBlocked || isRecord(usageMetadata);
      const candidate = Array.isArray(candidates) ? candidates.find((one) => isRecord(one) && !one.index) : null;
      if (!isRecord(candidate)) return usage.news();
      if (textIn(candidate.finishReason)) {
        reason = textIn(candidate.finishReason);
        explanation = explanationIn(candidate, candidate.finishMessage, reason);
      }
      const parts = isRecord(candidate.content) ? candidate.content.parts : null;
      const events = Array.isArray(parts) ? parts.flatMap(take) : [];
      hasSaid ||= events.length > 0;
      hasText ||= events.some(({ type }) => type === 'text');
      return [...events, ...usage.news()];
    },

    /** The usage that was not reported yet. */
    rest: usage.last,

    /** @returns {CompletionEvent[]} the last events of the answer */
    finish() {
      const stopped = stopReason();
      const why = stopped === 'refusal' && explanation ? { explanation } : {};
      return [...calls.breakOff(), ...usage.last(), { type: 'stop', value: stopped, ...why }];
    },
  };

  /** @returns {StopReason} */
  function stopReason() {
    if (isBlocked || refusals.test(reason)) return 'refusal';
    if (reason === 'MAX_TOKENS') return 'max-tokens';
    return calls.count > 0 ? 'tool-use' : 'end-turn';
  }
}

/**
 * Why the service stopped the answer: its message, otherwise the names of its reasons.
 * @param {Json} source
 * @param {unknown} message
 * @param {unknown} reason
 */
function explanationIn({ safetyRatings: ratings }, message, reason) {
  const blocked = Array.isArray(ratings) ? ratings.filter((rating) => isRecord(rating) && rating.blocked === true) : [];
  const kinds = blocked.map(({ category }) => formatName(textIn(category).replace(/^HARM_CATEGORY_/, '')));
  return textIn(message) || [formatName(textIn(reason)), kinds.join(', ')].filter((part) => part !== '').join(': ');
}

/** "HATE_SPEECH" becomes "hate speech". @param {string} name */
const formatName = (name) => name.toLowerCase().replaceAll('_', ' ');
