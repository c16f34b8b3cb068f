/** @import { CompletionRequest, MessageContent, RequestMessage, ToolResult } from '../../../src/shared/contract/provider.ts' */
import { recordIn } from './reading.js';

/** @typedef {Record<string, unknown> & { type: string }} Block */
/** @typedef {{ role: 'user' | 'assistant', content: Block[] }} Message */

/** Limit for cache marks in a request; the service refuses more. */
export const maxMarks = 4;

const cached = { cache_control: { type: 'ephemeral' } };

/**
 * `system` and `messages` of a request. Only the last `marks` of the messages to be cached are marked.
 * @param {CompletionRequest} request
 * @param {number} marks
 * @returns {{ system: Block[], messages: Message[] }}
 */
export function messagesOf({ messages }, marks) {
  const pairs = pairedCalls(messages);
  const marked = new Set(messages.filter(({ cache }) => cache).slice(-marks));
  /** @type {Block[]} */
  const system = [];
  /** @type {Message[]} */
  const turns = [];
  for (const message of messages) {
    const blocks =
      message.role === 'assistant' ? assistantBlocks(message.content, pairs) : userBlocks(message.content, pairs);
    if (blocks.length === 0) continue;
    if (marked.has(message)) mark(blocks);
    const last = turns.at(-1);
    if (message.role === 'system') system.push(...blocks);
    else if (last?.role === message.role) last.content.push(...blocks);
    else turns.push({ role: message.role, content: blocks });
  }
  return { system, messages: turns };
}

/**
 * Pairs calls and results; the service refuses unpaired ones, which are left out.
 * @param {RequestMessage[]} messages
 * @returns {Map<string, string>} the ids to send, by those of the pairs
 */
function pairedCalls(messages) {
  const parts = messages.flatMap(({ content }) => content);
  const calls = new Set(parts.flatMap((part) => (part.type === 'tool-use' ? [part.value.id] : [])));
  const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part.value.toolUseId] : []));
  /** @type {Map<string, string>} */
  const sent = new Map();
  const taken = new Set();
  for (const id of results) {
    if (!calls.has(id) || sent.has(id)) continue;
    // Ids from another service may have characters that this one refuses.
    const wanted = id.replace(/[^a-zA-Z0-9_-]/g, '_') || 'call';
    let free = wanted;
    for (let count = 2; taken.has(free); count += 1) free = `${wanted}-${count}`;
    taken.add(free);
    sent.set(id, free);
  }
  return sent;
}

/**
 * Blocks in their original order: thinking stands before the actions that followed from it.
 * @param {MessageContent[]} content
 * @param {Map<string, string>} pairs
 */
function assistantBlocks(content, pairs) {
  /** @type {Block[]} */
  const blocks = [];
  let thought = '';
  for (const part of content) {
    if (part.type === 'thinking') {
      thought += part.value.text;
      // Without a signature it is from another service, and would be refused.
      if (!part.value.signature) continue;
      blocks.push({ type: 'thinking', thinking: thought, signature: part.value.signature });
    }
    thought = '';
    if (part.type === 'redacted-thinking') blocks.push({ type: 'redacted_thinking', data: part.value });
    if (part.type === 'text' && part.value.trim()) blocks.push({ type: 'text', text: part.value });
    if (part.type === 'tool-use' && pairs.has(part.value.id)) {
      const { id, name, input } = part.value;
      blocks.push({ type: 'tool_use', id: pairs.get(id), name, input: recordIn(input) ?? {} });
    }
  }
  const end = blocks.findLastIndex((block) => !isThought(block));
  return blocks.slice(0, end + 1);
}

/**
 * Results come first: they must follow their calls directly.
 * @param {MessageContent[]} content
 * @param {Map<string, string>} pairs
 * @returns {Block[]}
 */
function userBlocks(content, pairs) {
  /** @type {Block[]} */
  const results = [];
  /** @type {Block[]} */
  const rest = [];
  for (const part of content) {
    const id = part.type === 'tool-result' ? pairs.get(part.value.toolUseId) : undefined;
    if (part.type === 'tool-result' && id !== undefined) results.push(resultBlock(id, part.value));
    if (part.type === 'text' && part.value.trim()) rest.push({ type: 'text', text: part.value });
    if (part.type === 'image') rest.push(imageBlock(part.value.source));
  }
  return [...results, ...rest];
}

/**
 * @param {string} id
 * @param {ToolResult} result
 */
function resultBlock(id, { isError, content }) {
  const blocks = content.type === 'image' ? [imageBlock(content.value.source)] : textBlocks(content.value);
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: blocks,
    ...(isError ? { is_error: true } : {}),
  };
}

/** @param {string} text */
const textBlocks = (text) => (text.trim() ? [{ type: 'text', text }] : []);

/** @param {string} source base64 */
const imageBlock = (source) => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType(source), data: source },
});

/** @param {string} base64 whose first bytes tell the format */
function mediaType(base64) {
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('R0lGOD')) return 'image/gif';
  return base64.startsWith('UklGR') ? 'image/webp' : 'image/png';
}

/** @param {Block} block */
export const isThought = ({ type }) => type === 'thinking' || type === 'redacted_thinking';

/** @param {Block[]} blocks of which the last one that allows it is marked */
function mark(blocks) {
  const block = blocks.findLast((one) => !isThought(one));
  if (block) Object.assign(block, cached);
}

/** @param {Record<string, unknown>[]} tools */
export const withLastMarked = (tools) =>
  tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, ...cached } : tool));
