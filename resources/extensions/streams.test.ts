import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../e2e/servers/provider-server.ts';
import type { ExtensionModule } from '../../src/shared/contract/extension-api/extension-api.ts';
import type { ExtensionHttp } from '../../src/shared/contract/extension-api/extension-http.ts';
import type { CompletionEvent } from '../../src/shared/contract/provider.ts';
import { lengthOf } from '../../src/shared/testing/soak.ts';
import { answering, everything, gist, type Read, readers, readsAnyCut, readWhole, recordings } from './cut-answers.ts';
import { activated, answer, ask, type Harness, outcome, textOf } from './extension-harness.ts';
import { chatComponent, services } from './provider-services.fixture.ts';

/** Streams of each format: cut anywhere, broken off, recorded, and invalid. */

// biome-ignore lint/suspicious/noExplicitAny: what a service says
type Payload = Record<string, any>;
interface Told {
  text: string;
  thinking?: string;
  signatures?: unknown[];
  tools?: object[];
  /** Types of the other events. */
  kinds?: string[];
  /** Total number of tokens. */
  total?: number;
}
interface Row {
  format: (typeof services)[keyof typeof services]['format'];
  read: Read;
  /** Occurs in all streams of this format, and in none of the others. */
  mark: RegExp;
  /** The result of a recorded stream, as far as it states that itself; null: it failed. */
  toldIn(payloads: Payload[]): Told | null;
  /** Cases of invalid streams that do not apply to this format. */
  unlike?: string[];
  /** It is a component, which says what is wrong in its own words, and takes time to start. */
  isComponent?: boolean;
}

/** The component of the docs, started by the first read of a test: each answer has an instance of its own anyway. */
let component: { readonly harness: Promise<Harness>; http: ExtensionHttp } | undefined;
afterEach(() => {
  component = undefined;
});

/** Reads the next response by the component, which is asked for an answer. */
const readComponent: Read = async function* (http) {
  const { extension, model, key = null } = chatComponent;
  const base = 'http://127.0.0.1:9/v1';
  const module: ExtensionModule = {
    activate: (context) => extension.activate({ ...context, fetch: () => its.http.request(base) }),
  };
  component ??= { harness: activated(module, { base_url: base }), http };
  const its = component;
  its.http = http;
  const harness = await its.harness;
  harness.key = key;
  yield* answer(harness.provider, model, ask('Hi'));
};

const joined = (parts: readonly unknown[]) => parts.map((part) => part ?? '').join('');
const usual = ['usage', 'stop'];

function toldByChunks(payloads: Payload[]) {
  const deltas = payloads.flatMap(({ choices }) => choices.map(({ delta }: Payload) => delta));
  const thinking = joined(deltas.map(({ reasoning_content }) => reasoning_content));
  const counted = payloads.findLast(({ usage }) => usage)?.usage;
  return {
    text: joined(deltas.map(({ content }) => content)),
    thinking,
    kinds: ['usage', ...(thinking ? ['reasoning-details'] : []), 'stop'],
    total: counted.total_tokens ?? counted.prompt_tokens + counted.completion_tokens,
  };
}

const rows: Record<string, Row> = {
  anthropic: {
    format: services.anthropic.format,
    read: readers.anthropic,
    mark: /"type": ?"message_start"/,
    toldIn(payloads) {
      const deltas = payloads.flatMap(({ type, delta }) => (type === 'content_block_delta' ? [delta] : []));
      const blocks = payloads.flatMap(({ content_block: block }) => block ?? []);
      return {
        text: joined(deltas.map(({ text }) => text)),
        thinking: joined(deltas.map(({ thinking }) => thinking)),
        signatures: deltas.flatMap(({ signature }) => signature ?? []),
        tools: blocks.flatMap(({ type, id, name }) => (type === 'tool_use' ? [{ id, name }] : [])),
        kinds: usual,
      };
    },
  },
  gemini: {
    format: services.gemini.format,
    read: readers.gemini,
    mark: /"candidates"/,
    toldIn(payloads) {
      const parts: Payload[] = payloads.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
      return {
        text: joined(parts.map(({ thought, text }) => (thought ? '' : text))),
        thinking: joined(parts.map(({ thought, text }) => (thought ? text : ''))),
        signatures: parts.flatMap(({ functionCall, thoughtSignature }) =>
          functionCall ? [] : (thoughtSignature ?? []),
        ),
        tools: parts.flatMap(({ functionCall: call, thoughtSignature }) =>
          call
            ? [
                {
                  name: call.name,
                  input: JSON.stringify(call.args ?? {}),
                  ...(thoughtSignature && { thoughtSignature }),
                },
              ]
            : [],
        ),
        kinds: usual,
      };
    },
  },
  responses: {
    format: services.responses.format,
    read: readers.responses,
    mark: /"type": ?"response\.\w+"/,
    toldIn(payloads) {
      if (payloads.some(({ type }) => type === 'error' || type === 'response.failed')) return null;
      const { output = [] } = payloads.at(-1)?.response ?? {};
      const done = payloads.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item] : []));
      const items: Payload[] = output.length > 0 ? output : done;
      const texts = items.flatMap(({ type, content }) =>
        type === 'message' ? [joined(content.map((part: Payload) => part.text ?? part.refusal))] : [],
      );
      return {
        text: texts.filter((text) => text !== '').join('\n\n'),
        tools: items.flatMap(({ type, call_id: id }) => (type === 'function_call' ? [{ id }] : [])),
      };
    },
    unlike: ['another kind of stream'],
  },
  compatible: {
    format: services.compatible.format,
    read: readers.compatible,
    mark: /"chat\.completion\.chunk"/,
    toldIn: toldByChunks,
    unlike: ['another kind of stream'],
  },
  'compatible by a component': {
    format: services.compatible.format,
    read: readComponent,
    mark: /"chat\.completion\.chunk"/,
    toldIn: (payloads) => ({ ...toldByChunks(payloads), kinds: usual }),
    isComponent: true,
  },
  ollama: {
    format: services.ollama.format,
    read: readers.ollama,
    mark: /"done": ?true/,
    toldIn: (payloads) => ({ text: joined(payloads.map(({ message }) => message?.content)) }),
    unlike: ['nothing', 'a plain text', 'an event that is no JSON', 'another kind of stream', 'broken JSON'],
  },
};

const request = { model: 'gpt-5', include: ['reasoning.encrypted_content'] };
const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(Object.entries(rows))('a stream of %s', (_name, { format, read, mark, toldIn, isComponent = false }) => {
  const tags = isComponent ? ['search'] : [];
  const wireOf = (answer: Answer) => format.frames(answer, request).join('');

  it('is the same in any pieces, whatever it says', { tags }, async () => {
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 30 });
    const inputs = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 3 });
    const cuts = fc.array(fc.nat(), { maxLength: 60 });
    const property = fc.asyncProperty(words, words, inputs, cuts, async (text, thinking, given, places) => {
      const toolCalls = given.map((input, index) => ({ id: `c${index}`, name: 'find', input: JSON.stringify(input) }));
      const wire = bytes(wireOf({ text, thinking, toolCalls }));
      const { events, thrown } = await outcome(
        read(
          answering(
            wire,
            places.map((place) => place % wire.length),
          ),
        ),
      );
      expect(thrown).toBeNull();
      expect(gist(events)).toMatchObject({ text: text.join(''), thinking: thinking.join('') });
      expect(gist(events).tools.map(({ name, input }) => [name, JSON.parse(input)])).toEqual(
        given.map((input) => ['find', JSON.parse(JSON.stringify(input))]),
      );
    });
    await fc.assert(property, { numRuns: isComponent ? lengthOf(4, 10) : 60 });
  });

  it.each(recordings(mark))('is read to its end, the same however it is cut: $name', { tags }, async ({ payloads }) => {
    const wire = wireOf({ payloads });
    const { events, thrown } = await readWhole(read, wire);
    const told = toldIn(payloads.map((payload) => JSON.parse(payload)));
    expect(thrown === null).toBe(told !== null);
    if (!told) return;
    const { kinds, total, ...said } = told;
    const { rest, ...found } = gist(events);
    expect(found).toMatchObject(said);
    expect(said.text + found.thinking + JSON.stringify(found.tools)).not.toBe('[]');
    if (kinds) expect(rest.map(({ type }) => type)).toEqual(kinds);
    expect(rest.at(-1)?.type).toBe('stop');
    if (total !== undefined) expect(tokensIn(rest)).toBe(total);
    await readsAnyCut(read, bytes(wire), undefined, isComponent);
  });
});

const modules = Object.entries(rows).filter(([, { isComponent }]) => !isComponent);

describe.each(modules)('a stream of %s that a module reads', (_name, { format, read, unlike = [] }) => {
  const wireOf = (answer: Answer) => format.frames(answer, request).join('');

  it('is the same when it is cut at any byte', { tags: ['search'] }, () =>
    readsAnyCut(read, bytes(wireOf(everything)), lengthOf(7, 1)),
  );

  it.each<[string, Answer, boolean]>([
    ['a text at the vendor’s own service', { thinking: 'Hm', text: ['So ', 'far'] }, true],
    ['a call', { thinking: 'Hm', toolCalls: [{ id: 'a', name: 'find', input: '{"q":1}' }] }, false],
  ])('that breaks off in %s keeps what came, and says so', async (_what, answer, isUsual) => {
    const wire = bytes(wireOf(answer));
    let told = '';
    for (let end = bytes(format.frames(answer, request)[0] ?? '').length; ; end += 1) {
      const { events, thrown } = await readWhole(read, wire.slice(0, end), undefined, isUsual);
      if (events.some(({ type }) => type === 'stop')) break;
      expect(thrown).toMatchObject({ code: 'network', message: expect.stringMatching(/was lost|in the middle/) });
      expect(textOf(events).startsWith(told)).toBe(true);
      told = textOf(events);
    }
    expect(told).toBe(joined([answer.text ?? []].flat()));
  });

  it.each(
    [
      ['a web page', '<html>\n<body>Sign in</body>\n</html>', 'text/html; charset=utf-8'],
      ['other JSON', '{"ok":true}', 'application/json'],
      ['broken JSON', '{"choices":', 'application/json'],
      ['nothing', '', 'text/event-stream'],
      ['a plain text', 'Welcome', 'text/plain'],
      ['an event that is no JSON', 'event: message_start\ndata: oops\n\n', 'text/event-stream'],
      ['another kind of stream', 'data: {"choices":[]}\n\ndata: [DONE]\n\n', 'text/event-stream'],
    ].filter(([what = '']) => !unlike.includes(what)),
  )('that is %s is an invalid response', async (_what, body, type) => {
    const { events, thrown } = await readWhole(read, body, type);
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code: 'invalid-response', message: expect.stringContaining('127.0.0.1:9') });
  });
});

const tokensIn = (events: readonly CompletionEvent[]) =>
  events.reduce((sum, event) => {
    if (event.type !== 'usage') return sum;
    const { inputTokens, outputTokens, cacheReadInputTokens = 0 } = event.value;
    return sum + inputTokens + outputTokens + cacheReadInputTokens;
  }, 0);

it('each recorded stream is read by one of them', () => {
  const read = modules.flatMap(([, { mark }]) => recordings(mark).map(({ name }) => name));
  expect(read.toSorted()).toEqual(
    recordings(/^/)
      .map(({ name }) => name)
      .toSorted(),
  );
});
