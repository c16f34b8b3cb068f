/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { ToolOutput } from '../../../src/shared/contract/tool.ts' */
import { Arguments } from './arguments.js';
import { codeOf, Refusal } from './refusal.js';

/**
 * Wraps a tool for registration: refusals and failures become output for the model.
 * @param {(input: Arguments, call: ToolCall, signal: AbortSignal) => Promise<ToolOutput>} run
 * @returns {(input: unknown, signal: AbortSignal, call: ToolCall) => Promise<ToolOutput>}
 */
export const tool = (run) => async (input, signal, call) => {
  try {
    return await run(new Arguments(input), call, signal);
  } catch (error) {
    // The app itself reports a stop, and a denial with its reason.
    if (signal.aborted || codeOf(error) === 'tool-denied') throw error;
    return { text: formatError(error), isError: true };
  }
};

/** Advice for the model on failures with a code of the app. */
const advice = new Map([
  ['file-not-found', 'Look for it with find-files or list-directory.'],
  ['file-changed', 'Read it again, then make the change anew.'],
  ['file-binary', 'It holds no text.'],
]);

/** @param {unknown} error */
function formatError(error) {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof Refusal ? undefined : advice.get(codeOf(error));
  return hint ? `${message} ${hint}` : message;
}
