/** @import { CompletionEvent, StopReason } from '../../../src/shared/contract/provider.ts' */
import { madeId } from './contents.js';
import { isRecord, textIn } from './reading.js';
import { createUsage } from './usage.js';

const refusals =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_(SAFETY|PROHIBITED_CONTENT|RECITATION))$/;

/** Reasons to stop that are failures of the model, and what it did. */
const failures = new Map([
  ['MALFORMED_FUNCTION_CALL', 'wrote a call of a tool that cannot be read.'],
  ['MALFORMED_RESPONSE', 'wrote an answer that cannot be read.'],
  ['UNEXPECTED_TOOL_CALL', 'called a tool that it was not offered.'],
  ['TOO_MANY_TOOL_CALLS', 'called too many tools in a row.'],
  ['MISSING_THOUGHT_SIGNATURE', 'was not given its own earlier thoughts.'],
]);

let madeIds = 0;

/** Unlike any other of a conversation, which may have begun in another run. */
function makeId() {
  madeIds += 1;
  return `${madeId}${Date.now().toString(36)}-${madeIds}`;
}

/** Turns the chunks of an answer into events. What it does not know it passes over. */
export function createChunkReader() {
  const usage = createUsage();
  /** @type {Set<string>} */
  const calls = new Set();
  let hasBegun = false;
  let hasSaid = false;
  let reason = '';
  let isBlocked = false;

  /**
   * @param {Record<string, unknown>} call
   * @param {string} signature
   * @returns {CompletionEvent}
   */
  const callEvent = ({ id: given, name, args }, signature) => {
    // Two calls with one id could not be told apart.
    const id = textIn(given) && !calls.has(textIn(given)) ? textIn(given) : makeId();
    calls.add(id);
    const input = JSON.stringify(isRecord(args) ? args : {});
    const signed = signature ? { thoughtSignature: signature } : {};
    return { type: 'tool-use', value: { id, name: textIn(name), input, ...signed, isInputComplete: true } };
  };

  /**
   * @param {unknown} part
   * @returns {CompletionEvent[]}
   */
  const take = (part) => {
    if (!isRecord(part)) return [];
    const signature = textIn(part.thoughtSignature ?? part.thought_signature);
    const call = part.functionCall ?? part.function_call;
    if (isRecord(call)) return [callEvent(call, signature)];
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
    /** Whether it was anything of an answer at all. */
    get hasBegun() {
      return hasBegun;
    },
    /** What the model did wrong, in words that follow its name. */
    get failure() {
      if (reason === 'OTHER' && !hasSaid) return 'stopped without a word.';
      return failures.get(reason);
    },
    /** Whether it may end here: after calls the service may forget to say that it is over. */
    get mayEnd() {
      return reason !== '' || isBlocked || calls.size > 0;
    },

    /**
     * @param {Record<string, unknown>} chunk
     * @returns {CompletionEvent[]}
     */
    take({ candidates, promptFeedback, usageMetadata }) {
      usage.take(usageMetadata);
      if (isRecord(promptFeedback) && textIn(promptFeedback.blockReason)) isBlocked = true;
      hasBegun ||= Array.isArray(candidates) || isBlocked || isRecord(usageMetadata);
      const candidate = Array.isArray(candidates) ? candidates.find((one) => isRecord(one) && !one.index) : null;
      if (!isRecord(candidate)) return usage.news();
      reason = textIn(candidate.finishReason) || reason;
      const parts = isRecord(candidate.content) ? candidate.content.parts : null;
      const events = Array.isArray(parts) ? parts.flatMap(take) : [];
      hasSaid ||= events.length > 0;
      return [...events, ...usage.news()];
    },

    /** What it took, as far as that was not told. */
    rest: usage.last,

    /** @returns {CompletionEvent[]} the last of the answer */
    finish: () => [...usage.last(), { type: 'stop', value: stopReason() }],
  };

  /** @returns {StopReason} */
  function stopReason() {
    if (isBlocked || refusals.test(reason)) return 'refusal';
    if (reason === 'MAX_TOKENS') return 'max-tokens';
    return calls.size > 0 ? 'tool-use' : 'end-turn';
  }
}
