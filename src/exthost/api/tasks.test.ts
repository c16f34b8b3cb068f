import { afterEach, expect, test, vi } from 'vitest';
import type { EndedTask, MainStreams } from '../../shared/contract/extensions/main-streams.ts';
import { connectContext } from '../test-support/connect-context.ts';

type Spawn = MainStreams['thread.spawn'];
const { threadId: child, ...came }: EndedTask = {
  ...{ threadId: 'child', status: 'completed', text: 'done', model: 'x:y/z', stopReason: 'end-turn' },
  usage: { inputTokens: 7, outputTokens: 3 },
};
const ended: Spawn['item'] = { ended: { threadId: child, ...came } };
const told = (text: string): Spawn['item'] => ({
  told: {
    ...{ id: 'message_end', threadId: child },
    event: { message: { id: 'a', role: 'assistant', text, thinking: '' } },
  },
});

afterEach(() => void vi.useRealTimers());

test('an extension begins a task in no thread, and has its thread and how it ended', async () => {
  const asked: unknown[] = [];
  const { context } = connectContext(
    {},
    {},
    {
      async *'thread.spawn'(params) {
        asked.push(params);
        yield ended;
      },
    },
  );
  const { thread, ...outcome } = await context.threads.spawn({ task: 'Look', tools: ['read-file'] });
  expect([thread.id, outcome]).toEqual([child, came]);
  expect(asked).toEqual([{ task: { task: 'Look', tools: ['read-file'] }, events: [] }]);
});

test('a task of a call ends with the signal that it was given', async () => {
  const leaving = Promise.withResolvers<void>();
  const { api, context } = connectContext(
    {},
    { tools: ['t'] },
    {
      async *'thread.spawn'(_params, { signal }) {
        signal.addEventListener('abort', () => leaving.resolve());
        yield told('so far');
        await leaving.promise;
      },
    },
  );
  const stopping = new AbortController();
  context.tools.register('t', async (_input, _signal, call) => {
    const on = { message_end: () => stopping.abort() };
    return call
      .spawn({ task: 'Look', signal: stopping.signal, on })
      .then(String, (thrown) => `stopped: ${thrown.message}`);
  });
  const params = { id: 't', input: {}, callId: '7', threadId: 'thread' };
  expect(await api.tools.run(params, new AbortController().signal)).toBe('stopped: thread.spawn was cancelled');
  await leaving.promise;
});

test('a function that is never done is waited for ten seconds, and the log says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { context, logged } = connectContext(
    {},
    {},
    {
      async *'thread.spawn'() {
        yield* [told('one'), told('two'), ended];
      },
    },
  );
  const seen: string[] = [];
  const on = {
    message_end({ message }: { message: { text: string } }) {
      seen.push(message.text);
      return message.text === 'one' ? new Promise(() => {}) : undefined;
    },
  };
  const outcome = context.threads.spawn({ task: 'Look', on });
  await vi.waitFor(() => expect(seen).toEqual(['one']));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(seen).toEqual(['one']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toMatchObject({ status: 'completed' });
  expect(seen).toEqual(['one', 'two']);
  const line = 'A function for the event "message_end" of a task failed: FailureError: it took longer than 10 s';
  await vi.waitFor(() => expect(logged()).toEqual([expect.stringContaining(line)]));
});
