import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer } from '../../e2e/servers/provider-server.ts';
import { createHttp } from '../../src/exthost/api/http/http.ts';
import type { ExtensionHttp } from '../../src/shared/contract/extension-api/extension-http.ts';
import { type CompletionEvent, completionEventSchema } from '../../src/shared/contract/provider.ts';
import { lengthOf } from '../../src/shared/testing/soak.ts';
import * as anthropic from './anthropic/answer.js';
import { outcome, textOf } from './extension-harness.ts';
import * as gemini from './gemini/answer.js';
import { failureInAnswer } from './ollama/failures.js';
import * as ollama from './ollama/read-answer.js';
import * as compatible from './openai-compatible/answer.js';
import { parseEndpoint } from './openai-compatible/endpoint.js';
import * as responses from './openai-responses/read-answer.js';

/** In-memory streams, cut at chosen bytes, read by the extensions' HTTP client. */

const host = '127.0.0.1:9';
const base = `http://${host}/v1`;
const key = 'sk-1';
const secrets = [key];
const tag = 'here model';

/** Reads the client's next response as events; `isUsual`: from the vendor's own service. */
export type Read = (http: ExtensionHttp, isUsual?: boolean) => AsyncGenerator<CompletionEvent>;

/** The extensions' code for reading an answer; its events are validated as by main. */
export const readers = {
  anthropic: checked(async (http, isUsual) =>
    anthropic.readAnswer({ base, host, origin: base, isUsual, key, http }, await http.request(base)),
  ),
  gemini: checked(async (http, isUsual) =>
    gemini.readAnswer({ base, host, origin: base, isUsual, key, http }, await http.request(base)),
  ),
  responses: checked(async (http, isUsual) =>
    responses.readAnswer(http, await http.request(base), { host, isUsual, secrets }),
  ),
  compatible: checked(async (http, isUsual) =>
    compatible.readAnswer({ ...parseEndpoint(base), http }, await http.request(base), { tag, isUsual, secrets }),
  ),
  ollama: checked(async (http) =>
    ollama.readAnswer(http.lines(await http.request(base)), host, (line) => failureInAnswer(http, host, line, secrets)),
  ),
};

function checked(start: (http: ExtensionHttp, isUsual: boolean) => Promise<AsyncIterable<CompletionEvent>>): Read {
  return async function* (http, isUsual = false) {
    for await (const event of await start(http, isUsual)) yield completionEventSchema.parse(event);
  };
}

/** Outcome of reading a body. */
export const readWhole = (read: Read, body: string | Uint8Array, type?: string, isUsual?: boolean) =>
  outcome(read(answering(body, [], type), isUsual));

/** A client whose next response has this body, cut before each of these bytes. */
export function answering(
  whole: string | Uint8Array,
  cuts: readonly number[] = [],
  type = 'text/event-stream',
): ExtensionHttp {
  const wire = typeof whole === 'string' ? new TextEncoder().encode(whole) : whole;
  const places = [0, ...[...cuts].sort((a, b) => a - b), wire.length];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [index, end] of places.slice(1).entries()) controller.enqueue(wire.slice(places[index], end));
      controller.close();
    },
  });
  return createHttp(async () => new Response(body, { headers: { 'content-type': type } }));
}

/**
 * Checks that the answer does not depend on the cuts: single bytes, random places, and two chunks at each step.
 * @param isSlow to read: random places alone, and few of them
 */
export async function readsAnyCut(read: Read, wire: Uint8Array, step = wire.length, isSlow = false): Promise<void> {
  const readCut = async (cuts: readonly number[]) => {
    const { events, thrown } = await outcome(read(answering(wire, cuts)));
    return { events: withoutMadeIds(events), thrown };
  };
  const whole = await readCut([]);
  const is = async (cuts: readonly number[]): Promise<void> => {
    expect(await readCut(cuts)).toEqual(whole);
  };
  for (let cut = 1; cut < wire.length; cut += step) await is([cut]);
  if (!isSlow) await is([...wire.keys()]);
  await fc.assert(fc.asyncProperty(fc.array(fc.nat(wire.length), { maxLength: 40 }), is), {
    numRuns: isSlow ? lengthOf(2, 5) : wire.length > 10_000 ? 5 : 40,
  });
}

/** Without generated ids, which differ each time. */
export const withoutMadeIds = (events: readonly CompletionEvent[]) =>
  events.map((event) =>
    event.type === 'tool-use' && /^(gemini-call-|call_\w+_\d+$)/.test(event.value.id)
      ? { ...event, value: { ...event.value, id: '' } }
      : event,
  );

/** The answer as a person sees it, independent of how its events are cut. */
export const gist = (events: readonly CompletionEvent[]) => ({
  text: textOf(events),
  thinking: events.map((event) => (event.type === 'thinking' ? event.value.text : '')).join(''),
  signatures: events.flatMap((event) => (event.type === 'thinking' ? (event.value.signature ?? []) : [])),
  tools: events.flatMap((event) => (event.type === 'tool-use' && event.value.isInputComplete ? [event.value] : [])),
  rest: withLastUsage(events).filter(({ type }) => !['text', 'thinking', 'tool-use', 'started'].includes(type)),
});

/** All kinds of content, with characters of one and of several bytes. */
export const everything: Answer = {
  thinking: ['Hm — ', 'so 💡'],
  text: ['Größe', ' 大小'],
  toolCalls: [
    { id: 'a', name: 'find', input: '{"q":"é 💡"}' },
    { id: 'b', name: 'list', input: '{}' },
  ],
  usage: { input: 30, output: 7, cacheRead: 20 },
};

/** Each usage replaces the previous one. */
export const withLastUsage = (events: readonly CompletionEvent[]) => {
  const last = events.findLastIndex(({ type }) => type === 'usage');
  return events.filter(({ type }, index) => type !== 'usage' || index === last);
};

/** Recorded streams that contain this mark, if there are any: one payload per line. */
export function recordings(mark: RegExp): { name: string; payloads: string[] }[] {
  const folder = new URL('../../../shared/recordings/', import.meta.url);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8').trim() }))
    .filter(({ text }) => mark.test(text))
    .map(({ name, text }) => ({ name, payloads: text.split('\n') }));
}
