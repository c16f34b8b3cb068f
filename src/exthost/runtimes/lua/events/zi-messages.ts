import type { MessageContent, RequestMessage, ToolResult } from '../../../../shared/contract/provider.ts';
import { HiddenImages } from './hidden-images.ts';
import { jsonOf, parsed, passable } from './passable.ts';

/**
 * The messages of a request in the form that scripts know, and back. Results of tools are messages of their own there.
 * `ref` is the place of our message: neighbours that have the same are one. What comes back as it was given is ours as
 * it was, whatever its form for scripts leaves out.
 */
export class ZiMessages {
  readonly #ours: readonly RequestMessage[];
  readonly #images = new HiddenImages();
  /** Our parts, by the JSON of their form for scripts. */
  readonly #known = new Map<string, MessageContent>();
  readonly list: readonly object[];

  constructor(ours: readonly RequestMessage[]) {
    this.#ours = ours;
    this.list = ours.flatMap((message, index) => this.#given(message, index + 1));
  }

  /** @throws with the place of what is no message */
  ours(said: unknown): RequestMessage[] {
    const made: { message: RequestMessage; of: unknown }[] = [];
    for (const [index, one] of listOf(said, 'messages').entries()) {
      const at = `messages[${index + 1}]`;
      const { ref, role, ...its } = snakeKeys(tableOf(one, at));
      const isResult = role === 'toolResult';
      const ourRole = isResult ? 'user' : roles.find((known) => known === role);
      if (!ourRole) refuse(`${at}: role is one of ${roles.join(', ')}, toolResult`);
      const content = isResult ? [this.#result(its, at)] : this.#parts(its.content, `${at}.content`);
      const place = typeof ref === 'number' ? this.#ours[ref - 1] : undefined;
      const known = place?.role === ourRole ? place : undefined;
      const of = known ?? (isResult && role);
      const last = made.at(-1);
      if (last && of && last.of === of) last.message.content.push(...content);
      else made.push({ message: { cache: false, ...known, role: ourRole, content }, of });
    }
    return made.map(({ message }) => message);
  }

  #given({ role, content }: RequestMessage, ref: number): object[] {
    const messages: { role: string; content: unknown[]; ref: number }[] = [];
    for (const part of content) {
      if (part.type === 'tool-result') {
        const result = passable(this.#ziResult(part.value), depth) as object;
        this.#known.set(jsonOf(result), part);
        messages.push({ ...(result as { content: unknown[] }), role: 'toolResult', ref });
        continue;
      }
      const given = passable(this.#ziPart(part), depth);
      this.#known.set(jsonOf(given), part);
      const last = messages.at(-1);
      if (last?.role === role) last.content.push(given);
      else messages.push({ role, content: [given], ref });
    }
    return messages.length > 0 ? messages : [{ role, content: [], ref }];
  }

  #ziPart(part: Exclude<MessageContent, { type: 'tool-result' }>): object {
    switch (part.type) {
      case 'text':
        return { type: 'text', text: part.value };
      case 'image':
        return this.#ziImage(part.value);
      case 'thinking':
        return { type: 'thinking', thinking: part.value.text, signature: part.value.signature };
      case 'redacted-thinking':
        return { type: 'thinking', thinking: '', redacted: part.value };
      case 'tool-use': {
        const { id, name, input, thoughtSignature } = part.value;
        return { type: 'toolCall', id, name, arguments: parsed(input), signature: thoughtSignature };
      }
    }
  }

  #ziImage({ source, width, height }: Extract<MessageContent, { type: 'image' }>['value']): object {
    return { type: 'image', data: this.#images.hide(source), width, height };
  }

  #ziResult({ toolUseId, toolName, isError, content }: ToolResult): object {
    const part = content.type === 'text' ? { type: 'text', text: content.value } : this.#ziImage(content.value);
    return { tool_call_id: toolUseId, tool_name: toolName, is_error: isError, content: [part] };
  }

  /** A text is one part. */
  #parts(content: unknown, at: string): MessageContent[] {
    const parts = typeof content === 'string' ? [{ text: content, type: 'text' }] : listOf(content, at);
    return parts.map((part, index) => this.#part(tableOf(part, `${at}[${index + 1}]`), `${at}[${index + 1}]`));
  }

  #part(part: Table, at: string): MessageContent {
    const known = this.#known.get(jsonOf(part));
    if (known) return known;
    const text = (name: string) => textOf(part[name], `${at}.${name}`);
    switch (part.type) {
      case 'text':
        return { type: 'text', value: text('text') };
      case 'image':
        return { type: 'image', value: { ...sizeOf(part), source: this.#images.show(text('data')) } };
      case 'thinking':
        // A signature is that of another text.
        return part.redacted === undefined
          ? { type: 'thinking', value: { text: text('thinking') } }
          : { type: 'redacted-thinking', value: text('redacted') };
      case 'toolCall': {
        const { arguments: args = {}, signature } = part;
        const input = typeof args === 'string' ? args : JSON.stringify(args);
        const signed = typeof signature === 'string' ? { thoughtSignature: signature } : {};
        return {
          type: 'tool-use',
          value: { id: text('id'), name: text('name'), input, isInputComplete: true, ...signed },
        };
      }
    }
    return refuse(`${at}: type is one of text, thinking, toolCall, image`);
  }

  #result(given: Table, at: string): MessageContent {
    const known = this.#known.get(jsonOf(given));
    if (known) return known;
    const parts = this.#parts(given.content, `${at}.content`);
    const image = parts.find((part) => part.type === 'image');
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.value] : [])).join('\n');
    return {
      type: 'tool-result',
      value: {
        toolUseId: textOf(given.tool_call_id, `${at}.tool_call_id`),
        toolName: textOf(given.tool_name, `${at}.tool_name`),
        isError: given.is_error === true,
        content: image ?? { type: 'text', value: text },
      },
    };
  }
}

/** Of a part in its event, at least: there it is not cut a second time. */
const depth = 8;

type Table = Readonly<Record<string, unknown>>;
const roles = ['user', 'assistant', 'system'] as const;

function refuse(reason: string): never {
  throw new TypeError(reason);
}

const tableOf = (value: unknown, at: string): Table =>
  typeof value === 'object' && value !== null ? (value as Table) : refuse(`${at} must be a table`);

const textOf = (value: unknown, at: string): string =>
  typeof value === 'string' ? value : refuse(`${at} must be a text`);

/** An empty table of Lua comes as an object. */
function listOf(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return Object.keys(tableOf(value, at)).length === 0 ? [] : refuse(`${at} must be a list`);
}

const sizeOf = ({ width, height }: Table) => ({
  ...(typeof width === 'number' && { width }),
  ...(typeof height === 'number' && { height }),
});

/** With `tool_name` for `toolName`. */
const snakeKeys = (table: Table): Table =>
  Object.fromEntries(
    Object.entries(table)
      .map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
