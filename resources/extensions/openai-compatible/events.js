/** @import { CompletionEvent, StopReason, TokenUsage } from '../../../src/shared/contract/provider.ts' */
import { isRecord } from './reading.js';
import { createToolCalls } from './tool-calls.js';

/**
 * Turns the chunks of a Chat Completions stream, or one whole completion, into events. Usage and stop are told by
 * `finish`: services send usage after the reason to stop.
 */
export function createEventMapper() {
  const toolCalls = createToolCalls();
  let reason = '';
  let hasToolCalls = false;
  let hasRefusal = false;
  /** @type {TokenUsage | null} */
  let usage = null;

  /**
   * @param {Record<string, unknown>} delta
   * @returns {CompletionEvent[]}
   */
  const mapDelta = (delta) => {
    hasRefusal ||= typeof delta.refusal === 'string' && delta.refusal !== '';
    const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
    hasToolCalls ||= calls.length > 0;
    return [
      ...thinkingEvent(delta.reasoning_content || delta.reasoning),
      ...contentEvents(delta.content),
      ...textEvent(delta.refusal),
      ...calls.flatMap((call) => toolCalls.push(call)),
    ];
  };

  return {
    /** Whether the service gave its reason to stop: what may still come is usage. */
    get isFinished() {
      return reason !== '';
    },
    /** The reason in the service's own word, "" before it. */
    get finishReason() {
      return reason;
    },

    /**
     * @param {Record<string, unknown>} chunk
     * @returns {CompletionEvent[]}
     */
    push(chunk) {
      usage = usageOf(chunk.usage) ?? usage;
      const choice = Array.isArray(chunk.choices) ? chunk.choices.find((one) => isRecord(one) && !one.index) : null;
      if (!isRecord(choice)) return [];
      const delta = choice.delta ?? choice.message;
      const events = isRecord(delta) ? mapDelta(delta) : [];
      if (typeof choice.finish_reason === 'string' && choice.finish_reason) reason = choice.finish_reason;
      return events;
    },

    /** @returns {CompletionEvent[]} the last of the answer */
    finish() {
      return [
        ...toolCalls.finish(),
        ...(usage ? [{ type: /** @type {const} */ ('usage'), value: usage }] : []),
        { type: 'stop', value: hasRefusal ? 'refusal' : stopReason(reason, hasToolCalls) },
      ];
    },
  };
}

/**
 * @param {string} reason
 * @param {boolean} hasToolCalls some services say "stop" after tool calls
 * @returns {StopReason}
 */
function stopReason(reason, hasToolCalls) {
  if (/length|max_tokens/.test(reason)) return 'max-tokens';
  if (reason === 'content_filter' || reason === 'refusal') return 'refusal';
  return hasToolCalls ? 'tool-use' : 'end-turn';
}

/**
 * A text, or parts of text and thinking.
 * @param {unknown} content
 * @returns {CompletionEvent[]}
 */
function contentEvents(content) {
  if (!Array.isArray(content)) return textEvent(content);
  return content.flatMap((part) => {
    if (!isRecord(part)) return [];
    return part.type === 'thinking' ? thinkingEvent(plainText(part.thinking)) : textEvent(part.text);
  });
}

/** @param {unknown} parts */
const plainText = (parts) =>
  Array.isArray(parts) ? parts.map((part) => (isRecord(part) ? String(part.text ?? '') : '')).join('') : parts;

/**
 * @param {unknown} value
 * @returns {CompletionEvent[]}
 */
const textEvent = (value) => (typeof value === 'string' && value ? [{ type: 'text', value }] : []);

/**
 * @param {unknown} text
 * @returns {CompletionEvent[]}
 */
const thinkingEvent = (text) => (typeof text === 'string' && text ? [{ type: 'thinking', value: { text } }] : []);

/**
 * @param {unknown} usage
 * @returns {TokenUsage | null}
 */
function usageOf(usage) {
  if (!isRecord(usage)) return null;
  const inputTokens = count(usage.prompt_tokens);
  const outputTokens = count(usage.completion_tokens);
  if (inputTokens === undefined && outputTokens === undefined) return null;
  const details = isRecord(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const cached = count(details.cached_tokens);
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    ...(cached === undefined ? {} : { cacheReadInputTokens: cached }),
  };
}

/** @param {unknown} value */
const count = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
