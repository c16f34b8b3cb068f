/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */
import { Refusal } from './refusal.js';

const maxLines = 2000;
const maxCharacters = 60_000;
const longestLine = 2000;
const anyLine = { least: 1, most: Number.MAX_SAFE_INTEGER };

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function readFile(input, call) {
  const path = input.words('path', '"src/main.ts"');
  const from = input.whole('from', { ...anyLine, usual: 1 });
  const to = input.whole('to', { ...anyLine, usual: Number.MAX_SAFE_INTEGER });
  if (to < from) throw new Refusal(`"to" is ${to}, which is before "from", ${from}.`);
  const lines = linesOf(await call.readText(path));
  if (lines.length === 0) return `${path} is empty.`;
  if (from > lines.length) throw new Refusal(`${path} has ${lines.length} lines; line ${from} is behind its end.`);

  const wanted = lines.slice(from - 1, Math.min(to, from - 1 + maxLines));
  /** @type {string[]} */
  const shown = [];
  let length = 0;
  for (const line of wanted) {
    const numbered = `${from + shown.length}\t${cut(line)}`;
    length += numbered.length + 1;
    if (length > maxCharacters) break;
    shown.push(numbered);
  }
  const last = from - 1 + shown.length;
  const left =
    last < Math.min(to, lines.length) ? [`[${path} has ${lines.length} lines. Go on with "from": ${last + 1}.]`] : [];
  return [...shown, ...left].join('\n');
}

/** The last line ending does not begin another line. @param {string} text */
function linesOf(text) {
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** @param {string} line */
const cut = (line) =>
  line.length <= longestLine ? line : `${line.slice(0, longestLine)} [… ${line.length - longestLine} more characters]`;
