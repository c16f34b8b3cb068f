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
  readonly #forms: readonly Form[];
  /** Our parts, by the JSON of their form for scripts: made when a message comes back as another. */
  #byJson: ReadonlyMap<string, MessageContent> | undefined;

  constructor(ours: readonly RequestMessage[]) {
    this.#ours = ours;
    this.#forms = ours.flatMap((message, index) => this.#formsOf(message, index + 1));
  }

  get list(): readonly object[] {
    return this.#forms.map(({ given }) => given);
  }

  /**
   * @param said a list of messages, with the place in `list`, from 1, for each that is as it was there
   * @throws with the place of what is no message
   */
  ours(said: unknown): RequestMessage[] {
    const made: { message: RequestMessage; of: unknown }[] = [];
    for (const [index, one] of listOf(said, 'messages').entries()) {
      const at = `messages[${index + 1}]`;
      const same = typeof one === 'number' ? this.#forms[one - 1] : undefined;
      const { ref, role, ...its } = same?.given ?? snakeKeys(tableOf(one, at));
      const isResult = role === 'toolResult';
      const ourRole = isResult ? 'user' : roles.find((known) => known === role);
      if (!ourRole) refuse(`${at}: role is one of ${roles.join(', ')}, toolResult`);
      const read = () => (isResult ? [this.#result(its, at)] : this.#parts(its.content, `${at}.content`));
      const content = same ? [...same.parts] : read();
      const place = typeof ref === 'number' ? this.#ours[ref - 1] : undefined;
      const known = place?.role === ourRole ? place : undefined;
      const of = known ?? (isResult && role);
      const last = made.at(-1);
      if (last && of && last.of === of) last.message.content.push(...content);
      else made.push({ message: { cache: false, ...known, role: ourRole, content }, of });
    }
    return made.map(({ message }) => message);
  }

  #formsOf({ role, content }: RequestMessage, ref: number): Form[] {
    const forms: { given: { role: string; content: unknown[]; ref: number }; parts: MessageContent[] }[] = [];
    for (const part of content) {
      if (part.type === 'tool-result') {
        forms.push({ given: { ...this.#ziResult(part.value), role: 'toolResult', ref }, parts: [part] });
        continue;
      }
      const last = forms.at(-1);
      if (last?.given.role !== role) {
        forms.push({ given: { role, content: [this.#ziPart(part)], ref }, parts: [part] });
        continue;
      }
      last.given.content.push(this.#ziPart(part));
      last.parts.push(part);
    }
    return forms.length > 0 ? forms : [{ given: { role, content: [], ref }, parts: [] }];
  }

  /** @returns our part of which this is the form, as it came back */
  #known(given: Table): MessageContent | undefined {
    this.#byJson ??= new Map(
      this.#forms.flatMap(({ given: { role, ref: _ref, ...its }, parts }) =>
        (role === 'toolResult' ? [passable(its, depths.message)] : its.content.map((one) => passable(one, depths.part)))
          .map(jsonOf)
          .map((json, index) => [json, parts[index] as MessageContent] as const),
      ),
    );
    return this.#byJson.get(jsonOf(given));
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

  #ziResult({ toolUseId, toolName, isError, content }: ToolResult) {
    const part = content.type === 'text' ? { type: 'text', text: content.value } : this.#ziImage(content.value);
    return { tool_call_id: toolUseId, tool_name: toolName, is_error: isError, content: [part] };
  }

  /** A text is one part. */
  #parts(content: unknown, at: string): MessageContent[] {
    const parts = typeof content === 'string' ? [{ text: content, type: 'text' }] : listOf(content, at);
    return parts.map((part, index) => this.#part(tableOf(part, `${at}[${index + 1}]`), `${at}[${index + 1}]`));
  }

  #part(part: Table, at: string): MessageContent {
    const text = (name: string) => textOf(part[name], `${at}.${name}`);
    // Its form leaves nothing out.
    if (part.type === 'text') return { type: 'text', value: text('text') };
    const known = this.#known(part);
    if (known) return known;
    switch (part.type) {
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
    const known = this.#known(given);
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

/** Within the event, in which what is nested too deep is cut. */
const depths = { message: 2, part: 4 };

/** A message as scripts have it, and our parts that it has. */
interface Form {
  readonly given: { readonly role: string; readonly content: readonly unknown[]; readonly ref: number };
  readonly parts: readonly MessageContent[];
}

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
