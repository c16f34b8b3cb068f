/** @import { CompletionRequest, MessageContent, RequestMessage, ToolDefinition, ToolUse } from '../../../src/shared/contract/provider.ts' */
import { ProviderFailure } from './failures.js';
import { parseJson } from './json.js';
import { keptFor } from './kept.js';

/** @typedef {Record<string, unknown>} Json */

const toolChoices = { auto: 'auto', any: 'required', none: 'none' };

/**
 * Body of a Chat Completions request.
 * @param {string} model
 * @param {CompletionRequest} request
 * @param {string} tag of service and model
 * @param {number} [most] limit for an answer in tokens, from the service's list
 * @returns {Json}
 */
export function requestBody(model, request, tag, most = Number.POSITIVE_INFINITY) {
  const { tools, toolChoice, stopSequences, temperature, maxTokens } = request;
  return {
    model,
    messages: messagesOf(request.messages, tag),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(tools.length > 0 && toolChoice ? { tool_choice: toolChoices[toolChoice] } : {}),
    ...(stopSequences.length > 0 ? { stop: stopSequences } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    // Services count a limit as used, so that one that changes nothing is left out.
    ...(maxTokens === undefined || maxTokens >= most ? {} : { max_tokens: maxTokens }),
  };
}

/**
 * Services support different fields. If an error message names one of these, the request is repeated without it.
 * @param {Json} body
 * @param {string} refusal message of the service
 * @returns {Json | null} null if there is nothing to remove
 */
export function withoutRefusedField(body, refusal) {
  const { stream_options, temperature, max_tokens, ...rest } = body;
  const others = { ...rest, ...given({ stream_options, temperature, max_tokens }) };
  if (stream_options !== undefined && /stream_options|include_usage/.test(refusal)) {
    return { ...rest, ...given({ temperature, max_tokens }) };
  }
  if (max_tokens !== undefined && /max_completion_tokens/.test(refusal)) {
    return { ...rest, ...given({ stream_options, temperature }), max_completion_tokens: max_tokens };
  }
  if (temperature !== undefined && /\btemperature\b/.test(refusal)) {
    return { ...rest, ...given({ stream_options, max_tokens }) };
  }
  return /tool call id/i.test(refusal) ? withShortIds(others) : null;
}

/** @param {Json} fields */
const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Some services accept only ids of nine letters and digits, even for calls made by another service.
 * @param {Json} body
 * @returns {Json | null} null if all ids are that short
 */
function withShortIds(body) {
  const long = JSON.stringify(body.messages);
  const messages = JSON.parse(long, (name, value) =>
    (name === 'id' || name === 'tool_call_id') && typeof value === 'string' ? shortId(value) : value,
  );
  return JSON.stringify(messages) === long ? null : { ...body, messages };
}

/** @param {string} id */
function shortId(id) {
  if (/^[A-Za-z0-9]{9}$/.test(id)) return id;
  let hash = 7;
  for (const letter of id) hash = (hash * 65_599 + (letter.codePointAt(0) ?? 0)) % 2 ** 46;
  return hash.toString(36).padStart(9, '0').slice(-9);
}

/**
 * Messages of a request. Services refuse calls without results and results without calls, which a stopped answer
 * leaves behind: both are left out.
 * @param {RequestMessage[]} messages
 * @param {string} tag
 */
function messagesOf(messages, tag) {
  const calls = new Set(contents(messages).flatMap((part) => (part.type === 'tool-use' ? [part.value.id] : [])));
  const results = new Set(
    contents(messages).flatMap((part) => (part.type === 'tool-result' ? [part.value.toolUseId] : [])),
  );
  const lastPrompt = messages.findLastIndex(
    ({ role, content }) => role === 'user' && content.some(({ type }) => type !== 'tool-result'),
  );
  return messages.flatMap((message, index) => {
    const { role, content } = message;
    if (role === 'user') return userMessages(content, calls);
    if (role === 'assistant') return assistantMessage(message, results, tag, index > lastPrompt);
    const text = textOf(content);
    return text ? [{ role: 'system', content: text }] : [];
  });
}

/** @param {RequestMessage[]} messages */
const contents = (messages) => messages.flatMap(({ content }) => content);

/** @param {MessageContent[]} content */
const textOf = (content) => content.map((part) => (part.type === 'text' ? part.value : '')).join('');

/**
 * @param {RequestMessage} message
 * @param {Set<string>} results
 * @param {string} tag
 * @param {boolean} isOfThisTurn
 * @returns {Json[]}
 */
function assistantMessage({ content, reasoningDetails }, results, tag, isOfThisTurn) {
  const text = textOf(content);
  const calls = content.flatMap((part) =>
    part.type === 'tool-use' && results.has(part.value.id) ? [toolCall(part.value, tag)] : [],
  );
  if (!text && calls.length === 0) return [];
  const { reasoning_content, reasoning_details } = keptFor(tag, reasoningDetails);
  return [
    {
      role: 'assistant',
      content: text || null,
      ...given({
        reasoning_details,
        // Required between the calls of one turn, and refused or charged for without effect after it.
        reasoning_content: isOfThisTurn && calls.length > 0 ? reasoning_content : undefined,
        tool_calls: calls.length > 0 ? calls : undefined,
      }),
    },
  ];
}

/**
 * @param {ToolUse} use
 * @param {string} tag
 */
const toolCall = ({ id, name, input, thoughtSignature }, tag) => ({
  id,
  type: 'function',
  function: { name, arguments: input || '{}' },
  ...keptFor(tag, thoughtSignature),
});

/**
 * Results come first: they must follow the message with their calls directly. Their images follow in the user's
 * message, as a result can only be text.
 * @param {MessageContent[]} content
 * @param {Set<string>} calls
 * @returns {Json[]}
 */
function userMessages(content, calls) {
  /** @type {Json[]} */
  const messages = [];
  /** @type {Json[]} */
  const parts = [];
  for (const part of content) {
    if (part.type === 'text' && part.value) parts.push({ type: 'text', text: part.value });
    if (part.type === 'image') parts.push(imagePart(part.value.source));
    if (part.type === 'tool-result' && calls.has(part.value.toolUseId)) {
      const { content: result, isError, toolUseId, toolName } = part.value;
      const text = result.type === 'text' ? result.value : `The image that ${toolName} returned follows.`;
      messages.push({ role: 'tool', tool_call_id: toolUseId, content: isError ? `The tool failed: ${text}` : text });
      if (result.type === 'image') parts.push(imagePart(result.value.source));
    }
  }
  const onlyText = parts.every(({ type }) => type === 'text');
  if (parts.length > 0)
    messages.push({ role: 'user', content: onlyText ? parts.map(({ text }) => text).join('\n') : parts });
  return messages;
}

/** @param {string} source base64 */
const imagePart = (source) => ({
  type: 'image_url',
  image_url: { url: `data:${mediaType(source)};base64,${source}` },
});

/** @param {string} base64 whose first bytes tell the format */
function mediaType(base64) {
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('R0lGOD')) return 'image/gif';
  if (base64.startsWith('UklGR')) return 'image/webp';
  return 'image/png';
}

/** @param {ToolDefinition} tool */
function toolOf({ name, description, inputSchema }) {
  const parameters = parseJson(inputSchema);
  if (parameters !== undefined) return { type: 'function', function: { name, description, parameters } };
  throw new ProviderFailure('invalid-request', `The input schema of the tool ${name} is not valid JSON.`);
}
