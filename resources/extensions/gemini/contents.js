/** @import { MessageContent, RequestMessage, ToolResult, ToolUse } from '../../../src/shared/contract/provider.ts' */
import { recordIn } from './reading.js';

/** @typedef {Record<string, unknown> & { thoughtSignature?: string }} Part */
/** @typedef {{ role: 'user' | 'model', parts: Part[] }} Content */

/** Prefix of generated ids, which are not sent to the service. */
export const madeId = 'gemini-call-';

/**
 * Contents of a request; the service refuses calls without results and results without calls, which are left out.
 * @param {RequestMessage[]} messages
 * @param {boolean} takesImages whether results of tools may have images
 */
export function contentsOf(messages, takesImages) {
  const all = messages.flatMap(({ content }) => content);
  const calls = new Set(all.flatMap((part) => (part.type === 'tool-use' ? [part.value.id] : [])));
  const results = all.flatMap((part) => (part.type === 'tool-result' ? [part.value.toolUseId] : []));
  const pairs = new Set(results.filter((id) => calls.has(id)));
  /** @type {Content[]} */
  const contents = [];
  for (const { role, content } of messages) {
    if (role === 'system') continue;
    const parts = role === 'assistant' ? modelParts(content, pairs) : userParts(content, pairs, takesImages);
    const last = contents.at(-1);
    const side = role === 'assistant' ? 'model' : 'user';
    if (parts.length === 0) continue;
    if (last?.role === side) last.parts.push(...parts);
    else contents.push({ role: side, parts });
  }
  return contents;
}

/**
 * A signature is sent back with the part it came with: a call itself, or an empty text after a text.
 * @param {MessageContent[]} content
 * @param {Set<string>} pairs
 * @returns {Part[]}
 */
function modelParts(content, pairs) {
  return content.flatMap((part) => {
    /** @type {Part[]} */
    const parts = [];
    if (part.type === 'text' && part.value) parts.push({ text: part.value });
    if (part.type === 'tool-use' && pairs.has(part.value.id)) parts.push(callPart(part.value));
    if (part.type === 'thinking' && part.value.signature) {
      const { text, signature } = part.value;
      parts.push({ text, ...(text && { thought: true }), thoughtSignature: signature });
    }
    return parts;
  });
}

/** @param {ToolUse} use */
const callPart = ({ id, name, input, thoughtSignature }) => ({
  functionCall: { ...givenId(id), name, args: recordIn(input) ?? {} },
  ...(thoughtSignature !== undefined && { thoughtSignature }),
});

/** @param {string} id */
const givenId = (id) => (id.startsWith(madeId) ? {} : { id });

/**
 * Results come first: they must follow their calls directly.
 * @param {MessageContent[]} content
 * @param {Set<string>} pairs
 * @param {boolean} takesImages
 * @returns {Part[]}
 */
function userParts(content, pairs, takesImages) {
  /** @type {Part[]} */
  const results = [];
  /** @type {Part[]} */
  const rest = [];
  for (const part of content) {
    if (part.type === 'text' && part.value) rest.push({ text: part.value });
    if (part.type === 'image') rest.push(imagePart(part.value.source));
    if (part.type !== 'tool-result' || !pairs.has(part.value.toolUseId)) continue;
    const { content: returned } = part.value;
    const image = returned.type === 'image' ? imagePart(returned.value.source) : null;
    results.push(resultPart(part.value, takesImages ? image : null));
    // Older models accept an image only beside the result.
    if (image && !takesImages) rest.push(image);
  }
  return [...results, ...rest];
}

/**
 * @param {ToolResult} result
 * @param {Part | null} image
 */
function resultPart({ toolUseId, toolName, isError, content }, image) {
  const said = content.type === 'text' ? content.value : 'The image is given with this.';
  return {
    functionResponse: {
      ...givenId(toolUseId),
      name: toolName,
      response: isError ? { error: said } : { output: said },
      ...(image && { parts: [image] }),
    },
  };
}

/** @param {MessageContent[]} content */
export const textParts = (content) =>
  content.flatMap((part) => (part.type === 'text' && part.value ? [{ text: part.value }] : []));

/** @param {string} source base64 */
const imagePart = (source) => ({ inlineData: { mimeType: mediaType(source), data: source } });

/** @param {string} base64 whose first bytes tell the format */
function mediaType(base64) {
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('R0lGOD')) return 'image/gif';
  return base64.startsWith('UklGR') ? 'image/webp' : 'image/png';
}
