/** @import { MessageContent, RequestMessage, ToolResult } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
import { byPhase } from './phases.js';
import { reasoningItem } from './reasoning-signature.js';

/**
 * System messages at the beginning become the instructions. Services refuse calls without results and results without
 * calls, which a stopped answer leaves behind: both are left out.
 * @param {RequestMessage[]} messages
 * @returns {{ instructions: string, input: Json[] }}
 */
export function inputOf(messages) {
  const parts = messages.flatMap(({ content }) => content);
  const calls = new Set(parts.flatMap((part) => (part.type === 'tool-use' ? [part.value.id] : [])));
  const results = new Set(parts.flatMap((part) => (part.type === 'tool-result' ? [part.value.toolUseId] : [])));
  const start = messages.findIndex(({ role }) => role !== 'system');
  const first = start < 0 ? messages.length : start;
  const instructions = messages.slice(0, first).map(({ content }) => textOf(content));
  return {
    instructions: instructions.filter((text) => text !== '').join('\n\n'),
    input: messages.slice(first).flatMap((message) => {
      if (message.role === 'user') return userItems(message.content, calls);
      if (message.role === 'assistant') return assistantItems(message, results);
      const text = textOf(message.content);
      return text ? [messageItem('system', [{ type: 'input_text', text }])] : [];
    }),
  };
}

/** @param {MessageContent[]} content */
const textOf = (content) => content.map((part) => (part.type === 'text' ? part.value : '')).join('');

/**
 * @param {string} role
 * @param {Json[]} content
 * @returns {Json}
 */
const messageItem = (role, content) => ({ type: 'message', role, content });

/**
 * In their original order. Reasoning must precede the item that followed it, which is refused without it.
 * @param {RequestMessage} message
 * @param {Set<string>} results
 */
function assistantItems({ content, reasoningDetails }, results) {
  /** @type {Json[]} */
  const items = [];
  const phased = byPhase(textOf(content), reasoningDetails);
  for (const part of content) {
    if (part.type === 'text') {
      for (const { text, phase } of phased(part.value)) {
        const item = messageItem('assistant', [{ type: 'output_text', text }]);
        items.push(phase === undefined ? item : { ...item, phase });
      }
    }
    if (part.type === 'thinking') items.push(...reasoningItem(part.value.signature, part.value.text));
    if (part.type === 'redacted-thinking') items.push(...reasoningItem(part.value, ''));
    if (part.type === 'tool-use' && results.has(part.value.id)) {
      const { id, name, input } = part.value;
      items.push({ type: 'function_call', call_id: id, name, arguments: input || '{}' });
    }
  }
  while (items.at(-1)?.type === 'reasoning') items.pop();
  return items;
}

/**
 * Results come first: they follow their calls directly.
 * @param {MessageContent[]} content
 * @param {Set<string>} calls
 */
function userItems(content, calls) {
  /** @type {Json[]} */
  const outputs = [];
  /** @type {Json[]} */
  const said = [];
  for (const part of content) {
    if (part.type === 'text' && part.value) said.push({ type: 'input_text', text: part.value });
    if (part.type === 'image') said.push(imagePart(part.value.source));
    if (part.type === 'tool-result' && calls.has(part.value.toolUseId)) outputs.push(outputItem(part.value));
  }
  return [...outputs, ...(said.length > 0 ? [messageItem('user', said)] : [])];
}

/**
 * @param {ToolResult} result
 * @returns {Json}
 */
function outputItem({ toolUseId, isError, content }) {
  const said = content.type === 'text' ? content.value : [imagePart(content.value.source)];
  const output = isError && typeof said === 'string' ? `The tool failed: ${said}` : said;
  return { type: 'function_call_output', call_id: toolUseId, output };
}

/**
 * @param {string} source base64
 * @returns {Json}
 */
const imagePart = (source) => ({
  type: 'input_image',
  detail: 'auto',
  image_url: `data:${mediaType(source)};base64,${source}`,
});

/** @param {string} base64 whose first bytes tell the format */
function mediaType(base64) {
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('R0lGOD')) return 'image/gif';
  if (base64.startsWith('UklGR')) return 'image/webp';
  return 'image/png';
}
