/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { isRecord, textIn } from './reading.js';

/**
 * A part of an answer that is being written. `other`: tools that the service runs itself, and what is not known.
 * @typedef {object} OpenBlock
 * @property {'text' | 'thinking' | 'redacted' | 'tool' | 'other'} kind
 * @property {string} id of a tool call
 * @property {string} name of a tool call
 * @property {string} given what its start held; most begin empty
 * @property {string} input of a tool call, as far as it has come
 * @property {number} toldLength of the input; -1: the call was not told
 * @property {string} signature of what was thought
 */

/** @type {ReadonlyMap<unknown, OpenBlock['kind']>} */
const kinds = new Map(
  /** @type {const} */ ([
    ['text', 'text'],
    ['thinking', 'thinking'],
    ['redacted_thinking', 'redacted'],
    ['tool_use', 'tool'],
  ]),
);

/**
 * @param {Record<string, unknown>} content
 * @returns {OpenBlock}
 */
export function openBlock(content) {
  const kind = kinds.get(content.type) ?? 'other';
  return {
    kind,
    id: textIn(content.id),
    name: textIn(content.name),
    given: givenIn(kind, content),
    input: '',
    toldLength: -1,
    signature: textIn(content.signature),
  };
}

/**
 * @param {OpenBlock['kind']} kind
 * @param {Record<string, unknown>} content
 */
function givenIn(kind, { text, thinking, data, input }) {
  if (kind === 'tool') return isRecord(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : '';
  return textIn(kind === 'text' ? text : kind === 'thinking' ? thinking : kind === 'redacted' ? data : '');
}

/** What a block says with its start. @param {OpenBlock} block @returns {CompletionEvent[]} */
export function startOf(block) {
  if (block.kind === 'text') return textEvent(block.given);
  if (block.kind === 'thinking') return thinkingEvent(block.given);
  if (block.kind === 'redacted') return block.given ? [{ type: 'redacted-thinking', value: block.given }] : [];
  return block.kind === 'tool' ? growth(block) : [];
}

/**
 * @param {OpenBlock} block
 * @param {Record<string, unknown>} delta
 * @returns {CompletionEvent[]}
 */
export function growBlock(block, { type, text, thinking, signature, partial_json: json }) {
  const fits = `${block.kind} ${type}`;
  if (fits === 'text text_delta') return textEvent(text);
  if (fits === 'thinking thinking_delta') return thinkingEvent(thinking);
  if (fits === 'thinking signature_delta') block.signature += textIn(signature);
  if (fits !== 'tool input_json_delta') return [];
  block.input += textIn(json);
  return growth(block);
}

/** What is known of a block only at its end. @param {OpenBlock} block @returns {CompletionEvent[]} */
export function closeBlock({ kind, id, name, given, input, signature }) {
  if (kind === 'thinking') return signature ? [{ type: 'thinking', value: { text: '', signature } }] : [];
  if (kind !== 'tool') return [];
  // Without arguments the service sends none. Some services give them whole with the start.
  const whole = input.trim() ? input : given || '{}';
  try {
    JSON.parse(whole);
    return [{ type: 'tool-use', value: { id, name, input: whole, isInputComplete: true } }];
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    return [{ type: 'tool-use-json-parse-error', value: { id, toolName: name, rawInput: whole, error } }];
  }
}

/**
 * Each event repeats the whole input, so a long one is told each time that it grew by an eighth: the sum stays
 * proportional to its length.
 * @param {OpenBlock} block
 * @returns {CompletionEvent[]}
 */
function growth(block) {
  const { id, name, input, toldLength } = block;
  if (toldLength >= 0 && input.length - toldLength <= toldLength / 8) return [];
  block.toldLength = input.length;
  return [{ type: 'tool-use', value: { id, name, input, isInputComplete: false } }];
}

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
