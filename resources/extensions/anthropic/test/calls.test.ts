import { afterEach, describe, expect, it, vi } from 'vitest';
import { gist } from '../../cut-answers.ts';
import { growBlock, openBlock, startOf } from '../blocks.js';
import { begin, called, ending, json, over, type Payload, read, start, stop } from './stream.fixture.ts';

const callsIn = async (...payloads: Payload[]) =>
  gist((await read([begin(), ...payloads, ending('tool_use'), over])).events).tools.map(({ id, input }) => [id, input]);
const opened = (index: number, id: string) => start(index, { type: 'tool_use', id, name: 'find', input: {} });

describe('calls that the service gives one id', () => {
  it.each([
    ['a', 'a'],
    ['', 'call'],
  ])('of “%s” all run, each by an id of its own', async (given, own) => {
    const both = [called(0, given, '{"q":1}'), called(1, given, '{"q":1}')].flat();
    const interleaved = [
      opened(0, given),
      opened(1, given),
      json(0, '{"q":'),
      json(1, '{"q":'),
      json(1, '2}'),
      json(0, '1}'),
      stop(0),
      stop(1),
    ];
    const atOnePlace = [called(0, given, '{"q":1}'), called(0, given, '{"q":2}')].flat();
    expect(await callsIn(...both)).toEqual([
      [own, '{"q":1}'],
      [`${own}-2`, '{"q":1}'],
    ]);
    for (const payloads of [interleaved, atOnePlace]) {
      expect(await callsIn(...payloads)).toEqual([
        [own, '{"q":1}'],
        [`${own}-2`, '{"q":2}'],
      ]);
    }
  });

  it('take no id that another has', async () => {
    const calls = await callsIn(...called(0, 'a', '{}'), ...called(1, 'a', '{}'), ...called(2, 'a-2', '{}'));
    expect(new Set(calls.map(([id]) => id)).size).toBe(3);
  });

  it('without ids, places or ends are told apart by being whole', async () => {
    const payloads = [opened(0, ''), json(0, '{"q":1}'), opened(0, ''), json(0, '{"q":2}')];
    expect(await callsIn(...payloads)).toEqual([
      ['call', '{"q":1}'],
      ['call-2', '{"q":2}'],
    ]);
  });

  it('are one when it is sent again, however it is spaced', async () => {
    expect(await callsIn(...called(0, 'a', '{"q":1}'), ...called(0, 'a', '{ "q": 1 }'))).toEqual([['a', '{"q":1}']]);
  });
});

describe('a call that grows', () => {
  afterEach(() => void vi.useRealTimers());

  it('is told when it grew by an eighth, and at least every second', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const block = openBlock({ type: 'tool_use', id: 'a', name: 'write', input: {} });
    startOf(block);
    const grow = (partial_json: string) => growBlock(block, { type: 'input_json_delta', partial_json }).length;
    expect(grow('x'.repeat(8000))).toBe(1);
    expect(grow('x'.repeat(900))).toBe(0);
    expect(grow('x'.repeat(200))).toBe(1);
    vi.advanceTimersByTime(999);
    expect(grow('x')).toBe(0);
    vi.advanceTimersByTime(1);
    expect(grow('')).toBe(1);
    expect(grow('x')).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(grow('x')).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(grow('')).toBe(0);
  });
});
