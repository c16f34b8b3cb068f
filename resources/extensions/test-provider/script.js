/** @import { CompletionRequest, TokenUsage, StopReason } from '../../../src/shared/contract/provider.ts' */
/** @import { Chunk } from './chunks.js' */

import { growing, inPieces, stop } from './chunks.js';
import { failure } from './failures.js';
import { lastPrompt } from './last-prompt.js';
import { callNumber, findTool } from './tool-calls.js';

/**
 * A prompt may contain a script of the model's answer, step by step:
 *
 *     ```script
 *     [{ "text": "Let me look.", "calls": [{ "tool": "read-file", "input": { "path": "a.ts" } }] }, { "text": "Done." }]
 *     ```
 *
 * The calls of one step are made together. After the last step the model repeats the results of the tools.
 * @typedef {object} Step
 * @property {string} [thinking] sent whole, before the text
 * @property {string} [text]
 * @property {{ tool: string, input?: unknown }[]} [calls] a string as `input` is passed unchanged, and need not be
 * JSON
 * @property {number} [growMs] milliseconds between pieces of texts and arguments
 * @property {number} [delayMs] milliseconds before the step
 * @property {Partial<TokenUsage>} [usage]
 * @property {StopReason} [stop] default: `tool-use` after calls, otherwise `end-turn`
 * @property {string} [error] one of the codes of docs/extensions/providers.md, instead of the stop
 * @property {number} [retryAfterSeconds] of the error
 * @property {number} [repeat] number of repetitions of the step
 */

const known = {
  thinking: 'string',
  text: 'string',
  calls: 'object',
  growMs: 'number',
  delayMs: 'number',
  usage: 'object',
  stop: 'string',
  error: 'string',
  retryAfterSeconds: 'number',
  repeat: 'number',
};

/**
 * @param {string} prompt
 * @param {CompletionRequest} request
 * @returns {Chunk[] | null} null: the prompt has no script, or all its steps are done
 */
export function scriptedChunks(prompt, request) {
  const script = /^```script[ \t]*\r?\n(.*?)^```/msu.exec(prompt)?.[1];
  if (script === undefined) return null;
  try {
    const steps = readSteps(script);
    const step = steps[stepsPlayed(request)];
    return step ? chunksOf(step, request) : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [...inPieces(`The script cannot be played: ${reason}`), stop('end-turn')];
  }
}

/** Number of the model's messages since the last prompt. */
const stepsPlayed = (/** @type {CompletionRequest} */ { messages }) =>
  messages.slice(lastPrompt(messages) + 1).filter(({ role }) => role === 'assistant').length;

/**
 * @param {string} script
 * @returns {Step[]}
 */
function readSteps(script) {
  /** @type {unknown} */
  const steps = JSON.parse(script);
  if (!Array.isArray(steps)) throw new Error('it is not a list of steps.');
  return steps.flatMap((step, index) => {
    if (typeof step !== 'object' || step === null) throw new Error(`step ${index + 1} is not an object.`);
    for (const [key, value] of Object.entries(step)) {
      const type = known[/** @type {keyof typeof known} */ (key)];
      if (typeof value !== type) throw new Error(`step ${index + 1} has "${key}": ${JSON.stringify(value)}.`);
    }
    return Array.from({ length: step.repeat ?? 1 }, () => step);
  });
}

/**
 * @param {Step} step
 * @param {CompletionRequest} request
 * @returns {Chunk[]}
 */
function chunksOf(step, request) {
  const { thinking, text = '', calls = [], growMs = 0, usage, error, retryAfterSeconds } = step;
  const number = callNumber(request);
  const uses = calls.map(({ tool, input = {} }, index) => ({
    id: `call-${number + index}`,
    name: findTool(tool, request.tools),
    input: typeof input === 'string' ? input : JSON.stringify(input),
  }));
  /** @type {Chunk[]} */
  const thoughts = thinking ? [{ event: { type: 'thinking', value: { text: thinking } } }] : [];
  /** @type {Chunk[]} */
  const used = usage ? [{ event: { type: 'usage', value: { inputTokens: 0, outputTokens: 0, ...usage } } }] : [];
  const said = [...inPieces(text), ...uses.flatMap((use) => growing(use, growMs > 0 ? 12 : undefined))];
  const end = error
    ? { error: failure(error, `The sample model failed with ${error}, as the script says.`, { retryAfterSeconds }) }
    : stop(step.stop ?? (uses.length > 0 ? 'tool-use' : 'end-turn'));
  const chunks = [...thoughts, ...said.map((chunk) => ({ ...chunk, afterMs: growMs })), ...used, end];
  return chunks.map((chunk, index) =>
    index === 0 ? { ...chunk, afterMs: (step.delayMs ?? 0) + (chunk.afterMs ?? 0) } : chunk,
  );
}
