/** @import { CompletionRequest, MessageContent, RequestMessage, ToolDefinition } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
/** @import { Model } from './models.js' */
import { failure } from './failures.js';
import { parseRecord } from './json.js';

/**
 * Body of a chat request.
 * @param {string} name
 * @param {Pick<Model, 'thinks' | 'contextLength'>} model
 * @param {CompletionRequest} request
 * @returns {Json}
 */
export function chatBody(name, { thinks, contextLength }, request) {
  const { tools, toolChoice, stopSequences, temperature, maxTokens, thinkingAllowed } = request;
  const options = {
    ...(contextLength === undefined ? {} : { num_ctx: contextLength }),
    ...(maxTokens === undefined ? {} : { num_predict: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences.length > 0 ? { stop: stopSequences } : {}),
  };
  return {
    model: name,
    messages: messagesOf(request.messages),
    stream: true,
    // By default it would silently leave out the oldest messages.
    truncate: false,
    ...(thinks ? { think: thinkingAllowed } : {}),
    ...(tools.length > 0 && toolChoice !== 'none' ? { tools: tools.map(toolOf) } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
}

/**
 * Messages of a request. Calls without results and results without calls, from a stopped answer, are left out.
 * @param {RequestMessage[]} messages
 * @returns {Json[]}
 */
function messagesOf(messages) {
  const parts = messages.flatMap(({ content }) => content);
  const calls = new Set(parts.flatMap((part) => (part.type === 'tool-use' ? [part.value.id] : [])));
  const results = new Set(parts.flatMap((part) => (part.type === 'tool-result' ? [part.value.toolUseId] : [])));
  return messages.flatMap(({ role, content }) => {
    if (role === 'user') return userMessages(content, calls);
    const text = textIn(content);
    if (role === 'assistant') return assistantMessage(text, content, results);
    return text ? [{ role, content: text }] : [];
  });
}

/** @param {MessageContent[]} content */
const textIn = (content) => content.map((part) => (part.type === 'text' ? part.value : '')).join('');

/**
 * @param {string} text
 * @param {MessageContent[]} content
 * @param {Set<string>} results
 * @returns {Json[]}
 */
function assistantMessage(text, content, results) {
  const calls = content.flatMap((part) => (part.type === 'tool-use' && results.has(part.value.id) ? [part.value] : []));
  // Thinking with a signature is that of another service's model.
  const thinking = content
    .map((part) => (part.type === 'thinking' && part.value.signature === undefined ? part.value.text : ''))
    .join('');
  if (!text && calls.length === 0) return [];
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    function: { name, arguments: parseRecord(input) ?? {} },
  }));
  return [
    {
      role: 'assistant',
      content: text,
      ...(thinking ? { thinking } : {}),
      ...(tool_calls.length > 0 ? { tool_calls } : {}),
    },
  ];
}

/**
 * Results come first: they follow the message with their calls directly. Their images follow in the user's message.
 * @param {MessageContent[]} content
 * @param {Set<string>} calls
 * @returns {Json[]}
 */
function userMessages(content, calls) {
  /** @type {Json[]} */
  const messages = [];
  /** @type {string[]} */
  const images = [];
  for (const part of content) {
    if (part.type === 'image') images.push(part.value.source);
    if (part.type === 'tool-result' && calls.has(part.value.toolUseId)) {
      const { content: result, isError, toolUseId, toolName } = part.value;
      const said = result.type === 'text' ? result.value : `The image that ${toolName} returned follows.`;
      const text = isError ? `The tool failed: ${said}` : said;
      messages.push({ role: 'tool', tool_name: toolName, tool_call_id: toolUseId, content: text });
      if (result.type === 'image') images.push(result.value.source);
    }
  }
  const text = content.flatMap((part) => (part.type === 'text' && part.value ? [part.value] : [])).join('\n');
  if (text || images.length > 0) {
    messages.push({ role: 'user', content: text, ...(images.length > 0 ? { images } : {}) });
  }
  return messages;
}

/** @param {ToolDefinition} tool */
function toolOf({ name, description, inputSchema }) {
  try {
    return { type: 'function', function: { name, description, parameters: JSON.parse(inputSchema) } };
  } catch {
    throw failure('invalid-request', `The input schema of the tool ${name} is not valid JSON.`);
  }
}
