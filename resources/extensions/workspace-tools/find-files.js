/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function findFiles(input, call) {
  const glob = input.words('glob', '"**/*.ts"');
  const limit = input.whole('limit', { least: 1, most: 2000, usual: 200 });
  // One more than the limit, to know whether there are more.
  const found = await call.find(glob, { limit: limit + 1 });
  if (found.length === 0) return `No file fits ${glob}.`;
  const left = found.length > limit ? [`[There are more than ${limit}. Narrow the glob, or raise "limit".]`] : [];
  return [...found.slice(0, limit), ...left].join('\n');
}
