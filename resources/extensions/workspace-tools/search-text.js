/** @import { ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { SearchMatch } from '../../../src/shared/contract/extension-api/extension-workspace.ts' */
/** @import { Arguments } from './arguments.js' */

const longestLine = 300;

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function searchText(input, call) {
  const text = input.text('text', '"TODO"');
  if (text === '') input.words('text', '"TODO"');
  const limit = input.whole('limit', { least: 1, most: 1000, usual: 100 });
  const glob = input.optionalText('glob', '"src/**/*.ts"');
  const { matches, isPartial } = await call.search({
    text,
    isRegex: input.flag('regex'),
    isCaseSensitive: input.flag('case_sensitive'),
    limit,
    ...(glob !== undefined && { glob }),
  });
  if (matches.length === 0) return 'No line holds it.';
  const files = Map.groupBy(matches, ({ path }) => path);
  const shown = [...files].map(([path, ofFile]) => [path, ...lines(ofFile)].join('\n'));
  const left = isPartial ? [`[There are more than ${matches.length} lines. Narrow the search, or raise "limit".]`] : [];
  return [...shown, ...left].join('\n\n');
}

/** @param {readonly SearchMatch[]} matches */
const lines = (matches) => matches.map((match) => `${match.line}\t${around(match)}`);

/** Of a long line, the part around the match. @param {SearchMatch} match */
function around({ text, column }) {
  if (text.length <= longestLine) return text;
  const start = Math.max(0, Math.min(column - 1, text.length) - longestLine / 2);
  const end = start + longestLine;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
