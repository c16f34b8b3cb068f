/** @import { CompletionEvent, StopReason, TokenUsage } from '../../../src/shared/contract/provider.ts' */
import { isRecord, recordOf, textOf } from './json.js';
import { keep } from './kept.js';
import { createReasoning } from './reasoning.js';
import { createThinkTags } from './think-tags.js';
import { createToolCalls } from './tool-calls.js';
import { usageIn } from './usage.js';

/**
 * Turns the chunks of a Chat Completions stream, or one whole completion, into events. The stop is told by `finish`:
 * services send usage after their reason.
 * @param {string} tag whose the answer is, for what goes back to the service
 * @param {boolean} [isUsual] it is the vendor's own service, which says how an answer ends; others may forget to
 */
export function createEventMapper(tag, isUsual = false) {
  const toolCalls = createToolCalls(tag);
  const reasoning = createReasoning();
  const tags = createThinkTags();
  let reason = '';
  let hasToolCalls = false;
  let hasText = false;
  let hasRefusal = false;
  let endsInUsage = false;
  let explanation = '';
  let contentCount = 0;
  let toldUsage = '';

  /**
   * As soon as it is known, for the answer may be stopped or fail; the last one counts.
   * @param {TokenUsage | null} usage
   * @returns {CompletionEvent[]}
   */
  const usageEvents = (usage) => {
    const told = JSON.stringify(usage);
    if (!usage || told === toldUsage) return [];
    toldUsage = told;
    return [{ type: 'usage', value: usage }];
  };

  /**
   * @param {Record<string, unknown>} delta
   * @returns {CompletionEvent[]}
   */
  const mapDelta = (delta) => {
    hasRefusal ||= textOf(delta.refusal) !== '';
    const calls = [
      ...(Array.isArray(delta.tool_calls) ? delta.tool_calls : []),
      // As it was before there were several calls at once.
      ...(isRecord(delta.function_call) ? [{ index: 0, function: delta.function_call }] : []),
    ];
    hasToolCalls ||= calls.length > 0;
    const said = [...contentEvents(delta.content), ...tags.push(textOf(delta.refusal))];
    hasText ||= said.some(({ type }) => type === 'text');
    return [...thinkingEvent(reasoning.push(delta)), ...said, ...calls.flatMap((call) => toolCalls.push(call))];
  };

  /**
   * A text, or parts of text and thinking.
   * @param {unknown} content
   * @returns {CompletionEvent[]}
   */
  const contentEvents = (content) => {
    if (!Array.isArray(content)) return tags.push(textOf(content));
    return content.map(recordOf).flatMap(({ type, thinking, text }) => {
      return type === 'thinking' ? thinkingEvent(plainText(thinking)) : tags.push(textOf(text));
    });
  };

  return {
    /** Whether it is more than thoughts. */
    get hasAnswer() {
      return hasText || hasToolCalls;
    },
    /** Whether all of it is said: there is a reason to stop, or where that may be missing a text before the last usage. */
    get isFinished() {
      return reason !== '' || (!isUsual && endsInUsage && hasText && !hasToolCalls);
    },
    /** Chunks that said something. */
    get contentCount() {
      return contentCount;
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
      const choices = Array.isArray(chunk.choices) ? chunk.choices.filter(isRecord) : [];
      const choice = choices.find((one) => !one.index) ?? {};
      const found = usageIn(chunk, choice);
      const delta = recordOf(choice.delta ?? choice.message);
      if (saysSomething(delta)) contentCount += 1;
      // Usage without any choice is what a stream ends with; some services begin with it.
      if (choices.length === 0) endsInUsage ||= found !== null && contentCount > 0;
      else if (saysSomething(delta)) endsInUsage = false;
      const given = textOf(choice.finish_reason).toLowerCase();
      if (given !== 'null') reason = given || reason;
      explanation = explanationIn(chunk, choice) || explanation;
      return [...mapDelta(delta), ...usageEvents(found)];
    },

    /** @returns {CompletionEvent[]} the last of the answer */
    finish() {
      const toReturn = reasoning.toReturn();
      const stopped = hasRefusal ? 'refusal' : stopReason(reason, hasToolCalls);
      const why = stopped === 'refusal' && explanation ? { explanation } : {};
      return [
        ...tags.finish(),
        ...toolCalls.finish(),
        .../** @type {CompletionEvent[]} */ (
          toReturn ? [{ type: 'reasoning-details', value: keep(tag, toReturn) }] : []
        ),
        { type: 'stop', value: stopped, ...why },
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
  if (/content_filter|refusal|safety/.test(reason)) return 'refusal';
  return hasToolCalls ? 'tool-use' : 'end-turn';
}

/** @param {Record<string, unknown>} delta */
const saysSomething = ({ role: _, ...delta }) =>
  Object.values(delta).some((value) => value !== null && value !== undefined && value !== '' && String(value) !== '');

/** @param {unknown} parts */
const plainText = (parts) =>
  Array.isArray(parts) ? parts.map((part) => textOf(recordOf(part).text)).join('') : textOf(parts);

/**
 * @param {string} text
 * @returns {CompletionEvent[]}
 */
const thinkingEvent = (text) => (text ? [{ type: 'thinking', value: { text } }] : []);

/**
 * Why the service stopped a model, in one of its words, else by what its filters are named. What a model itself says
 * against it is a text.
 * @param {Record<string, unknown>} chunk
 * @param {Record<string, unknown>} choice
 */
function explanationIn(chunk, choice) {
  const details = recordOf(choice.stop_details ?? chunk.stop_details);
  const prompts = Array.isArray(chunk.prompt_filter_results) ? chunk.prompt_filter_results : [];
  const results = [choice, ...prompts.map(recordOf)].map((source) => recordOf(source.content_filter_results));
  const stopped = results.flatMap((filters) =>
    Object.entries(filters).flatMap(([name, result]) => (recordOf(result).filtered === true ? [formatName(name)] : [])),
  );
  return textOf(details.explanation) || textOf(details.category) || [...new Set(stopped)].join(', ');
}

/** "self_harm" is "self harm". @param {string} name */
const formatName = (name) => name.replaceAll('_', ' ');
