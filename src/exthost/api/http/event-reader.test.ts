import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HttpEvent } from '../../../shared/contract/extension-api/extension-http.ts';
import { createEventReader } from './event-reader.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The events of an input whose chunks are cut at the given offsets. */
function eventsOf(input: Uint8Array, cuts: readonly number[] = []): HttpEvent[] {
  const events: HttpEvent[] = [];
  const reader = createEventReader('api.test', (event) => events.push(event));
  const places = [0, ...[...cuts].sort((a, b) => a - b), input.length];
  for (const [index, end] of places.slice(1).entries()) reader.push(input.slice(places[index], end));
  reader.end();
  return events;
}
const dataOf = (input: Uint8Array, cuts?: readonly number[]) => eventsOf(input, cuts).map(({ data }) => data);

describe('the events of a body', () => {
  test.each([
    ['line feeds', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['carriage returns with line feeds', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['carriage returns', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['a mixture of line ends', 'data: a\r\n\ndata: b\r\r\n', ['a', 'b']],
    ['several data lines of one event', 'data: a\ndata: b\ndata\n\n', ['a\nb\n']],
    ['comments and unknown fields', ': ping\n\nid: 7\nretry: 5\ndata: a\n:more\n\n', ['a']],
    ['one space after the colon, which is not data', 'data:a\n\ndata:  b\n\n', ['a', ' b']],
    ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
    ['an event without data', 'event: ping\n\ndata: a\n\n', ['a']],
    ['characters of several bytes', 'data: żółć 🚀\n\n', ['żółć 🚀']],
    ['a stream that forgets its last empty line', 'data: a\n\ndata: b', ['a', 'b']],
    ['nothing', '', []],
  ])('are read with %s, wherever the chunks end', (_name, text, expected) => {
    const input = bytes(text);
    expect(dataOf(input)).toEqual(expected);
    for (let cut = 0; cut <= input.length; cut += 1) expect(dataOf(input, [cut])).toEqual(expected);
    expect(dataOf(input, [...input.keys()])).toEqual(expected);
  });

  test('have their names, and say whether they came whole', () => {
    expect(eventsOf(bytes('event: error\ndata: a\n\ndata: b\n\nevent: last\ndata: c\n'))).toEqual([
      { event: 'error', data: 'a', isWhole: true },
      { event: 'message', data: 'b', isWhole: true },
      { event: 'last', data: 'c', isWhole: false },
    ]);
  });

  test('come as soon as they are whole', () => {
    const seen: string[] = [];
    const reader = createEventReader('api.test', ({ data }) => seen.push(data));
    reader.push(bytes('data: a\r\n\r'));
    expect(seen).toEqual(['a']);
    reader.push(bytes('\ndata: b\n\n'));
    expect(seen).toEqual(['a', 'b']);
  });

  test('give any texts back, whatever the line ends and the cuts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.replaceAll(/[\r\n]/g, ''));
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const sent = fc.array(fc.tuple(fc.array(text, { minLength: 1, maxLength: 3 }), lineEnd), { maxLength: 6 });
    fc.assert(
      fc.property(sent, fc.array(fc.nat(400), { maxLength: 12 }), (events, cuts) => {
        const wire = events.map(([lines, end]) => lines.map((line) => `data: ${line}${end}`).join('') + end).join('');
        const input = bytes(wire);
        const asSent = new TextDecoder('utf-8', { ignoreBOM: true });
        const expected = events.map(([lines]) => asSent.decode(bytes(lines.join('\n'))));
        const inside = cuts.map((cut) => Math.min(cut, input.length));
        expect(dataOf(input, inside)).toEqual(expected);
      }),
    );
  });

  test.each([
    ['a line that never ends', 'x'],
    ['an event that never ends', `data: ${'x'.repeat(1000)}\n`],
    ['an event of empty lines that never ends', 'data\n'],
  ])('are given up with %s', (_name, part) => {
    const reader = createEventReader('api.test', () => undefined);
    const chunk = bytes(part.repeat(Math.ceil(4_000_000 / part.length)));
    const flood = () => {
      for (let count = 0; count < 50; count += 1) reader.push(chunk);
    };
    expect(flood).toThrow(
      expect.objectContaining({ code: 'invalid-response', message: expect.stringContaining('api.test') }),
    );
  });
});
