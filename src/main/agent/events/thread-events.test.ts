import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { eventsOf, type Hearing, says, type Told } from './hearing.fixture.ts';

const { signal } = new AbortController();
const forever = () => new Promise(() => {});

test('each is asked in its order, and given what those before it made of the event', async () => {
  const seen: unknown[] = [];
  const saying = (id: string, text: string): Hearing => ({
    id,
    names: ['input'],
    ask({ event }) {
      seen.push(event);
      return says({ text });
    },
  });
  const { events, passed } = eventsOf([
    saying('a', 'A'),
    saying('b', 'B'),
    saying('c', 'B'),
    { id: 'd', names: ['tool_call'] },
  ]);
  const answered = await events.ask('input', 't', { text: 'hi', images: 1 }, signal);
  expect(seen).toEqual([
    { text: 'hi', images: 1 },
    { text: 'A', images: 1 },
    { text: 'B', images: 1 },
  ]);
  // The third left it as it was.
  expect(answered).toMatchObject({
    event: { text: 'B', images: 1 },
    outcome: { text: 'B' },
    by: [{ extension: { id: 'a' } }, { extension: { id: 'b' } }],
  });
  expect(passed.filter((line) => !line.endsWith('null'))).toEqual([]);
});

test('of what an extension says in its failure a line is told, however long it is', async () => {
  const { events, passed, warned } = eventsOf([
    { id: 'a', names: ['input'], ask: () => says({}, [`x\u202e\n${'y'.repeat(1_000_000)}`]) },
  ]);
  await events.ask('input', 't', { text: 'hi', images: 0 }, signal);
  for (const line of [...passed, ...warned]) expect(line).toMatch(/: x y{100,400}…$/);
});

test('who stops it is the last one that is asked', async () => {
  const later = vi.fn(() => says({}));
  const { events } = eventsOf([
    { id: 'a', names: ['tool_call'], ask: () => says({ block: 'not today' }) },
    { id: 'b', names: ['tool_call'], ask: later },
  ]);
  const answered = await events.ask('tool_call', 't', { callId: 'c', name: 'n', input: {} }, signal);
  expect(answered).toMatchObject({ outcome: { block: 'not today' }, by: [{ extension: { id: 'a' } }] });
  expect(later).not.toHaveBeenCalled();
});

test('who goes to another thread waits for the questions of an extension, and for no program or model of it', async () => {
  const { events, passed, waiting, asking } = eventsOf([
    { id: 'a', names: ['session_before_switch'], ask: forever },
    { id: 'b', names: ['session_before_switch'], ask: () => setTimeout(400, says({ block: 'no' })) },
  ]);
  waiting.add('a').add('b');
  asking.add('b');
  const { outcome } = await events.ask('session_before_switch', 't', { threadId: null }, signal);
  expect(outcome).toEqual({ block: 'no' });
  expect(passed).toContain('Extension a session_before_switch: it took longer than 0.2 s');
});

test('one that fails, says something else or takes too long is told and passed over', async () => {
  const { events, passed, warned } = eventsOf([
    { id: 'a', names: ['input'], ask: () => Promise.reject(new Error('It broke.')) },
    { id: 'b', names: ['input'], ask: () => says({ text: 5 }) },
    { id: 'c', names: ['input'], ask: forever },
    { id: 'd', names: ['input'], ask: () => says({ text: 'still' }, ['the first function failed']) },
    { id: 'e', names: ['input'], ask: () => says({ txt: 'x' }) },
  ]);
  expect(await events.ask('input', 't', { text: 'hi', images: 0 }, signal)).toMatchObject({ event: { text: 'still' } });
  expect(passed).toEqual([
    'Extension a input: It broke.',
    expect.stringContaining('Extension b input: it answered with something else: "text"'),
    'Extension c input: it took longer than 0.2 s',
    'Extension d input: the first function failed',
    expect.stringContaining('Extension e input: it answered with something else: '),
  ]);
  expect(warned).toHaveLength(5);
});

test('time in which it waits for a person does not count', async () => {
  let answer = (_said: unknown) => {};
  const answering = new Promise((resolve) => {
    answer = resolve;
  });
  const { events, waiting, passed } = eventsOf([{ id: 'a', names: ['input'], ask: () => answering }]);
  waiting.add('a');
  const asked = events.ask('input', 't', { text: 'hi', images: 0 }, signal);
  // Twice its time.
  await setTimeout(400);
  answer(says({ text: 'after all' }));
  expect(await asked).toMatchObject({ event: { text: 'after all' } });
  expect(passed).toEqual(['Extension a input: null']);
});

test('whom it waits for is told when that takes a while; who stops it does not wait', async () => {
  const asking: (string | null)[] = [];
  const stop = new AbortController();
  const { events, waiting, passed } = eventsOf([{ id: 'a', names: ['input'], ask: forever }]);
  waiting.add('a');
  const asked = events.ask('input', 't', { text: 'hi', images: 0 }, stop.signal, (name) => asking.push(name));
  await vi.waitFor(() => expect(asking).toEqual(['Extension a']));
  stop.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
  expect(asking).toEqual(['Extension a', null]);
  expect(passed).toEqual([]);
});

test('who is not let is neither asked nor told, and that is no failure', async () => {
  const ask = vi.fn(() => says({ text: 'x' }));
  const tell = vi.fn(() => null);
  const { events, passed, warned, questions } = eventsOf(
    [{ id: 'a', names: ['input', 'agent_start', 'session_start'], ask, tell }],
    [],
  );
  expect(await events.ask('input', 't', { text: 'hi', images: 0 }, signal)).toMatchObject({ event: { text: 'hi' } });
  events.tell('agent_start', 't', { promptId: 'p', answerId: 'a', model: 'm' });
  events.tell('session_start', 't', { reason: 'new' });
  // What says nothing of a thread needs no leave.
  await vi.waitFor(() => expect(tell).toHaveBeenCalledTimes(1));
  expect(tell).toHaveBeenCalledWith({ id: 'session_start', threadId: 't', event: { reason: 'new' } });
  expect(ask).not.toHaveBeenCalled();
  expect({ passed, warned, questions }).toEqual({ passed: [], warned: [], questions: ['access', 'access'] });
});

test('events are told one after another, and updates that come meanwhile are one', async () => {
  const told: Told[] = [];
  let goOn = () => {};
  const { events } = eventsOf([
    {
      id: 'a',
      names: ['message_start', 'message_update', 'message_end'],
      tell: (one) =>
        new Promise((resolve) => {
          told.push(one);
          goOn = () => resolve(null);
        }),
    },
  ]);
  const message = (text: string) => ({ id: 'm', role: 'assistant', text, thinking: '' }) as const;
  events.tell('message_start', 't', { message: message('') });
  for (let n = 1; n <= 3; n++) {
    events.tell('message_update', 't', { message: message('x'.repeat(n)), delta: { text: 'x', thinking: '' } });
  }
  events.tell('message_end', 't', { message: message('xxx') });
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(told).toHaveLength(count));
    goOn();
  }
  expect(told.map(({ id }) => id)).toEqual(['message_start', 'message_update', 'message_end']);
  expect(told[1]?.event).toEqual({ message: message('xxx'), delta: { text: 'xxx', thinking: '' } });
});

test('an extension that is too slow piles up no more than a thousand events, and its log tells so once', async () => {
  const { events, warned } = eventsOf([{ id: 'a', names: ['session_start'], tell: () => new Promise<null>(() => {}) }]);
  for (let n = 0; n < 1500; n++) events.tell('session_start', 't', { reason: 'new' });
  await vi.waitFor(() => expect(warned).toEqual(['a: It has 1000 events to go through: further ones are left out.']));
});

test('nobody who declares an event: nothing is asked', async () => {
  const { events } = eventsOf([{ id: 'a', names: ['tool_call'] }]);
  expect((['input', 'tool_call'] as const).map((name) => events.isHeard(name))).toEqual([false, true]);
});
