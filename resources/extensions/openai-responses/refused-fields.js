/** @import { Json } from './json.js' */
import { errorIn } from './failures.js';
import { isRecord, recordsOf } from './json.js';

/**
 * Dispensable fields of a request, the most specific first: pattern for error messages, and the body without the
 * field.
 * @type {readonly [RegExp, (body: Json) => Json | null][]}
 */
const dispensable = [
  [/encrypted[_ ]content|reasoning items?\b|\brs_\w+/i, withoutReasoning],
  [/\bsummary|summaries\b/i, (body) => withoutKey(body, 'reasoning', 'summary')],
  [/\beffort\b/i, (body) => withoutKey(body, 'reasoning', 'effort')],
  [/\breasoning\b/i, (body) => without(body, 'reasoning')],
  [/\binclude\b/i, (body) => without(body, 'include')],
  [/\bphase\b/i, (body) => withInput(body, ({ phase: _, ...item }) => item)],
  [/\boutput\b(?!_)/i, (body) => withInput(body, textOutput)],
  [/\bstrict\b/i, (body) => withTools(body, ({ strict: _, ...tool }) => tool)],
  ...['temperature', 'parallel_tool_calls', 'store', 'max_output_tokens', 'tool_choice'].map(
    /** @returns {[RegExp, (body: Json) => Json | null]} */
    (name) => [new RegExp(`\\b${name}\\b`, 'i'), (body) => without(body, name)],
  ),
];

/**
 * Services and models support different fields. If an error message names one, the request is repeated without it.
 * @param {Json} body
 * @param {unknown} refusal body of the error response
 * @returns {Json | null} null if there is nothing to remove
 */
export function withoutRefusedField(body, refusal) {
  const { code, param, message } = errorIn(refusal);
  const named = `${param} ${code} ${message}`;
  for (const [pattern, remove] of dispensable) {
    const rest = pattern.test(named) ? remove(body) : null;
    if (rest) return rest;
  }
  return null;
}

/**
 * @param {Json} body
 * @param {string} key
 */
function without(body, key) {
  if (!(key in body)) return null;
  const { [key]: _, ...rest } = body;
  return rest;
}

/**
 * @param {Json} body
 * @param {string} key
 * @param {string} inner
 */
function withoutKey(body, key, inner) {
  const value = body[key];
  const rest = isRecord(value) ? without(value, inner) : null;
  if (!rest) return null;
  return Object.keys(rest).length > 0 ? { ...body, [key]: rest } : without(body, key);
}

/**
 * Removes reasoning that the service cannot read: that of another account, or of another service.
 * @param {Json} body
 */
function withoutReasoning(body) {
  const items = recordsOf(body.input);
  const input = items.filter(({ type }) => type !== 'reasoning');
  return input.length < items.length ? { ...body, input } : without(body, 'include');
}

/**
 * @param {Json} body
 * @param {(item: Json) => Json | Json[]} change
 */
function withInput(body, change) {
  const input = recordsOf(body.input).flatMap(change);
  return JSON.stringify(input) === JSON.stringify(body.input) ? null : { ...body, input };
}

/**
 * @param {Json} body
 * @param {(tool: Json) => Json} change
 */
function withTools(body, change) {
  const tools = recordsOf(body.tools).map(change);
  return JSON.stringify(tools) === JSON.stringify(body.tools ?? []) ? null : { ...body, tools };
}

/**
 * Moves images out of a tool's result into a message that follows, for services that accept only text in results.
 * @param {Json} item
 * @returns {Json | Json[]}
 */
function textOutput(item) {
  if (item.type !== 'function_call_output' || !Array.isArray(item.output)) return item;
  const shown = { type: 'message', role: 'user', content: item.output };
  return [{ ...item, output: 'The image that the tool returned follows.' }, shown];
}
