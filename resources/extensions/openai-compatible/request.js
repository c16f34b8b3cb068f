/** @import { CompletionRequest, MessageContent, RequestMessage, ToolDefinition, ToolUse } from '../../../src/shared/contract/provider.ts' */
import { ProviderFailure } from './errors.js';

/** @typedef {Record<string, unknown>} Json */

const toolChoices = { auto: 'auto', any: 'required', none: 'none' };

/**
 * The body of a Chat Completions request.
 * @param {string} model
 * @param {CompletionRequest} request
 * @returns {Json}
 */
export function requestBody(model, request) {
  const { tools, toolChoice, stopSequences, temperature, maxTokens } = request;
  return {
    model,
    messages: messagesOf(request.messages),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(tools.length > 0 && toolChoice ? { tool_choice: toolChoices[toolChoice] } : {}),
    ...(stopSequences.length > 0 ? { stop: stopSequences } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
}

/**
 * Services know more or fewer fields. A refusal that names one of these is answered by a body without it.
 * @param {Json} body
 * @param {string} refusal what the service said
 * @returns {Json | null} null when the body cannot be made more acceptable
 */
export function withoutRefusedField(body, refusal) {
  const { stream_options, max_tokens, ...rest } = body;
  const limit = max_tokens === undefined ? {} : { max_tokens };
  if (stream_options !== undefined && /stream_options|include_usage/.test(refusal)) return { ...rest, ...limit };
  if (max_tokens !== undefined && /max_completion_tokens/.test(refusal)) {
    const options = stream_options === undefined ? {} : { stream_options };
    return { ...rest, ...options, max_completion_tokens: max_tokens };
  }
  return null;
}

/**
 * A tool call without its result, or a result without its call, is refused by the services: both are left out, as
 * they are what a stopped answer leaves behind.
 * @param {RequestMessage[]} messages
 */
function messagesOf(messages) {
  const calls = new Set(contents(messages).flatMap((part) => (part.type === 'tool-use' ? [part.value.id] : [])));
  const results = new Set(
    contents(messages).flatMap((part) => (part.type === 'tool-result' ? [part.value.toolUseId] : [])),
  );
  return messages.flatMap(({ role, content }) => {
    if (role === 'user') return userMessages(content, calls);
    const text = textOf(content);
    if (role === 'assistant') return assistantMessage(text, content, results);
    return text ? [{ role: 'system', content: text }] : [];
  });
}

/** @param {RequestMessage[]} messages */
const contents = (messages) => messages.flatMap(({ content }) => content);

/** @param {MessageContent[]} content */
const textOf = (content) => content.map((part) => (part.type === 'text' ? part.value : '')).join('');

/**
 * @param {string} text
 * @param {MessageContent[]} content
 * @param {Set<string>} results
 * @returns {Json[]}
 */
function assistantMessage(text, content, results) {
  const calls = content.flatMap((part) =>
    part.type === 'tool-use' && results.has(part.value.id) ? [toolCall(part.value)] : [],
  );
  if (!text && calls.length === 0) return [];
  return [{ role: 'assistant', content: text || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
}

/** @param {ToolUse} use */
const toolCall = ({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: input || '{}' } });

/**
 * Results come first: they must follow the message with their calls directly. Their images follow in the person's
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

/** @param {string} base64 its first bytes tell the format */
function mediaType(base64) {
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('R0lGOD')) return 'image/gif';
  if (base64.startsWith('UklGR')) return 'image/webp';
  return 'image/png';
}

/** @param {ToolDefinition} tool */
function toolOf({ name, description, inputSchema }) {
  try {
    return { type: 'function', function: { name, description, parameters: JSON.parse(inputSchema) } };
  } catch {
    throw new ProviderFailure('invalid-request', `The input schema of the tool ${name} is not valid JSON.`);
  }
}
