/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function diagnostics(input, call) {
  const path = input.optionalText('path', '"src/main.ts"');
  const found = await call.diagnostics(path);
  if (found.length === 0) return `No errors of syntax in ${path ?? 'the open files'}.`;
  return found.map((one) => `${one.path}:${one.line}:${one.column} ${one.severity}: ${one.message}`).join('\n');
}
