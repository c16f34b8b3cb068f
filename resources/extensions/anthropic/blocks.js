/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { isRecord, textIn } from './reading.js';

/**
 * A content block in progress. `other`: server-side tools, and unknown types.
 * @typedef {object} OpenBlock
 * @property {'text' | 'thinking' | 'redacted' | 'tool' | 'other'} kind
 * @property {string} givenId id of a tool call from the service
 * @property {string} id unique id of the call, used in events
 * @property {string} name of a tool call
 * @property {string} given content in its start event; usually empty
 * @property {string} input arguments of a tool call so far
 * @property {boolean} isQuiet a tool call that may repeat an earlier one, which only its end shows
 * @property {number} toldLength length of the input in the last event; -1: no event yet
 * @property {number} toldAt
 * @property {string} signature of the thinking
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
  const name = textIn(content.name);
  const known = kinds.get(content.type) ?? 'other';
  // A call without a tool's name cannot be made.
  const kind = known === 'tool' && name === '' ? 'other' : known;
  return {
    kind,
    givenId: textIn(content.id),
    id: textIn(content.id),
    name,
    given: givenIn(kind, content),
    input: '',
    isQuiet: false,
    toldLength: -1,
    toldAt: 0,
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

/** Events for the start of a block. @param {OpenBlock} block @returns {CompletionEvent[]} */
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

/**
 * The service sends nothing for a call without arguments. Some services send all of them in the start.
 * @param {OpenBlock} block
 */
export const wholeInput = ({ input, given }) => (input.trim() ? input : given || '{}');

/** Events for the end of a block. @param {OpenBlock} block @returns {CompletionEvent[]} */
export function closeBlock(block) {
  const { kind, id, name, signature } = block;
  if (kind === 'thinking') return signature ? [{ type: 'thinking', value: { text: '', signature } }] : [];
  if (kind !== 'tool') return [];
  const whole = wholeInput(block);
  const error = parseError(whole);
  return error === null
    ? [{ type: 'tool-use', value: { id, name, input: whole, isInputComplete: true } }]
    : [{ type: 'tool-use-json-parse-error', value: { id, toolName: name, rawInput: whole, error } }];
}

/** Whether the input of a call is complete JSON. @param {OpenBlock} block */
export const isWhole = (block) => parseError(wholeInput(block)) === null;

/** @param {string} json */
function parseError(json) {
  try {
    JSON.parse(json);
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Milliseconds after which any growth of an input is reported. */
const longestSilence = 1000;

/**
 * Each event repeats the whole input, so that a long one is reported each time it has grown by an eighth: the sum
 * stays proportional to its length. A slow one is also reported every second.
 * @param {OpenBlock} block
 * @returns {CompletionEvent[]}
 */
function growth(block) {
  const { id, name, input, isQuiet, toldLength, toldAt } = block;
  const now = Date.now();
  const isLate = input.length > toldLength && now - toldAt >= longestSilence;
  if (isQuiet || (toldLength >= 0 && input.length - toldLength <= toldLength / 8 && !isLate)) return [];
  block.toldLength = input.length;
  block.toldAt = now;
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
