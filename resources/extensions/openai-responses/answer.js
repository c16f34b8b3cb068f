/** @import { CompletionEvent, StopReason, TokenUsage } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
/** @import { Entry } from './output-items.js' */
import { recordOf, recordsOf, textOf } from './json.js';
import { createOutputItems } from './output-items.js';
import { formatPhases, messageGap } from './phases.js';

/** Converts the service's events of one answer. */
export function createAnswer() {
  const items = createOutputItems(tell);
  /** Messages with text, and its length. @type {Map<Entry, number>} */
  const spoken = new Map();
  /** @type {Entry | null} */
  let thinker = null;
  let isQueued = false;
  let toldUsage = '';
  /** @type {Json | null} */
  let ended = null;

  /**
   * Separates messages, which are shown as one text, and counts their characters.
   * @param {Entry} entry
   * @param {CompletionEvent[]} events
   */
  function tell(entry, events) {
    for (const event of events) {
      if (event.type === 'text') {
        if (!spoken.has(entry) && spoken.size > 0) event.value = `${messageGap}${event.value}`;
        spoken.set(entry, (spoken.get(entry) ?? 0) + event.value.length);
      }
      if (event.type === 'thinking' && event.value.text !== '') {
        if (thinker && thinker !== entry) event.value.text = `\n\n${event.value.text}`;
        thinker = entry;
      }
    }
    return events;
  }

  /**
   * Reported as soon as it is known, since the answer may be stopped or fail; the last one counts.
   * @param {Json} event
   * @returns {CompletionEvent[]}
   */
  function usageOf(event) {
    const usage = usageIn(recordOf(event.response).usage) ?? usageIn(event.usage);
    const told = JSON.stringify(usage);
    if (!usage || told === toldUsage) return [];
    toldUsage = told;
    return [{ type: 'usage', value: usage }];
  }

  return {
    usageOf,
    /** Whether the service has reported the end of the answer. */
    get isEnded() {
      return ended !== null;
    },
    /** Whether all items have ended, and there is more than thinking. */
    get isWhole() {
      return items.areDone && (spoken.size > 0 || items.has('function_call'));
    },
    /**
     * Whether it may be complete without a reported end: its last item is a message that has ended, and there is no
     * call.
     */
    get isWholeText() {
      const { last } = items;
      // A commentary precedes something else.
      const isSaid = last !== undefined && spoken.has(last) && last.phase !== 'commentary';
      return items.areDone && isSaid && !items.has('function_call');
    },

    /**
     * @param {string} type
     * @param {Json} event
     * @returns {CompletionEvent[]}
     */
    push: (type, event) => [...usageOf(event), ...take(type, event)],

    /** @returns {CompletionEvent[]} the last events, with `stop` */
    finish() {
      /** @type {CompletionEvent[]} */
      const events = items.finish(recordsOf(ended?.output));
      const details = formatPhases([...spoken].map(([{ phase }, length]) => ({ ...(phase ? { phase } : {}), length })));
      if (details) events.push({ type: 'reasoning-details', value: details });
      const stopped = stopReason();
      const explanation = stopped === 'refusal' ? explanationIn(ended) : '';
      return [...events, { type: 'stop', value: stopped, ...(explanation && { explanation }) }];
    },
  };

  /**
   * @param {string} type
   * @param {Json} event
   * @returns {CompletionEvent[]}
   */
  function take(type, event) {
    switch (type) {
      case 'response.queued':
        if (isQueued) return [];
        isQueued = true;
        return [{ type: 'queued', value: { position: 0 } }];
      case 'response.in_progress':
        if (!isQueued) return [];
        isQueued = false;
        return [{ type: 'started' }];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.done':
        ended = { status: type.slice('response.'.length), ...recordOf(event.response) };
        return [];
      default:
        return type.startsWith('response.') ? items.take(type.slice('response.'.length), event) : [];
    }
  }

  /** @returns {StopReason} */
  function stopReason() {
    if (ended?.status === 'incomplete') {
      return textOf(recordOf(ended.incomplete_details).reason) === 'content_filter' ? 'refusal' : 'max-tokens';
    }
    if (items.isRefused) return 'refusal';
    return items.has('function_call') ? 'tool-use' : 'end-turn';
  }
}

/**
 * Why the service stopped the model: its message, otherwise the names of its filters. A model's own refusal is a text.
 * @param {Json | null} ended
 */
function explanationIn(ended) {
  const { explanation, message } = recordOf(ended?.incomplete_details);
  const filters = recordsOf(ended?.content_filters).flatMap((filter) => blockedIn(filter.content_filter_results));
  return textOf(explanation) || textOf(message) || [...new Set(filters)].join(', ');
}

/**
 * @param {unknown} results of filters by name
 * @returns {string[]} the filters that stopped it
 */
const blockedIn = (results) =>
  Object.entries(recordOf(results)).flatMap(([name, result]) =>
    recordOf(result).filtered === true ? [name.replaceAll('_', ' ')] : [],
  );

/**
 * @param {unknown} value
 * @returns {TokenUsage | null}
 */
function usageIn(value) {
  const { input_tokens, output_tokens, input_tokens_details } = recordOf(value);
  const { cached_tokens, cache_write_tokens } = recordOf(input_tokens_details);
  if (!isCount(input_tokens) && !isCount(output_tokens)) return null;
  const read = isCount(cached_tokens) ? cached_tokens : 0;
  const written = isCount(cache_write_tokens) ? cache_write_tokens : 0;
  return {
    // The service includes cached tokens in the input; here they are separate.
    inputTokens: isCount(input_tokens) ? Math.max(0, input_tokens - read - written) : 0,
    outputTokens: isCount(output_tokens) ? output_tokens : 0,
    ...(isCount(cache_write_tokens) ? { cacheCreationInputTokens: cache_write_tokens } : {}),
    ...(isCount(cached_tokens) ? { cacheReadInputTokens: cached_tokens } : {}),
  };
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
