import { describe, expect, test, vi } from 'vitest';
import type { AskedEvents } from '../../../shared/contract/extension-api/extension-events.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import { connectContext, type MainAnswers } from '../../test-support/connect-context.ts';

const toolCall: AskedEvents['tool_call'] = { callId: 'c', name: 'x__count', input: { n: 1 } };
const signal = new AbortController().signal;

function connect(answers: MainAnswers = {}) {
  const connected = connectContext(answers, { events: ['tool_call', 'before_agent_start', 'message_end'] });
  const { ask, tell } = connected.api.events;
  const { on } = connected.context.events;
  const judge = (input: Record<string, unknown> = { n: 1 }, until = signal) =>
    ask({ id: 'tool_call', threadId: 'thread', event: { ...toolCall, input } }, until);
  const said = (text: string) => {
    const message = { id: 'm', role: 'assistant', text, thinking: '' } as const;
    return tell({ id: 'message_end', threadId: 'thread', event: { message } }, signal);
  };
  return { ...connected, on, judge, said };
}

describe('functions that have a say', () => {
  test('come in their order, and each is given what those before it made', async () => {
    const { on, judge } = connect();
    const seen: unknown[] = [];
    on('tool_call', ({ input }) => void seen.push(input));
    on('tool_call', async ({ input }) => ({ input: { ...input, first: true } }));
    on('tool_call', ({ input, name }) => {
      seen.push(input, name);
      return { input: { ...input, second: true } };
    });
    expect(await judge()).toEqual({ outcome: { input: { n: 1, first: true, second: true } }, failures: [] });
    expect(seen).toEqual([{ n: 1 }, { n: 1, first: true }, 'x__count']);
  });

  test('are put together key by key', async () => {
    const { on, api } = connect();
    on('before_agent_start', () => ({ instructions: 'Be brief.' }));
    on('before_agent_start', ({ instructions }) => ({ added: instructions }));
    const event = { prompt: 'p', images: 0, instructions: '', added: '', tools: [], skills: [] };
    expect(await api.events.ask({ id: 'before_agent_start', threadId: 'thread', event }, signal)).toEqual({
      outcome: { instructions: 'Be brief.', added: 'Be brief.' },
      failures: [],
    });
  });

  test('are not asked after one that has stopped the event', async () => {
    const { on, judge } = connect();
    const later = vi.fn();
    on('tool_call', () => ({ input: {} }));
    on('tool_call', () => ({ block: 'Not here.' }));
    on('tool_call', later);
    expect(await judge()).toEqual({ outcome: { input: {}, block: 'Not here.' }, failures: [] });
    expect(later).not.toHaveBeenCalled();
  });

  test('are passed over when they fail, and main and the log are told', async () => {
    const { on, judge, logged } = connect();
    on('tool_call', () => {
      throw new Error('no idea');
    });
    on('tool_call', () => Promise.reject('later'));
    on('tool_call', () => ({ block: 'Still asked.' }));
    expect(await judge()).toEqual({ outcome: { block: 'Still asked.' }, failures: ['no idea', 'later'] });
    await vi.waitFor(() =>
      expect(logged()).toEqual([
        expect.stringContaining('A function for the event "tool_call" failed: Error: no idea'),
        'A function for the event "tool_call" failed: later',
      ]),
    );
  });

  test.each([[{ blok: 'x' }], [{ block: 5 }], [{ block: '' }], ['stop'], [true]])(
    'are told what may be returned in place of %j',
    async (wrong) => {
      const { on, judge } = connect();
      on('tool_call', (() => wrong) as never);
      const { outcome, failures } = await judge();
      expect(outcome).toEqual({});
      expect(failures).toEqual([
        expect.stringMatching(/^it returned .*\. Return nothing, or an object with some of: input, block$/),
      ]);
    },
  );

  test('fail with the call when nobody waits any more', async () => {
    const { on, judge } = connect();
    const later = vi.fn();
    const stopping = new AbortController();
    on('tool_call', async (_event, at) => {
      stopping.abort(new Error('stopped'));
      at.signal.throwIfAborted();
      return undefined;
    });
    on('tool_call', later);
    await expect(judge({}, stopping.signal)).rejects.toThrow('stopped');
    expect(later).not.toHaveBeenCalled();
  });
});

describe('functions that follow', () => {
  test('are told one after another, also after one that fails, with the thread', async () => {
    const { on, said, logged } = connect({
      'thread.state': ({ threadId }) => ({ isAnswering: threadId === 'thread', context: null }),
    });
    const seen: unknown[] = [];
    on('message_end', async ({ message }, { thread }) => {
      seen.push((await thread.state()).isAnswering, message.text);
      throw new Error('and no more');
    });
    on('message_end', ({ message }) => void seen.push(`again ${message.text}`));
    expect(await said('hello')).toBeNull();
    expect(seen).toEqual([true, 'hello', 'again hello']);
    await vi.waitFor(() => expect(logged()).toEqual([expect.stringContaining('"message_end" failed: Error: and no')]));
  });
});

describe('a function', () => {
  test('is called until it is disposed, each time that it is there', async () => {
    const { on, said } = connect();
    const follow = vi.fn();
    const first = on('message_end', follow);
    const second = on('message_end', follow);
    await said('one');
    expect(follow).toHaveBeenCalledTimes(2);
    first.dispose();
    first.dispose();
    await said('two');
    expect(follow).toHaveBeenCalledTimes(3);
    second.dispose();
    await said('three');
    expect(follow).toHaveBeenCalledTimes(3);
    on('message_end', follow);
    await said('four');
    expect(follow).toHaveBeenCalledTimes(4);
  });

  test('is refused for an event that the manifest does not declare, and where there is none', () => {
    const { on } = connect();
    expect(() => on('tool_result', () => undefined)).toThrow(
      'The manifest declares no event "tool_result". Add [events.tool_result] to extension.toml',
    );
    expect(() => on('message_end', undefined as never)).toThrow('events.on needs a function as its second argument');
  });

  test('is not needed: nothing is changed without', async () => {
    const { api } = connect();
    const params: ExtensionMethods['event.ask']['params'] = { id: 'tool_call', threadId: 'thread', event: toolCall };
    expect(await api.events.ask(params, signal)).toEqual({ outcome: {}, failures: [] });
  });
});
