import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gist } from '../../cut-answers.ts';
import { createCalls } from '../calls.js';
import { chunk, end, read } from './stream.fixture.ts';

afterEach(() => void vi.useRealTimers());

const part = (functionCall: object, more: object = {}) => chunk([{ functionCall, ...more }]);
const grows = (...partialArgs: object[]) => part({ partialArgs, willContinue: true });
const callsIn = async (...chunks: object[]): Promise<Record<string, unknown>[]> =>
  (await read([...chunks, end()])).events.flatMap((event): Record<string, unknown>[] =>
    event.type === 'tool-use' && event.value.isInputComplete
      ? [{ ...event.value, input: JSON.parse(event.value.input) }]
      : event.type === 'tool-use-json-parse-error'
        ? [event.value]
        : [],
  );

describe('a call in pieces', () => {
  it('is put together by the places that the pieces name, and is whole when none is to follow', async () => {
    const pieces = [
      part({ id: 'a', name: 'find', willContinue: true }, { thoughtSignature: 'c2ln' }),
      grows({ jsonPath: '$.q', stringValue: 'Grö', willContinue: true }),
      grows({ jsonPath: '$.q', stringValue: 'ße 大', willContinue: true }),
      grows({ jsonPath: '$.q', stringValue: '小' }, { jsonPath: '$.most', numberValue: 2.5 }),
      grows({ jsonPath: '$.files[0].path', stringValue: 'a' }, { jsonPath: '$.files[1].path', stringValue: 'b' }),
      grows({ jsonPath: '$.files[1].isNew', boolValue: false }, { jsonPath: "$['a b'].c", nullValue: 'NULL_VALUE' }),
      grows({ jsonPath: '$["d\\"]["]', stringValue: '1' }, { jsonPath: '$.grid[0][1]', numberValue: 0 }),
      part({}),
    ];
    const [whole, ...others] = await callsIn(...pieces);
    expect(others).toEqual([]);
    expect(whole).toEqual({
      id: 'a',
      name: 'find',
      input: {
        q: 'Größe 大小',
        most: 2.5,
        files: [{ path: 'a' }, { path: 'b', isNew: false }],
        'a b': { c: null },
        'd"][': '1',
        grid: [[null, 0]],
      },
      thoughtSignature: 'c2ln',
      isInputComplete: true,
    });
    const { events } = await read([...pieces, end()]);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
    const told = events.flatMap((event) => (event.type === 'tool-use' ? [event.value] : []));
    expect(told[0]).toEqual({ id: 'a', name: 'find', input: '{}', isInputComplete: false });
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set(['a']));
  });

  it.each([
    [
      'ends with its last piece',
      [part({ name: 'find', willContinue: true }), part({ partialArgs: [{ jsonPath: '$.q', stringValue: 'x' }] })],
    ],
    [
      'begins with its first piece',
      [part({ name: 'find', partialArgs: [{ jsonPath: '$.q', stringValue: 'x' }], willContinue: true }), part({})],
    ],
    ['comes in one piece', [part({ name: 'find', partialArgs: [{ jsonPath: '$.q', stringValue: 'x' }] })]],
    [
      'says only of a place that more follows',
      [
        part({ name: 'find', partialArgs: [{ jsonPath: '$.q', willContinue: true }] }),
        part({ partialArgs: [{ jsonPath: "$['q']", stringValue: 'x' }] }),
      ],
    ],
    ['has the rest whole', [part({ name: 'find', willContinue: true }), part({ args: { q: 'x' } })]],
    [
      'repeats its name',
      [
        part({ name: 'find', willContinue: true }),
        part({ name: 'find', partialArgs: [{ jsonPath: '$.q', stringValue: 'x' }] }),
      ],
    ],
    [
      'is written in the other way',
      [
        chunk([{ function_call: { name: 'find', will_continue: true } }]),
        chunk([{ function_call: { partial_args: [{ json_path: '$.q', string_value: 'x' }] } }]),
      ],
    ],
  ])('may be one that %s', async (_what, chunks) => {
    expect(await callsIn(...chunks)).toMatchObject([{ name: 'find', input: { q: 'x' } }]);
  });

  it('is told from the next one, whose parts have another id or another name', async () => {
    const find = (id?: string) => part({ ...(id && { id }), name: 'find', willContinue: true });
    const q = (stringValue: string) => part({ partialArgs: [{ jsonPath: '$.q', stringValue }] });
    expect(await callsIn(find('a'), q('1'), find('b'), q('2'), part({ name: 'list' }))).toMatchObject([
      { id: 'a', input: { q: '1' } },
      { id: 'b', input: { q: '2' } },
      { name: 'list', input: {} },
    ]);
    for (const next of [find('b'), part({ name: 'list', willContinue: true })]) {
      expect(await callsIn(find('a'), next, q('2'))).toMatchObject([
        { id: 'a', rawInput: '{', error: 'The arguments break off.' },
        { input: { q: '2' } },
      ]);
    }
  });

  it('that breaks off, or whose pieces fit nowhere, is never run', async () => {
    const open = part({ id: 'a', name: 'find', willContinue: true });
    const q = { jsonPath: '$.q', stringValue: 'x' };
    expect(await callsIn(open, grows(q))).toMatchObject([
      { id: 'a', rawInput: '{"q":"x"', error: 'The arguments break off.' },
    ]);
    const half = { ...q, willContinue: true };
    for (const rest of [[], [part({})], [part({ name: 'list', args: {} })]]) {
      const [call] = await callsIn(open, grows(half), ...rest);
      expect(call).toMatchObject({ id: 'a', toolName: 'find', error: 'The arguments break off.' });
    }
    for (const jsonPath of [
      '',
      'q',
      '$',
      '$.',
      '$..q',
      '$.*',
      '$[*]',
      '$[-1]',
      '$.q[0]',
      '$.q.r',
      '$[0]',
      '$.l[999999]',
      `$${'.a'.repeat(101)}`,
    ]) {
      const [call, ...others] = await callsIn(open, grows(q), grows({ jsonPath, stringValue: 'y' }), part({}));
      expect(others).toEqual([]);
      expect(call, jsonPath).toMatchObject({ id: 'a', error: expect.stringContaining('A piece of the arguments') });
      expect(() => JSON.parse(String(call?.rawInput))).toThrow();
    }
  });

  it('may name a place as no object of the language does', async () => {
    const [call] = await callsIn(
      part({ name: 'find', willContinue: true }),
      grows({ jsonPath: '$.__proto__.polluted', stringValue: 'yes' }, { jsonPath: '$.constructor', stringValue: 'x' }),
      part({}),
    );
    expect(JSON.stringify(call?.input)).toBe('{"__proto__":{"polluted":"yes"},"constructor":"x"}');
    expect({}).not.toHaveProperty('polluted');
  });

  it('takes any piece for what it is', () => {
    const piece = fc.record({
      jsonPath: fc.oneof(fc.string(), fc.stringMatching(/^\$(\.[a-c]|\[[0-2]\]|\['[a-c]'\]){0,3}$/)),
      stringValue: fc.option(fc.oneof(fc.string(), fc.integer()), { nil: undefined }),
      numberValue: fc.option(fc.integer(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(piece), (partialArgs) => {
        const [event, ...others] = createCalls().take({ name: 'find', partialArgs }, '');
        expect(others).toEqual([]);
        if (event?.type === 'tool-use') expect(JSON.parse(event.value.input)).toBeTypeOf('object');
        else expect(event?.type).toBe('tool-use-json-parse-error');
      }),
    );
  });

  it('is told when it grew by an eighth, and at least every second', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const calls = createCalls();
    calls.take({ name: 'find', willContinue: true }, '');
    const grow = (stringValue: string) =>
      calls.take({ partialArgs: [{ jsonPath: '$.q', stringValue }], willContinue: true }, '').length;
    expect(grow('x'.repeat(800))).toBe(1);
    expect(grow('x'.repeat(90))).toBe(0);
    expect(grow('x'.repeat(90))).toBe(1);
    vi.setSystemTime(Date.now() + 1000);
    expect(grow('x')).toBe(1);
    expect(grow('')).toBe(0);
  });
});

describe('a part without a name', () => {
  it.each([{}, { id: 'x' }, { name: '' }, { args: { q: 1 } }, { name: 7 }, { partialArgs: [{ jsonPath: '$.q' }] }])(
    '%j is no call',
    async (functionCall) => {
      const { events, thrown } = await read([chunk([{ text: 'Hi' }]), part(functionCall), end()]);
      expect(thrown).toBeNull();
      expect(gist(events)).toMatchObject({ text: 'Hi', tools: [] });
      expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
    },
  );
});
