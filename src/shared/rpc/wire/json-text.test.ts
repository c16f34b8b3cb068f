import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJsonText } from './json-text.ts';

describe('toJsonText', () => {
  test('what it gives is read as what structured clone would have given', () => {
    const { anything, dictionary, string, array, oneof } = fc;
    const strange = anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true });
    fc.assert(
      fc.property(oneof(strange, dictionary(string(), strange), array(strange)), (value) => {
        const text = toJsonText([value]);
        if (text !== null) expect(JSON.parse(text)).toStrictEqual(structuredClone([value]));
      }),
    );
  });

  test('gives a text for what most messages are', () => {
    expect(toJsonText([0, 7, 'chat', { text: 'Grüße \ud800 \u2028', list: [1.5, true, null], empty: {} }])).toBe(
      '[0,7,"chat",{"text":"Grüße \\ud800 \u2028","list":[1.5,true,null],"empty":{}}]',
    );
  });

  class Point {
    x = 1;
  }
  const ring: Record<string, unknown> = {};
  ring.a = ring;
  const holes: unknown[] = [1];
  holes[3] = 2;
  test.each<[what: string, value: unknown]>([
    ['undefined', undefined],
    ['a member that is undefined', { a: undefined }],
    ['NaN', [Number.NaN]],
    ['an infinite number', [Number.POSITIVE_INFINITY]],
    ['minus zero', [-0]],
    ['a bigint', [1n]],
    ['bytes', [new Uint8Array(3)]],
    ['a date', [new Date(0)]],
    ['a map', [new Map()]],
    ['an error', [new Error('no')]],
    ['an object with a prototype of its own', [new Point()]],
    ['a list with holes', [holes]],
    ['a list with names beside its elements', ['abc'.match(/b/)]],
    ['an object that says itself how it is written', [{ toJSON: () => 'other' }]],
    ['a ring', [ring]],
    [
      'what throws when it is read',
      [
        {
          get a() {
            throw new Error('no');
          },
        },
      ],
    ],
    ['a long text', ['x'.repeat(20_000)]],
    ['many small things', [Array.from({ length: 20_000 }, () => [])]],
  ])('gives none for %s', (_, value) => {
    expect(toJsonText([value])).toBeNull();
  });
});
