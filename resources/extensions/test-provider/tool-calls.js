/** @import { CompletionRequest, ToolDefinition, ToolResult, ToolUse } from '../../../src/shared/contract/provider.ts' */

/**
 * The calls that a prompt asks for, such as "Use the tool word-count with {"text":"a b"} and the tool fail". A tool that
 * is named is called whether it is offered or not, so that an author sees what comes of it; else the first one offered.
 * @param {string} prompt
 * @param {CompletionRequest} request
 * @returns {Omit<ToolUse, 'isInputComplete'>[]} none when no tool is offered
 */
export function callsFor(prompt, { messages, tools }) {
  const [first] = tools;
  if (!first) return [];
  const before = messages.flatMap(({ content }) => content).filter(({ type }) => type === 'tool-use').length;
  const named = [...prompt.matchAll(/\bthe tool ["'`]?([a-z0-9][\w-]*)["'`]?(?: with (?=\{))?/giu)].map((match) => ({
    name: findTool(match[1] ?? '', tools),
    input: jsonAt(prompt, match.index + match[0].length),
  }));
  const calls = named.length > 0 ? named : [{ name: first.name, input: jsonAt(prompt, prompt.indexOf('{')) }];
  return calls.map((call, index) => ({ id: `call-${before + index + 1}`, ...call }));
}

/**
 * An author writes the id of the manifest; a model is offered `extension__tool`, with "_" for every "-".
 * @param {string} wanted
 * @param {ToolDefinition[]} tools
 */
function findTool(wanted, tools) {
  const name = wanted.replaceAll('-', '_');
  return tools.find((tool) => tool.name === name || tool.name.endsWith(`__${name}`))?.name ?? wanted;
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
 * What the tools of the last round said; null when the last message is no answer of tools.
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
