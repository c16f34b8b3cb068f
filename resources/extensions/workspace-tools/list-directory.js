/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */

const maxNames = 1000;

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function listDirectory(input, call) {
  const path = input.optionalText('path', '"src"') ?? '.';
  const entries = await call.list(path);
  if (entries.length === 0) return `${path} is empty.`;
  const of = (/** @type {string} */ kind) => entries.filter((entry) => entry.kind === kind).map(({ name }) => name);
  const names = [...of('directory').map((name) => `${name}/`), ...of('file')];
  const left = names.length > maxNames ? [`[${names.length - maxNames} more names are left out. Use find-files.]`] : [];
  return [...names.slice(0, maxNames), ...left].join('\n');
}
