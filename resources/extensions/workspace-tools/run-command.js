/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function runCommand(input, call) {
  const line = input.words('line', '"npm test"');
  const cwd = input.optionalText('cwd', '"packages/core"');
  const timeoutSeconds = input.optionalSeconds('timeout_seconds', 1800);
  const { exitCode, output, isTimedOut, durationMs } = await call.exec(line, {
    ...(cwd !== undefined && { cwd }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  });
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  const end = isTimedOut
    ? `It was ended after ${seconds}, because it took too long.`
    : exitCode === null
      ? `It was ended after ${seconds}.`
      : `Exit code ${exitCode}, after ${seconds}.`;
  const text = output.trim() === '' ? `${end} It put out nothing.` : `${end}\n\n${output}`;
  return { text, isError: exitCode !== 0 };
}
