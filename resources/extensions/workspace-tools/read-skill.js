/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function readSkill(input, call) {
  const name = input.words('name', '"release-notes"');
  const file = input.optionalText('file', '"references/style.md"');
  const { folder, text } = await call.readSkill(name, file);
  return file === undefined ? `[The files of this skill are in ${folder}]\n\n${text}` : text;
}
