/** @import { CompletionRequest, ToolDefinition, ToolResult, ToolUse } from '../../../src/shared/contract/provider.ts' */

/** What a model asks for that was offered nothing. */
const readFile = { name: 'read_file', input: '{"path":"src/parser.ts"}' };
/** The app's own tools: a prompt that names none asks for one of an author's. */
const isBundled = (/** @type {ToolDefinition} */ { name }) => name.startsWith('workspace_tools__');

/**
 * The calls that a prompt asks for, such as "Use the tool word-count with {"text":"a b"} and the tool fail". A tool that
 * is named is called whether it is offered or not, so that an author sees what comes of it; else the first one offered.
 * @param {string} prompt
 * @param {CompletionRequest} request
 * @returns {Omit<ToolUse, 'isInputComplete'>[]}
 */
export function callsFor(prompt, request) {
  const { tools } = request;
  const number = callNumber(request);
  const named = [...prompt.matchAll(/\bthe tool ["'`]?([a-z0-9][\w-]*)["'`]?(?: with (?=\{))?/giu)].map((match) => ({
    name: findTool(match[1] ?? '', tools),
    input: jsonAt(prompt, match.index + match[0].length),
  }));
  const first = tools.find((tool) => !isBundled(tool));
  const unnamed = first ? { name: first.name, input: jsonAt(prompt, prompt.indexOf('{')) } : readFile;
  const calls = named.length > 0 ? named : [unnamed];
  return calls.map((call, index) => ({ id: `call-${number + index}`, ...call }));
}

/**
 * The number of the next call of a thread.
 * @param {CompletionRequest} request
 */
export const callNumber = ({ messages }) =>
  messages.flatMap(({ content }) => content).filter(({ type }) => type === 'tool-use').length + 1;

/**
 * An author writes the id of the manifest; a model is offered `extension__tool`, with "_" for every "-". Of two the
 * author's counts.
 * @param {string} wanted
 * @param {ToolDefinition[]} tools
 */
export function findTool(wanted, tools) {
  const name = wanted.replaceAll('-', '_');
  const fitting = tools.filter((tool) => tool.name === name || tool.name.endsWith(`__${name}`));
  return (fitting.find((tool) => !isBundled(tool)) ?? fitting[0])?.name ?? wanted;
}

/**
 * The JSON object that begins at a place. One that never ends is given as it is: a model, too, writes such things.
 * @param {string} text
 * @param {number} start
 */
function jsonAt(text, start) {
  if (text[start] !== '{') return '{}';
  for (let end = text.indexOf('}', start); end >= 0; end = text.indexOf('}', end + 1)) {
    const candidate = text.slice(start, end + 1);
    try {
      JSON.parse(candidate);
      return candidate;
    } catch {
      // It goes on behind this brace.
    }
  }
  return text.slice(start);
}

/**
 * What the tools of the last step said; null when the last message is no answer of tools.
 * @param {CompletionRequest} request
 */
export function wordsOnResults({ messages }) {
  const results = (messages.at(-1)?.content ?? []).flatMap((part) => (part.type === 'tool-result' ? [part.value] : []));
  return results.length === 0 ? null : results.map(wordsOn).join('\n\n');
}

/** @param {ToolResult} result */
function wordsOn({ isError, content }) {
  const said = content.type === 'text' ? content.value : 'a picture';
  return isError ? `The tool failed: ${said}` : `The tool answered: ${said}`;
}
