/** @import { CompletionEvent, StopReason } from '../../../src/shared/contract/provider.ts' */
/** @import { OpenBlock } from './blocks.js' */
import { closeBlock, growBlock, isWhole, openBlock, startOf } from './blocks.js';
import { createCallIds } from './call-ids.js';
import { failure, isRecord, textIn } from './reading.js';
import { createUsage } from './usage.js';

/** @type {ReadonlyMap<string, StopReason>} */
const stopReasons = new Map([
  ['max_tokens', 'max-tokens'],
  ['model_context_window_exceeded', 'max-tokens'],
  ['tool_use', 'tool-use'],
  ['refusal', 'refusal'],
]);

/**
 * Converts the payloads of a stream into events. Unknown payloads are ignored: services add types of events, blocks
 * and deltas without notice. Repeated ones are reported once.
 * @param {string} host for error messages
 */
export function createMessageReader(host) {
  /** By index. @type {Map<unknown, OpenBlock>} */
  const open = new Map();
  const calls = createCallIds();
  const usage = createUsage();
  let hasBegun = false;
  let isOver = false;
  let reason = '';
  let explanation = '';
  let id = '';
  /** Kind of the last block that has ended. @type {OpenBlock['kind'] | ''} */
  let lastWhole = '';
  let hasText = false;

  /** @param {CompletionEvent[]} events */
  const noted = (events) => {
    hasText ||= events.some(({ type }) => type === 'text');
    return events;
  };

  /**
   * @param {unknown} index
   * @returns {CompletionEvent[]}
   */
  const stop = (index) => {
    const block = open.get(index);
    open.delete(index);
    if (!block || (block.kind === 'tool' && !calls.end(block, index))) return [];
    lastWhole = block.kind;
    return closeBlock(block);
  };

  const closeAll = () => [...open.keys()].flatMap(stop);

  /**
   * @param {unknown} index
   * @param {unknown} content
   * @returns {CompletionEvent[]}
   */
  const start = (index, content) => {
    if (!isRecord(content)) return [];
    const before = open.get(index);
    const block = openBlock(content);
    if (before && isAgain(before, block)) return [];
    const events = stop(index);
    if (block.kind === 'tool') calls.begin(block, index);
    open.set(index, block);
    return [...events, ...noted(startOf(block))];
  };

  /** @param {Record<string, unknown>} ending of a message, or of its end */
  const learnEnd = ({ stop_reason, stop_details }) => {
    reason = textIn(stop_reason) || reason;
    if (isRecord(stop_details)) explanation = textIn(stop_details.explanation) || textIn(stop_details.category);
  };

  /**
   * A service may repeat the start before any content. Later it is that of another answer, and this one is incomplete.
   * @param {Record<string, unknown>} message
   * @returns {CompletionEvent[]}
   */
  const begin = (message) => {
    if (hasBegun && (open.size > 0 || lastWhole !== '' || textIn(message.id) !== id)) {
      throw failure('provider-error', `${host} began another answer in the middle of this one.`);
    }
    usage.take(message.usage);
    learnEnd(message);
    if (hasBegun) return [];
    hasBegun = true;
    id = textIn(message.id);
    const content = Array.isArray(message.content) ? message.content : [];
    return content.flatMap((block, index) => [...start(index, block), ...stop(index)]);
  };

  /**
   * @param {Record<string, unknown>} payload
   * @returns {CompletionEvent[]}
   */
  const take = ({ type, index, message, content_block: block, delta, usage: counted }) => {
    switch (type) {
      case 'message_start':
        return [...begin(isRecord(message) ? message : {}), ...usage.news()];
      case 'content_block_start':
        hasBegun = true;
        return start(index, block);
      case 'content_block_delta': {
        hasBegun = true;
        if (!isRecord(delta)) return [];
        if (!open.has(index) && lostStart(delta)) start(index, { type: lostStart(delta) });
        const grown = open.get(index);
        return grown ? noted(growBlock(grown, delta)) : [];
      }
      case 'content_block_stop':
        return stop(index);
      case 'message_delta':
        usage.take(counted);
        if (isRecord(delta)) learnEnd(delta);
        return [...(reason ? closeAll() : []), ...usage.news()];
      case 'message_stop':
        isOver = hasBegun;
        return closeAll();
      default:
        return [];
    }
  };

  return {
    /** Whether any part of a message has arrived. */
    get hasBegun() {
      return hasBegun;
    },
    /** Whether the service has reported that nothing follows. */
    get isOver() {
      return isOver;
    },
    /** Whether the service has reported the end of the message. */
    get hasEnd() {
      return isOver || reason !== '';
    },
    /** Whether all blocks have ended, and there is more than thinking. */
    get isWhole() {
      return open.size === 0 && (hasText || calls.count > 0);
    },
    /**
     * Whether it may be complete without a reported end: its last block is a text that has ended, and there is no
     * tool call.
     */
    get isWholeText() {
      return this.isWhole && lastWhole === 'text' && calls.count === 0;
    },
    take,
    /** Takes a message that was not streamed. */
    takeWhole: begin,
    /** @returns {CompletionEvent[]} the last events of the answer */
    finish() {
      const stopped = stopReasons.get(reason) ?? (calls.count > 0 && reason !== 'pause_turn' ? 'tool-use' : 'end-turn');
      const why = stopped === 'refusal' && explanation ? { explanation } : {};
      return [...closeAll(), ...usage.last(), { type: 'stop', value: stopped, ...why }];
    },
  };
}

/**
 * Whether the start of a block is a repetition.
 * @param {OpenBlock} before
 * @param {OpenBlock} block
 */
function isAgain(before, block) {
  const isAlike =
    before.kind === block.kind &&
    before.givenId === block.givenId &&
    before.name === block.name &&
    before.given === block.given;
  // Calls without ids differ in their input only.
  return isAlike && !(before.kind === 'tool' && !before.givenId && before.input && isWhole(before));
}

/** The type of a block whose start was lost, from its deltas; not for a tool call, whose name was in the start. */
const lostStart = (/** @type {Record<string, unknown>} */ { type }) => {
  if (type === 'text_delta') return 'text';
  return type === 'thinking_delta' || type === 'signature_delta' ? 'thinking' : '';
};
