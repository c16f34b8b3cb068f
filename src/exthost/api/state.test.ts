import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectContext } from '../test-support/connect-context.ts';

/** A context with a main like the real one: it stores text by scope and key. */
function stored() {
  const kept = { global: new Map<string, string>(), workspace: new Map<string, string>() };
  const { context } = connectContext({
    'state.get': ({ scope, key }) => kept[scope].get(key) ?? null,
    'state.set': ({ scope, key, value }) => {
      if (value === null) kept[scope].delete(key);
      else kept[scope].set(key, value);
      return null;
    },
    'state.keys': ({ scope }) => [...kept[scope].keys()],
  });
  return { state: context.state, kept };
}

describe('the state of an extension', () => {
  test('gives back any JSON value as it was', async () => {
    const { state } = stored();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (value) => {
        await state.global.set('k', value);
        expect(JSON.stringify(await state.global.get('k'))).toBe(JSON.stringify(value));
      }),
    );
  });

  test('keeps its two scopes apart, and tells the keys', async () => {
    const { state } = stored();
    await state.global.set('k', 'everywhere');
    await state.workspace.set('k', 'here');
    await state.workspace.set('l', null);
    expect([await state.global.get('k'), await state.workspace.get('k')]).toEqual(['everywhere', 'here']);
    expect([await state.global.keys(), await state.workspace.keys()]).toEqual([['k'], ['k', 'l']]);
    expect(await state.workspace.get('l')).toBeNull();
    expect(await state.global.get('l')).toBeUndefined();
  });

  test('holds no value for `undefined`, and forgets what is deleted', async () => {
    const { state, kept } = stored();
    await state.global.set('k', 1);
    await state.global.set('k', undefined);
    await state.global.set('l', 1);
    await state.global.delete('l');
    expect(kept.global.size).toBe(0);
  });

  test('leaves a property out that is undefined', async () => {
    const { state } = stored();
    await state.global.set('k', { a: undefined, b: 1 });
    expect(await state.global.get('k')).toEqual({ b: 1 });
  });

  const circular: { inner: { self?: object } } = { inner: {} };
  circular.inner.self = circular;
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  test.each([
    [Number.NaN, 'The value of "k" is NaN, which JSON cannot hold'],
    [{ sizes: [1, Number.POSITIVE_INFINITY] }, 'The value of "k".sizes[1] is Infinity, which JSON cannot hold'],
    [() => 1, 'The value of "k" is a function, which'],
    [{ at: Symbol('s') }, 'The value of "k".at is a symbol'],
    [[1n], 'The value of "k"[0] is a bigint'],
    [[1, undefined], 'The value of "k"[1] is undefined'],
    [new Array(2), 'The value of "k"[0] is undefined'],
    [{ at: new Date() }, 'The value of "k".at is a Date, which JSON cannot hold. Keep a plain object'],
    [new Map([['a', 1]]), 'The value of "k" is a Map'],
    [new Uint8Array(2), 'The value of "k" is a Uint8Array'],
    [{ toJSON: () => 'other' }, 'The value of "k".toJSON is a function'],
    [circular, 'The value of "k".inner.self holds itself'],
    [deep, 'is nested deeper than'],
    ['x'.repeat(1024 * 1024), 'The value of "k" is longer than 1 MB as JSON'],
  ])('rejects a value that JSON cannot hold (%#), and keeps the one before', async (value, message) => {
    const { state } = stored();
    await state.global.set('k', 'before');
    await expect(state.global.set('k', value)).rejects.toThrow(message);
    expect(await state.global.get('k')).toBe('before');
  });

  test('takes the same object twice, which is not a circle', async () => {
    const { state } = stored();
    const shared = { a: 1 };
    await state.global.set('k', [shared, { shared }]);
    expect(await state.global.get('k')).toEqual([{ a: 1 }, { shared: { a: 1 } }]);
  });
});
