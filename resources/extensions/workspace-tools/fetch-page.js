/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { Arguments } from './arguments.js' */
import { Refusal } from './refusal.js';

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function fetchPage(input, call) {
  const asked = input.words('url', '"https://example.com/page"');
  const from = input.whole('from', { least: 0, most: Number.MAX_SAFE_INTEGER, usual: 0 });
  const length = input.whole('length', { least: 1, most: 80_000, usual: 20_000 });
  const { url, status, title, text, isCut } = await call.fetchPage(asked);
  if (from > 0 && from >= text.length)
    throw new Refusal(`The page has ${text.length} characters; ${from} is behind its end.`);
  const head = [title, `${url}, status ${status}`].filter(Boolean).join('\n');
  const end = from + length;
  const left = end < text.length ? `\n\n[The page has ${text.length} characters. Go on with "from": ${end}.]` : '';
  const cut = left === '' && isCut ? '\n\n[The page goes on, but no more of it was kept.]' : '';
  return { text: `${head}\n\n${text.slice(from, end)}${left}${cut}`, isError: status >= 400 };
}
