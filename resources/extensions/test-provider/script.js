/** @import { CompletionRequest, TokenUsage, StopReason } from '../../../src/shared/contract/provider.ts' */
/** @import { Step } from './steps.js' */
import { failure } from './failures.js';
import { lastPrompt } from './last-prompt.js';
import { growing, inPieces, stop } from './steps.js';
import { callNumber, findTool } from './tool-calls.js';

/**
 * A prompt may say word for word what the model does, round by round:
 *
 *     ```script
 *     [{ "text": "Let me look.", "calls": [{ "tool": "read-file", "input": { "path": "a.ts" } }] }, { "text": "Done." }]
 *     ```
 *
 * The calls of one round go out together. When the rounds are used up, the model says what the tools answered.
 * @typedef {object} Round
 * @property {string} [thinking] whole, before the first piece of the text
 * @property {string} [text]
 * @property {{ tool: string, input?: unknown }[]} [calls] `input` as a text is given as it is, and need not be JSON
 * @property {number} [growMs] between the pieces of texts and arguments
 * @property {number} [delayMs] before anything comes
 * @property {Partial<TokenUsage>} [usage]
 * @property {StopReason} [stop] `tool-use` after calls, else `end-turn`
 * @property {string} [error] one of the codes of docs/extensions/providers.md, in the place of the stop
 * @property {number} [retryAfterSeconds] goes with an error
 * @property {number} [repeat] so many rounds of this kind
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
 * @returns {Step[] | null} null: the prompt holds no script, or all its rounds were played
 */
export function scriptedSteps(prompt, request) {
  const script = /^```script[ \t]*\r?\n(.*?)^```/msu.exec(prompt)?.[1];
  if (script === undefined) return null;
  try {
    const rounds = readRounds(script);
    const round = rounds[roundsPlayed(request)];
    return round ? stepsOf(round, request) : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [...inPieces(`The script cannot be played: ${reason}`), stop('end-turn')];
  }
}

/** How often the model spoke since the person did. */
const roundsPlayed = (/** @type {CompletionRequest} */ { messages }) =>
  messages.slice(lastPrompt(messages) + 1).filter(({ role }) => role === 'assistant').length;

/**
 * @param {string} script
 * @returns {Round[]}
 */
function readRounds(script) {
  /** @type {unknown} */
  const rounds = JSON.parse(script);
  if (!Array.isArray(rounds)) throw new Error('it is not a list of rounds.');
  return rounds.flatMap((round, index) => {
    if (typeof round !== 'object' || round === null) throw new Error(`round ${index + 1} is not an object.`);
    for (const [key, value] of Object.entries(round)) {
      const type = known[/** @type {keyof typeof known} */ (key)];
      if (typeof value !== type) throw new Error(`round ${index + 1} has "${key}": ${JSON.stringify(value)}.`);
    }
    return Array.from({ length: round.repeat ?? 1 }, () => round);
  });
}

/**
 * @param {Round} round
 * @param {CompletionRequest} request
 * @returns {Step[]}
 */
function stepsOf(round, request) {
  const { thinking, text = '', calls = [], growMs = 0, usage, error, retryAfterSeconds } = round;
  const number = callNumber(request);
  const uses = calls.map(({ tool, input = {} }, index) => ({
    id: `call-${number + index}`,
    name: findTool(tool, request.tools),
    input: typeof input === 'string' ? input : JSON.stringify(input),
  }));
  /** @type {Step[]} */
  const thoughts = thinking ? [{ event: { type: 'thinking', value: { text: thinking } } }] : [];
  /** @type {Step[]} */
  const used = usage ? [{ event: { type: 'usage', value: { inputTokens: 0, outputTokens: 0, ...usage } } }] : [];
  const said = [...inPieces(text), ...uses.flatMap((use) => growing(use, growMs > 0 ? 12 : undefined))];
  const end = error
    ? { error: failure(error, `The sample model failed with ${error}, as the script says.`, { retryAfterSeconds }) }
    : stop(round.stop ?? (uses.length > 0 ? 'tool-use' : 'end-turn'));
  const steps = [...thoughts, ...said.map((step) => ({ ...step, afterMs: growMs })), ...used, end];
  return steps.map((step, index) =>
    index === 0 ? { ...step, afterMs: (round.delayMs ?? 0) + (step.afterMs ?? 0) } : step,
  );
}
