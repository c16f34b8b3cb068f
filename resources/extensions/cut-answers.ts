import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createHttp } from '../../src/exthost/api/http/http.ts';
import type { ExtensionHttp } from '../../src/shared/contract/extension-api/extension-http.ts';
import type { CompletionEvent } from '../../src/shared/contract/provider.ts';
import { outcome, textOf } from './extension-harness.ts';

/** Streams in memory, cut where a test says, read by the HTTP client that extensions have. */

/** A client whose next answer is this body, cut before each of these bytes. */
export function answering(wire: Uint8Array, cuts: readonly number[] = [], type = 'text/event-stream'): ExtensionHttp {
  const places = [0, ...[...cuts].sort((a, b) => a - b), wire.length];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [index, end] of places.slice(1).entries()) controller.enqueue(wire.slice(places[index], end));
      controller.close();
    },
  });
  return createHttp(async () => new Response(body, { headers: { 'content-type': type } }));
}

/** Reads what came of an answer, by whichever code; see `readsAnyCut`. */
export type Read = (http: ExtensionHttp) => AsyncIterable<CompletionEvent>;

/** The answer is the same however its bytes are cut: in two at every place, into single bytes, in any places. */
export async function readsAnyCut(read: Read, wire: Uint8Array, everywhere: boolean): Promise<void> {
  const whole = await outcome(read(answering(wire)));
  const is = async (cuts: readonly number[]): Promise<void> => {
    expect(await outcome(read(answering(wire, cuts)))).toEqual(whole);
  };
  if (everywhere) for (let cut = 1; cut < wire.length; cut += 1) await is([cut]);
  await is([...wire.keys()]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(wire.length), { maxLength: 40 }), is),
    everywhere ? { numRuns: 40 } : { numRuns: 25 },
  );
}

/** The answer as a person gets it, however its events are cut. */
export const gist = (events: readonly CompletionEvent[]) => ({
  text: textOf(events),
  thinking: events.map((event) => (event.type === 'thinking' ? event.value.text : '')).join(''),
  signatures: events.flatMap((event) => (event.type === 'thinking' ? (event.value.signature ?? []) : [])),
  tools: events.flatMap((event) => (event.type === 'tool-use' && event.value.isInputComplete ? [event.value] : [])),
  rest: withLastUsage(events).filter(({ type }) => !['text', 'thinking', 'tool-use', 'started'].includes(type)),
});

/** Each usage replaces the one before it. */
export const withLastUsage = (events: readonly CompletionEvent[]) => {
  const last = events.findLastIndex(({ type }) => type === 'usage');
  return events.filter(({ type }, index) => type !== 'usage' || index === last);
};

/** Recorded streams of a service, where there are any: one payload a line. */
export function recordings(service: string): { name: string; payloads: string[] }[] {
  const folder = new URL('../../../shared/recordings/', import.meta.url);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.startsWith(`${service}--`) && name.endsWith('.jsonl'))
    .map((name) => ({ name, payloads: readFileSync(new URL(name, folder), 'utf8').trim().split('\n') }));
}
