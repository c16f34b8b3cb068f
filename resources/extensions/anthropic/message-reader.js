/** @import { CompletionEvent, StopReason } from '../../../src/shared/contract/provider.ts' */
/** @import { OpenBlock } from './blocks.js' */
import { closeBlock, growBlock, isWhole, openBlock, startOf } from './blocks.js';
import { createCallIds } from './call-ids.js';
import { isRecord, textIn } from './reading.js';
import { createUsage } from './usage.js';

/** @type {ReadonlyMap<string, StopReason>} */
const stopReasons = new Map([
  ['max_tokens', 'max-tokens'],
  ['model_context_window_exceeded', 'max-tokens'],
  ['tool_use', 'tool-use'],
  ['refusal', 'refusal'],
]);

/**
 * Turns what a stream says, in the order it comes, into events. What it does not know it passes over: services add kinds of
 * events, blocks and deltas without asking. What comes twice is told once.
 */
export function createMessageReader() {
  /** By index. @type {Map<unknown, OpenBlock>} */
  const open = new Map();
  const calls = createCallIds();
  const usage = createUsage();
  let hasBegun = false;
  let hasBlocks = false;
  let isOver = false;
  let reason = '';
  let id = '';

  /**
   * @param {unknown} index
   * @returns {CompletionEvent[]}
   */
  const stop = (index) => {
    const block = open.get(index);
    open.delete(index);
    if (!block || (block.kind === 'tool' && !calls.end(block, index))) return [];
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
    hasBlocks = true;
    const events = stop(index);
    if (block.kind === 'tool') calls.begin(block, index);
    open.set(index, block);
    return [...events, ...startOf(block)];
  };

  /**
   * Some services send one for each part of their work, or repeat it.
   * @param {Record<string, unknown>} message
   * @returns {CompletionEvent[]}
   */
  const begin = (message) => {
    usage.take(message.usage);
    reason = textIn(message.stop_reason) || reason;
    if (hasBegun && textIn(message.id) === id) return [];
    id = textIn(message.id);
    const events = closeAll();
    calls.nextMessage();
    const content = Array.isArray(message.content) ? message.content : [];
    return [...events, ...content.flatMap((block, index) => [...start(index, block), ...stop(index)])];
  };

  /**
   * @param {Record<string, unknown>} payload
   * @returns {CompletionEvent[]}
   */
  const take = ({ type, index, message, content_block: block, delta, usage: counted }) => {
    switch (type) {
      case 'message_start': {
        const events = begin(isRecord(message) ? message : {});
        hasBegun = true;
        return [...events, ...usage.news()];
      }
      case 'content_block_start':
        hasBegun = true;
        return start(index, block);
      case 'content_block_delta': {
        hasBegun = true;
        if (!isRecord(delta)) return [];
        if (!open.has(index) && lostStart(delta)) start(index, { type: lostStart(delta) });
        const grown = open.get(index);
        return grown ? growBlock(grown, delta) : [];
      }
      case 'content_block_stop':
        return stop(index);
      case 'message_delta':
        usage.take(counted);
        if (isRecord(delta)) reason = textIn(delta.stop_reason) || reason;
        return [...(reason ? closeAll() : []), ...usage.news()];
      case 'message_stop':
        isOver = hasBegun;
        return closeAll();
      default:
        return [];
    }
  };

  return {
    /** Whether it was anything of a message at all. */
    get hasBegun() {
      return hasBegun;
    },
    /** Whether the service said that nothing follows. */
    get isOver() {
      return isOver;
    },
    /** Whether it may end here: some services forget to say so. */
    get mayEnd() {
      return isOver || reason !== '' || (hasBlocks && open.size === 0);
    },
    take,
    /** A message that was not streamed. @param {Record<string, unknown>} message */
    takeWhole(message) {
      hasBegun = true;
      return begin({ ...message, id: `${textIn(message.id)}!` });
    },
    /** @returns {CompletionEvent[]} the last of the answer */
    finish() {
      const stopped = stopReasons.get(reason) ?? (calls.count > 0 && reason !== 'pause_turn' ? 'tool-use' : 'end-turn');
      return [...closeAll(), ...usage.last(), { type: 'stop', value: stopped }];
    },
  };
}

/**
 * Whether the start of a block came once more.
 * @param {OpenBlock} before
 * @param {OpenBlock} block
 */
function isAgain(before, block) {
  const isAlike =
    before.kind === block.kind &&
    before.givenId === block.givenId &&
    before.name === block.name &&
    before.given === block.given;
  // Calls without ids are told apart by this alone.
  return isAlike && !(before.kind === 'tool' && !before.givenId && before.input && isWhole(before));
}

/** The type of a block whose start was lost; its deltas tell it, but for a tool call, which had its name there. */
const lostStart = (/** @type {Record<string, unknown>} */ { type }) => {
  if (type === 'text_delta') return 'text';
  return type === 'thinking_delta' || type === 'signature_delta' ? 'thinking' : '';
};
