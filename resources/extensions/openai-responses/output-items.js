/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
/** @import { OutputItem } from './output-item.js' */
import { createCallItem } from './call-item.js';
import { recordOf, textOf } from './json.js';
import { createMessageItem } from './message-item.js';
import { createReasoningItem } from './reasoning-item.js';

/**
 * @typedef {object} Entry
 * @property {string} type
 * @property {string} id
 * @property {number} index its place in the answer
 * @property {OutputItem} item
 * @property {string | undefined} phase
 * @property {CompletionEvent[]} waiting events held back until the items before it are done
 * @property {boolean} isDone
 * @property {boolean} isHalf whether the service reports that it broke off
 */

/** @type {OutputItem} */
const passedOver = { isRefused: false, take: () => [], whole: () => [], end: () => [] };

/**
 * The output items of one answer. Their events are released item by item in the order of their places, as far as these
 * are known: reasoning must stay before the item that followed it.
 * @param {(entry: Entry, events: CompletionEvent[]) => CompletionEvent[]} tell
 */
export function createOutputItems(tell) {
  /** @type {Set<string>} */
  const callIds = new Set();
  /** @type {Record<string, () => OutputItem>} */
  const creators = {
    message: createMessageItem,
    reasoning: createReasoningItem,
    function_call: () => createCallItem(callIds),
  };
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Entry | null} */
  let live = null;

  /**
   * @param {string} type
   * @param {Json} source an item, or its first event
   * @param {unknown} index
   */
  const add = (type, source, index) => {
    /** @type {Entry} */
    const entry = {
      type,
      id: idOf(source),
      index: typeof index === 'number' ? index : Math.max(-1, ...entries.map((entry) => entry.index)) + 1,
      item: creators[type]?.() ?? passedOver,
      phase: undefined,
      waiting: [],
      // Ignored items hold up nothing.
      isDone: !(type in creators),
      isHalf: false,
    };
    entries.push(entry);
    return entry;
  };

  /**
   * By place, since some services change ids on the way; services without places have ids.
   * @param {unknown} index
   * @param {string} id
   */
  const find = (index, id) =>
    typeof index === 'number'
      ? entries.findLast((entry) => entry.index === index)
      : entries.findLast((entry) => id === '' || entry.id === id);

  /**
   * @param {Entry} entry
   * @param {CompletionEvent[]} events
   */
  const give = (entry, events) => {
    entry.waiting.push(...events);
    const given = [];
    for (live ??= entry; live; live = next()) {
      given.push(...tell(live, live.waiting.splice(0)));
      if (!live.isDone) break;
    }
    return given;
  };

  const next = () => {
    const open = entries.filter(({ isDone, waiting }) => !isDone || waiting.length > 0);
    return open.sort((a, b) => a.index - b.index)[0] ?? null;
  };

  /**
   * @param {Entry} entry
   * @param {Json} item in its present form
   */
  const learn = (entry, item) => {
    entry.phase ??= textOf(item.phase) || undefined;
    return entry.item.whole(item);
  };

  /** @param {Entry} entry */
  const end = (entry) => {
    if (entry.isDone) return [];
    entry.isDone = true;
    return entry.item.end();
  };

  return {
    /** @param {string} type */
    has: (type) => entries.some((entry) => entry.type === type),
    get isRefused() {
      return entries.some(({ item }) => item.isRefused);
    },
    get areDone() {
      return entries.every(({ isDone, isHalf }) => isDone && !isHalf);
    },
    /** The last item by place. */
    get last() {
      return [...entries].sort((a, b) => a.index - b.index).at(-1);
    },

    /**
     * @param {string} type without "response."
     * @param {Json} event
     */
    take(type, event) {
      const { output_index: index } = event;
      const item = recordOf(event.item);
      const id = idOf(item);
      if (type === 'output_item.added') {
        const before = find(index, id || 'none');
        if (before && id !== '' && before.id === id) return before.isDone ? [] : give(before, learn(before, item));
        // Some services give all items the same place.
        const replaced = before ? give(before, end(before)) : [];
        const entry = add(textOf(item.type), item, index);
        return [...replaced, ...give(entry, learn(entry, item))];
      }
      if (type === 'output_item.done') {
        const known = find(index, id);
        const isKnown = known !== undefined && known.type === item.type;
        if (isKnown && known.isDone && known.id === id && (id !== '' || typeof index === 'number')) return [];
        const entry = isKnown && !known.isDone ? known : add(textOf(item.type), item, index);
        entry.isHalf = item.status === 'incomplete';
        return give(entry, entry.isDone ? [] : [...learn(entry, item), ...end(entry)]);
      }
      const kind = kindOf(type);
      if (kind === '') return [];
      const named = find(index, textOf(event.item_id));
      const entry =
        named?.type === kind
          ? named
          : (entries.findLast((other) => other.type === kind && !other.isDone) ?? add(kind, event, index));
      return give(entry, entry.isDone ? [] : entry.item.take(type, event));
    },

    /**
     * Ends the answer: takes items from the final list, and ends those that are open.
     * @param {Json[]} output all items in their final form; [] if the service does not send them
     */
    finish(output) {
      const ids = new Set(output.map(idOf));
      const left = [...entries];
      const given = [];
      for (const item of output) {
        const id = idOf(item);
        // By id, or by order within the type if the service has changed the id.
        const known =
          left.find((entry) => id !== '' && entry.id === id) ??
          left.find((entry) => entry.type === item.type && (entry.id === '' || !ids.has(entry.id)));
        if (known) left.splice(left.indexOf(known), 1);
        const entry = known ?? add(textOf(item.type), item, undefined);
        if (!entry.isDone) given.push(...give(entry, [...learn(entry, item), ...end(entry)]));
      }
      for (const entry of left) given.push(...give(entry, end(entry)));
      return given;
    },
  };
}

/** @param {Json} item or an event of one */
const idOf = ({ id, item_id, call_id }) => textOf(id) || textOf(item_id) || textOf(call_id);

/**
 * The type of the item that an event belongs to; '' for an ignored one.
 * @param {string} type
 */
function kindOf(type) {
  if (type.startsWith('function_call_arguments.')) return 'function_call';
  if (type.startsWith('reasoning')) return 'reasoning';
  return /^(output_text|refusal|content_part)\./.test(type) ? 'message' : '';
}
