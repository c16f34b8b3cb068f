/** @import { CompletionRequest, ToolDefinition, ToolResult, ToolUse } from '../../../src/shared/contract/provider.ts' */

/** The call of a model that was offered no tools. */
const readFile = { name: 'read_file', input: '{"path":"src/parser.ts"}' };
/** Whether a tool is the app's own: a prompt without a tool's name means an author's tool. */
const isBundled = (/** @type {ToolDefinition} */ { name }) => name.startsWith('workspace_tools__');

/**
 * The calls that a prompt asks for, such as "Use the tool word-count with {"text":"a b"} and the tool fail". A named
 * tool is called even if it is not offered, so that an author sees the result; otherwise the first one offered is
 * called.
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
 * Number of the thread's next call.
 * @param {CompletionRequest} request
 */
export const callNumber = ({ messages }) =>
  messages.flatMap(({ content }) => content).filter(({ type }) => type === 'tool-use').length + 1;

/**
 * Finds a tool by the author's id from the manifest; a model is offered `extension__tool`, with "_" for "-". An
 * author's tool takes precedence.
 * @param {string} wanted
 * @param {ToolDefinition[]} tools
 */
export function findTool(wanted, tools) {
  const name = wanted.replaceAll('-', '_');
  const fitting = tools.filter((tool) => tool.name === name || tool.name.endsWith(`__${name}`));
  return (fitting.find((tool) => !isBundled(tool)) ?? fitting[0])?.name ?? wanted;
}

/**
 * The JSON object at an offset. An unclosed one is returned as it is, as real models also write such.
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
      // The object does not end at this brace.
    }
  }
  return text.slice(start);
}

/**
 * The text about the results of the last step's tools; null if the last message has no results.
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
