import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader } from './line-reader.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function linesOf(input: Uint8Array, cuts: readonly number[]): string[] {
  const lines: string[] = [];
  const reader = createLineReader('api.test', (line) => lines.push(line));
  const places = [0, ...[...cuts].sort((a, b) => a - b), input.length];
  for (const [index, end] of places.slice(1).entries()) reader.push(input.slice(places[index], end));
  reader.end();
  return lines;
}

describe('the lines of a body', () => {
  test.each([
    ['{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\n\r\n\rb', ['a', '', '', 'b']],
    ['é\n🚀', ['é', '🚀']],
    ['', []],
    ['\n', ['']],
  ])('of %j are the same wherever the chunks end', (text, expected) => {
    const input = bytes(text);
    for (let cut = 0; cut <= input.length; cut += 1) expect(linesOf(input, [cut])).toEqual(expected);
    expect(linesOf(input, [...input.keys()])).toEqual(expected);
  });

  test('are what `split` makes of the whole text', () => {
    const text = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\r', '\n', '\r\n')));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (parts, cuts) => {
        const whole = parts.join('').replaceAll('\uFEFF', '');
        const expected = whole.split(/\r\n|\r|\n/);
        if (expected.at(-1) === '') expected.pop();
        const input = bytes(whole);
        expect(
          linesOf(
            input,
            cuts.map((cut) => Math.min(cut, input.length)),
          ),
        ).toEqual(expected);
      }),
    );
  });
});
