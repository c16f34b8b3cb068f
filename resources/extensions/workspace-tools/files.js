/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */

/** Tools for files and directories as a whole. */

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function createFile(input, call) {
  const path = input.words('path', '"src/new.ts"');
  const text = input.text('text', '"export {};\\n"');
  await call.change([{ type: 'create', path, text }]);
  return `Created ${path}.`;
}

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function move(input, call) {
  const path = input.words('from', '"src/old.ts"');
  const to = input.words('to', '"src/new.ts"');
  await call.change([{ type: 'move', path, to }]);
  return `Moved ${path} to ${to}.`;
}

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function deleteEntry(input, call) {
  const path = input.words('path', '"src/old.ts"');
  await call.change([{ type: 'delete', path }]);
  return `Deleted ${path}.`;
}
