import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser } from './sse.js';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The data of each event, with the chunks cut at the given places. */
function dataOf(input: Uint8Array, cuts: readonly number[] = []): string[] {
  const parser = createSseParser();
  const places = [0, ...[...cuts].sort((a, b) => a - b), input.length];
  const events = places.slice(1).flatMap((end, index) => parser.push(input.slice(places[index], end)));
  return [...events, ...parser.end()].map(({ data }) => data);
}

describe('the parser of server-sent events', () => {
  it.each([
    ['line feeds', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['carriage returns with line feeds', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['carriage returns', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['a mixture of line ends', 'data: a\r\n\ndata: b\r\r\n', ['a', 'b']],
    ['several data lines of one event', 'data: a\ndata: b\ndata\n\n', ['a\nb\n']],
    ['comments and unknown fields', ': ping\n\nid: 7\nretry: 5\ndata: a\n:more\n\n', ['a']],
    ['one space after the colon, which is not data', 'data:a\n\ndata:  b\n\n', ['a', ' b']],
    ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
    ['an event without data', 'event: ping\n\ndata: a\n\n', ['a']],
    ['a stream that forgets its last blank line', 'data: a\n\ndata: b', ['a', 'b']],
    ['nothing', '', []],
  ])('reads %s, wherever the chunks end', (_name, text, expected) => {
    const input = bytes(text);
    expect(dataOf(input)).toEqual(expected);
    for (let cut = 0; cut <= input.length; cut += 1) expect(dataOf(input, [cut])).toEqual(expected);
    expect(dataOf(input, [...input.keys()])).toEqual(expected);
  });

  it('gives an event its name, and the next one none', () => {
    const parser = createSseParser();
    expect(parser.push(bytes('event: error\ndata: a\n\ndata: b\n\n')).map(({ event }) => event)).toEqual([
      'error',
      'message',
    ]);
  });

  it('says of an event whether the blank line that ends it came', () => {
    const parser = createSseParser();
    expect(parser.push(bytes('data: a\n\ndata: b\n')).map(({ isTerminated }) => isTerminated)).toEqual([true]);
    expect(parser.end()).toEqual([{ event: 'message', data: 'b', isTerminated: false }]);
  });

  it('gives any texts back, whatever the line ends and the cuts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.replaceAll(/[\r\n]/g, ''));
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(text, { minLength: 1, maxLength: 3 }), lineEnd), { maxLength: 6 }),
        fc.array(fc.nat(400), { maxLength: 12 }),
        (events, cuts) => {
          const wire = events.map(([lines, end]) => lines.map((line) => `data: ${line}${end}`).join('') + end).join('');
          const input = bytes(wire);
          const expected = events.map(([lines]) => new TextDecoder().decode(bytes(lines.join('\n'))));
          expect(
            dataOf(
              input,
              cuts.map((cut) => Math.min(cut, input.length)),
            ),
          ).toEqual(expected);
        },
      ),
    );
  });

  it('gives up on an event that never ends', () => {
    const parser = createSseParser();
    const chunk = bytes('x'.repeat(1_000_000));
    const flood = () => {
      for (let count = 0; count < 40; count += 1) parser.push(chunk);
    };
    expect(flood).toThrow(expect.objectContaining({ code: 'invalid-response' }));
  });
});
