/** @import { CompletionEvent, CompletionRequest } from '../../../src/shared/contract/provider.ts' */
/** @import { Chunk } from './chunks.js' */

import { growing, inPieces, stop, text } from './chunks.js';
import { failureFor } from './failures.js';
import { lastPrompt, textOf } from './last-prompt.js';
import { scriptedChunks } from './script.js';
import { summaryFor, titleFor } from './tasks.js';
import { linkAnswer, markdownAnswer, slowAnswer } from './texts.js';
import { callsFor, wordsOnResults } from './tool-calls.js';

/**
 * A script in the last prompt determines the steps. Without one, words in its first line choose the answer, where
 * "think" and "usage" can be combined with any other word; the lines below may come from a slash command, such as the
 * text of a file.
 * @param {CompletionRequest} request
 * @returns {Chunk[]}
 */
export function stepsFor(request) {
  const prompt = textOf(request.messages[lastPrompt(request.messages)]).trimStart();
  return [{ event: { type: 'started' } }, ...(scriptedChunks(prompt, request) ?? chunksAfter(prompt, request))];
}

/**
 * @param {string} prompt
 * @param {CompletionRequest} request
 * @returns {Chunk[]}
 */
function chunksAfter(prompt, request) {
  const said = wordsOnResults(request) ?? titleFor(prompt);
  if (said !== null) return [...inPieces(said), stop('end-turn')];
  const summary = summaryFor(prompt, request);
  if (summary !== null) return summaryChunks(summary, prompt);
  const [asked = ''] = prompt.split('\n', 1);
  const asksFor = (/** @type {RegExp} */ words) => words.test(asked);
  return [
    ...(asksFor(/\bthink/i) ? thinking() : []),
    ...answerTo(request, prompt, asksFor, asksFor(/\busage\b/i) ? usage() : []),
  ];
}

/**
 * The instructions for a summary may request that it is slow, or fails.
 * @param {string} summary
 * @param {string} prompt
 * @returns {Chunk[]}
 */
function summaryChunks(summary, prompt) {
  const wish = prompt.slice(prompt.indexOf('\n'));
  if (/\berror\b/i.test(wish)) return [{ error: failureFor(wish) }];
  const afterMs = /\bslowly\b/i.test(wish) ? 150 : 0;
  return [...inPieces(summary).map((chunk) => ({ ...chunk, afterMs })), ...usage(), stop('end-turn')];
}

/**
 * @param {CompletionRequest} request
 * @param {string} prompt
 * @param {(words: RegExp) => boolean} asksFor
 * @param {Chunk[]} beforeStop
 * @returns {Chunk[]}
 */
function answerTo(request, prompt, asksFor, beforeStop) {
  if (asksFor(/\berror\b/i)) return [{ error: failureFor(prompt) }];
  if (asksFor(/\bslowly\b/i)) {
    return [...slowAnswer.map((word) => ({ ...text(word), afterMs: 150 })), ...beforeStop, stop('end-turn')];
  }
  if (asksFor(/\btool\b/i)) {
    const calls = callsFor(prompt, request).flatMap((call) => growing(call));
    return [...calls, ...beforeStop, stop('tool-use')];
  }
  if (asksFor(/\bmarkdown\b/i)) return [...inPieces(markdownAnswer), ...beforeStop, stop('end-turn')];
  if (asksFor(/\b(link|where|parser)\b/i)) {
    return [...inPieces(linkAnswer(prompt)), ...beforeStop, stop('end-turn')];
  }
  return [text('Hello, '), text('world!'), ...beforeStop, stop('end-turn')];
}

/** @returns {Chunk[]} */
const thinking = () =>
  ['The question is short. ', 'A greeting answers it.'].map((value) => ({
    event: { type: 'thinking', value: { text: value } },
    afterMs: 150,
  }));

/** @returns {Chunk[]} */
const usage = () => [{ event: { type: 'usage', value: { inputTokens: 12, outputTokens: 4 } } }];
