/** @import { CompletionEvent, StopReason, TokenUsage } from '../../../src/shared/contract/provider.ts' */
import { isRecord, recordOf, textOf } from './json.js';
import { keep } from './kept.js';
import { createReasoning } from './reasoning.js';
import { createThinkTags } from './think-tags.js';
import { createToolCalls } from './tool-calls.js';
import { usageIn } from './usage.js';

/**
 * Converts the chunks of a Chat Completions stream, or one whole completion, into events. The stop comes from
 * `finish`: services send usage after the reason to stop.
 * @param {string} tag of service and model, for data that is sent back to the service
 * @param {boolean} [isUsual] the vendor's own service, which always reports the end of an answer; others may not
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
   * Reported as soon as it is known, since the answer may be stopped or fail; the last one counts.
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
      // The form from before parallel calls.
      ...(isRecord(delta.function_call) ? [{ index: 0, function: delta.function_call }] : []),
    ];
    hasToolCalls ||= calls.length > 0;
    const said = [...contentEvents(delta.content), ...tags.push(textOf(delta.refusal))];
    hasText ||= said.some(({ type }) => type === 'text');
    return [...thinkingEvent(reasoning.push(delta)), ...said, ...calls.flatMap((call) => toolCalls.push(call))];
  };

  /**
   * Content is a text, or a list of texts and thinking.
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
    /** Whether there is more than thinking. */
    get hasAnswer() {
      return hasText || hasToolCalls;
    },
    /**
     * Whether the answer is complete: it has a reason to stop, or, where that may be missing, a text before the last
     * usage.
     */
    get isFinished() {
      return reason !== '' || (!isUsual && endsInUsage && hasText && !hasToolCalls);
    },
    /** Number of chunks with content. */
    get contentCount() {
      return contentCount;
    },
    /** The reason in the service's term; "" before it. */
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
      // Usage without choices ends a stream; some services also begin with it.
      if (choices.length === 0) endsInUsage ||= found !== null && contentCount > 0;
      else if (saysSomething(delta)) endsInUsage = false;
      const given = textOf(choice.finish_reason).toLowerCase();
      if (given !== 'null') reason = given || reason;
      explanation = explanationIn(chunk, choice) || explanation;
      return [...mapDelta(delta), ...usageEvents(found)];
    },

    /** @returns {CompletionEvent[]} the last events of the answer */
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
 * @param {boolean} hasToolCalls since some services report "stop" after tool calls
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
 * Why the service stopped the model: its message, otherwise the names of its filters. A refusal by the model itself is
 * a text.
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

/** "self_harm" becomes "self harm". @param {string} name */
const formatName = (name) => name.replaceAll('_', ' ');
