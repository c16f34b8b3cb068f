import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWit, toWit } from './wit-values.ts';

/** Values of the contract: records, variants with and without a value, lists, bytes, texts, numbers. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true }),
    fc.uint8Array({ maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.record({ type: fc.stringMatching(/^[a-z-]+$/), value: tie('value') }),
    fc.record({ type: fc.stringMatching(/^[a-z-]+$/) }),
    fc.dictionary(
      fc.stringMatching(/^[a-z][A-Za-z]*$/).filter((name) => name !== 'type' && name !== 'tag'),
      tie('value'),
    ),
  ),
}));

test('what goes to a component comes back as it was', () => {
  fc.assert(
    fc.property(value, (given) => {
      expect(fromWit(toWit(given), 'value')).toEqual(given);
    }),
  );
});

test('a variant has another form there, and nothing else has', () => {
  expect(toWit([{ type: 'started' }, { type: 'text', value: 'a' }])).toEqual([
    { tag: 'started' },
    { tag: 'text', val: 'a' },
  ]);
  expect(toWit({ id: 'a', list: ['x'], bytes: new Uint8Array([1]) })).toEqual({
    id: 'a',
    list: ['x'],
    bytes: new Uint8Array([1]),
  });
  // A record of the component with a field of that name besides others.
  expect(fromWit({ tag: 'a', name: 'b' }, 'value')).toEqual({ tag: 'a', name: 'b' });
});

test('a u64 is a number, or an error with the names of its fields', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (count) => {
      const read = () => fromWit([{ tag: 'usage', val: { inputTokens: count } }], 'event');
      if (count <= Number.MAX_SAFE_INTEGER) {
        expect(read()).toEqual([{ type: 'usage', value: { inputTokens: Number(count) } }]);
      } else expect(read).toThrow(`event[0] usage.inputTokens is ${count}, which is beyond`);
    }),
  );
});

test('none is an absent field', () => {
  expect(Object.keys(fromWit({ id: 'a', icon: undefined }, 'info') as object)).toEqual(['id']);
  expect(fromWit(null, 'x')).toBe(undefined);
});
