/** @import { CompletionEvent, CompletionRequest, StopReason, ToolUse } from '../../../src/shared/contract/provider.ts' */
import { linkAnswer, markdownAnswer, slowAnswer } from './texts.js';
import { callsFor, wordsOnResults } from './tool-calls.js';

/**
 * What the sample model does next: an event, or an error that is thrown instead of one.
 * @typedef {{ event: CompletionEvent, error?: undefined, afterMs?: number }
 *   | { error: Error, event?: undefined, afterMs?: number }} Step
 */

/**
 * The words of the last message choose the answer; "think" and "usage" go with any other word. Only those of its first
 * line count: below it stands what a slash command brings along, such as the text of a file.
 * @param {CompletionRequest} request
 * @returns {Step[]}
 */
export function stepsFor(request) {
  const results = wordsOnResults(request);
  if (results !== null) return [{ event: { type: 'started' } }, ...inPieces(results), stop('end-turn')];
  const prompt = lastUserText(request).trimStart();
  const [asked = ''] = prompt.split('\n', 1);
  const asksFor = (/** @type {RegExp} */ words) => words.test(asked);
  return [
    { event: { type: 'started' } },
    ...(asksFor(/\bthink/i) ? thinking() : []),
    ...answerTo(request, prompt, asksFor, asksFor(/\busage\b/i) ? usage() : []),
  ];
}

/**
 * @param {CompletionRequest} request
 * @param {string} prompt
 * @param {(words: RegExp) => boolean} asksFor
 * @param {Step[]} beforeStop
 * @returns {Step[]}
 */
function answerTo(request, prompt, asksFor, beforeStop) {
  if (asksFor(/\berror\b/i)) return [{ error: errorFor(prompt) }];
  if (asksFor(/\bslowly\b/i)) {
    return [...slowAnswer.map((word) => ({ ...text(word), afterMs: 150 })), ...beforeStop, stop('end-turn')];
  }
  if (asksFor(/\btool\b/i)) {
    const calls = callsFor(prompt, request);
    return [...(calls.length > 0 ? calls : [readFile]).flatMap(growing), ...beforeStop, stop('tool-use')];
  }
  if (asksFor(/\bmarkdown\b/i)) return [...inPieces(markdownAnswer), ...beforeStop, stop('end-turn')];
  if (asksFor(/\b(link|where|parser)\b/i)) {
    return [...inPieces(linkAnswer(prompt)), ...beforeStop, stop('end-turn')];
  }
  return [text('Hello, '), text('world!'), ...beforeStop, stop('end-turn')];
}

/** @param {CompletionRequest} request */
function lastUserText(request) {
  const message = request.messages.findLast(({ role }) => role === 'user');
  return (message?.content ?? []).map((part) => (part.type === 'text' ? part.value : '')).join('\n');
}

/**
 * @param {string} value
 * @returns {{ event: CompletionEvent }}
 */
const text = (value) => ({ event: { type: 'text', value } });

/**
 * @param {StopReason} value
 * @returns {Step}
 */
const stop = (value) => ({ event: { type: 'stop', value } });

/** Pieces end in the middle of words, tables and links, as those of a real model do. */
const inPieces = (/** @type {string} */ whole) => (whole.match(/[\s\S]{1,12}/gu) ?? []).map(text);

/** @returns {Step[]} */
const thinking = () =>
  ['The question is short. ', 'A greeting answers it.'].map((value) => ({
    event: { type: 'thinking', value: { text: value } },
    afterMs: 150,
  }));

/** @returns {Step[]} */
const usage = () => [{ event: { type: 'usage', value: { inputTokens: 12, outputTokens: 4 } } }];

/** What it asks for when no tool is offered. */
const readFile = { id: 'call-1', name: 'read_file', input: '{"path":"src/parser.ts"}' };

/**
 * The input of a call comes in pieces, as that of a real model does.
 * @param {Omit<ToolUse, 'isInputComplete'>} call
 * @returns {Step[]}
 */
const growing = (call) =>
  [0, 8, 16, call.input.length].map((length, index, all) => {
    const isInputComplete = index === all.length - 1;
    return { event: { type: 'tool-use', value: { ...call, input: call.input.slice(0, length), isInputComplete } } };
  });

/** @param {string} prompt */
function errorFor(prompt) {
  if (/\berror auth\b/i.test(prompt)) {
    return failure('provider-auth', 'The sample model did not accept the key, as you asked.');
  }
  if (/\berror rate\b/i.test(prompt)) {
    return failure('provider-rate-limited', 'The sample model is asked too often, as you asked.', {
      retryAfterSeconds: 5,
    });
  }
  return failure('provider-overloaded', 'The sample model is overloaded, as you asked.');
}

/**
 * An extension says no by an error with one of the known codes and a sentence for a person.
 * @param {string} code
 * @param {string} message
 * @param {Record<string, unknown>} [data]
 */
const failure = (code, message, data) => Object.assign(new Error(message), { code, data });
