import type { ContentEntry } from '../../../shared/content/content-kinds.ts';
import { codeSpan, fenced } from '../../../shared/content/markdown-text.ts';
import type { CompletionEvent, MessageContent } from '../../../shared/contract/provider.ts';
import { firstBytes } from '../../tools/cut-output.ts';

/** The kinds of content in messages to and from models, one row each. */

type MessageKind = MessageContent['type'];
type ValueOf<K extends MessageKind> = Extract<MessageContent, { type: K }>['value'];

interface MessageRow<K extends MessageKind> {
  /** Continues what was said in the same message: part of what is there, or by itself. */
  add(said: MessageContent[], value: ValueOf<K>): void;
  /** The part that the thread keeps; null: nothing. */
  entry(value: ValueOf<K>, answerId: string): ContentEntry | null;
  /** The limit of an answer that it counts for. */
  readonly limit: 'answer' | 'thought';
  /** All text of it, by the length of which it is counted. */
  text(value: ValueOf<K>): string;
  /** The beginning of it that has so many bytes; null: it is whole or nothing. */
  begin(value: ValueOf<K>, bytes: number): ValueOf<K> | null;
  /** Tokens besides those of `tokenText`. */
  readonly tokens?: number;
  /** The part that counts as text for a model, where that is not all of it. */
  tokenText?(value: ValueOf<K>): string;
  /** As Markdown, for a person who looks at what is sent. */
  markdown(value: ValueOf<K>): string;
}

/** Tokens that services count for a picture of a usual size. */
const tokensPerImage = 1_200;

const rows: { readonly [K in MessageKind]: MessageRow<K> } = {
  text: {
    add(said, value) {
      const last = said.at(-1);
      if (last?.type === 'text') last.value += value;
      else if (value !== '') said.push({ type: 'text', value });
    },
    entry: (text, answerId) => (text === '' ? null : { kind: 'answer-text', answerId, text }),
    limit: 'answer',
    text: (value) => value,
    begin: firstBytes,
    markdown: (value) => fenced(value),
  },
  image: {
    add: (said, value) => void said.push({ type: 'image', value }),
    entry: () => null,
    limit: 'answer',
    text: ({ source }) => source,
    begin: () => null,
    tokens: tokensPerImage,
    tokenText: () => '',
    markdown({ width, height, source }) {
      const size = width === undefined || height === undefined ? '' : `${width} × ${height}, `;
      return `*Image: ${size}${Math.ceil((source.length * 3) / 4 / 1024)} kB*`;
    },
  },
  'tool-use': {
    /** It comes again as its arguments grow. */
    add(said, value) {
      const place = said.findIndex((part) => part.type === 'tool-use' && part.value.id === value.id);
      said.splice(place < 0 ? said.length : place, 1, { type: 'tool-use', value });
    },
    entry: (toolUse, answerId) => ({ kind: 'answer-tool-use', answerId, toolUse }),
    limit: 'answer',
    text: ({ name, input, thoughtSignature = '' }) => name + input + thoughtSignature,
    begin: () => null,
    tokenText: ({ name, input }) => name + input,
    markdown: ({ id, name, input }) => `Call ${codeSpan(id)} of ${codeSpan(name)}:\n\n${fenced(input, 'json')}`,
  },
  'tool-result': {
    add: (said, value) => void said.push({ type: 'tool-result', value }),
    entry: () => null,
    limit: 'answer',
    text: ({ content }) => (content.type === 'text' ? content.value : content.value.source),
    begin: () => null,
    tokenText: ({ content }) => (content.type === 'text' ? content.value : ''),
    markdown({ toolUseId, toolName, isError, content }) {
      const what = `${isError ? 'Failure' : 'Result'} of ${codeSpan(toolUseId)}, ${codeSpan(toolName)}:`;
      return `${what}\n\n${content.type === 'text' ? fenced(content.value) : '*An image*'}`;
    },
  },
  thinking: {
    /** A signature ends a thought. */
    add(said, { text, signature }) {
      const last = said.at(-1);
      const isOpen = last?.type === 'thinking' && last.value.signature === undefined;
      const more = signature !== undefined && { signature };
      if (isOpen) last.value = { text: last.value.text + text, ...more };
      else if (text !== '' || signature !== undefined) said.push({ type: 'thinking', value: { text, ...more } });
    },
    entry: ({ text }, answerId) => (text === '' ? null : { kind: 'answer-thinking', answerId, text }),
    limit: 'thought',
    text: ({ text, signature = '' }) => text + signature,
    begin: ({ text }, bytes) => ({ text: firstBytes(text, bytes) }),
    tokenText: ({ text }) => text,
    markdown: ({ text }) => `*What it thought:*\n\n${fenced(text)}`,
  },
  'redacted-thinking': {
    add: (said, value) => void said.push({ type: 'redacted-thinking', value }),
    entry: () => null,
    limit: 'thought',
    text: (value) => value,
    begin: () => null,
    markdown: () => '*What it thought, in a form that only its service can read*',
  },
};

/** The row of a kind, for what is of that kind. */
const rowOf = <K extends MessageKind>(type: K): MessageRow<K> => rows[type];

const isMessageContent = <T extends { readonly type: string }>(event: T): event is T & MessageContent =>
  Object.hasOwn(rows, event.type);

/** null: the event says nothing itself. */
export function saidIn(event: CompletionEvent): MessageContent | null {
  if (isMessageContent(event)) return event;
  if (event.type !== 'tool-use-json-parse-error') return null;
  // Shown as the model sent it; the call fails, for its arguments cannot be read.
  const { id, toolName: name, rawInput: input } = event.value;
  return { type: 'tool-use', value: { id, name, input, isInputComplete: true } };
}

export const addToMessage = (said: MessageContent[], { type, value }: MessageContent): void =>
  rowOf(type).add(said, value);
export const entryOfContent = ({ type, value }: MessageContent, answerId: string): ContentEntry | null =>
  rowOf(type).entry(value, answerId);
export const limitOfContent = ({ type }: MessageContent): 'answer' | 'thought' => rows[type].limit;
export const contentText = ({ type, value }: MessageContent): string => rowOf(type).text(value);
export const messageMarkdown = ({ type, value }: MessageContent): string => rowOf(type).markdown(value);

/** @returns what of it has so many bytes; null: it is whole or nothing */
export function beginningOfContent<T extends MessageContent>(content: T, bytes: number): T | null {
  const value = rowOf(content.type).begin(content.value, bytes);
  return value === null ? null : { ...content, value };
}

/** Size of content for a model: text by its length, and tokens besides. */
export function countedOfContent({ type, value }: MessageContent): { readonly text: string; readonly tokens: number } {
  const row = rowOf(type);
  return { text: (row.tokenText ?? row.text)(value), tokens: row.tokens ?? 0 };
}
