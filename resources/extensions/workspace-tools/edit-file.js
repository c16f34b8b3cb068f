/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */
import { applyEdit } from './exact-edit.js';
import { codeOf, Refusal } from './refusal.js';

/** Limit for retries: the calls of one round run concurrently, also on one file. */
const maxAttempts = 20;

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function editFile(input, call) {
  const path = input.words('path', '"src/main.ts"');
  const edits = input.list('edits', '[{"old": "let a", "new": "const a"}]').map((edit) => ({
    old: edit.text('old', '"let a"'),
    new: edit.text('new', '"const a"'),
    all: edit.flag('all'),
  }));
  for (let attempt = 1; ; attempt += 1) {
    const expected = await call.readText(path);
    const { text, lines } = edited(expected, path, edits);
    try {
      await call.change([{ type: 'write', path, text, expected }]);
      return `Edited ${path}, ${lines}.`;
    } catch (error) {
      // Another call or the person has edited the file since: the text to replace may still occur exactly once.
      if (codeOf(error) !== 'file-changed' || attempt === maxAttempts) throw error;
    }
  }
}

/**
 * @param {string} before
 * @param {string} path
 * @param {readonly { old: string, new: string, all: boolean }[]} edits
 */
function edited(before, path, edits) {
  let text = before;
  /** @type {string[]} */
  const done = [];
  for (const [index, edit] of edits.entries()) {
    const result = applyEdit(text, edit);
    if ('problem' in result) {
      const which = edits.length > 1 ? `Edit ${index + 1} of ${edits.length} of ${path}` : `The edit of ${path}`;
      throw new Refusal(`${which} was not made, and nothing was changed. ${result.problem}`);
    }
    text = result.text;
    done.push(result.lines.length > 1 ? `lines ${listed(result.lines)}` : `line ${result.lines[0]}`);
  }
  if (text === before) throw new Refusal(`${path} has this text already. Nothing was changed.`);
  return { text, lines: done.join(', then ') };
}

/** @param {readonly number[]} lines */
const listed = (lines) => (lines.length <= 20 ? lines.join(', ') : `${lines.slice(0, 20).join(', ')} …`);
