/** @import { CompletionRequest, TokenUsage, StopReason } from '../../../src/shared/contract/provider.ts' */
/** @import { Chunk } from './chunks.js' */

import { growing, inPieces, stop } from './chunks.js';
import { failure } from './failures.js';
import { lastPrompt } from './last-prompt.js';
import { callNumber, findTool } from './tool-calls.js';

/**
 * A prompt may say word for word what the model does, step by step:
 *
 *     ```script
 *     [{ "text": "Let me look.", "calls": [{ "tool": "read-file", "input": { "path": "a.ts" } }] }, { "text": "Done." }]
 *     ```
 *
 * The calls of one step go out together. When the steps are used up, the model says what the tools answered.
 * @typedef {object} Step
 * @property {string} [thinking] whole, before the first piece of the text
 * @property {string} [text]
 * @property {{ tool: string, input?: unknown }[]} [calls] `input` as a text is given as it is, and need not be JSON
 * @property {number} [growMs] between the pieces of texts and arguments
 * @property {number} [delayMs] before anything comes
 * @property {Partial<TokenUsage>} [usage]
 * @property {StopReason} [stop] `tool-use` after calls, else `end-turn`
 * @property {string} [error] one of the codes of docs/extensions/providers.md, in the place of the stop
 * @property {number} [retryAfterSeconds] goes with an error
 * @property {number} [repeat] so many steps of this kind
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
 * @returns {Chunk[] | null} null: the prompt holds no script, or all its steps were played
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

/** How often the model spoke since the person did. */
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
