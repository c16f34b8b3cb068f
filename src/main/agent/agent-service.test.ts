import { describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../shared/contract/errors.ts';
import type { CompletionRequest } from '../../shared/contract/provider.ts';
import type { ThreadEntry } from '../../shared/contract/thread.ts';
import { forever, helloWorld, say } from '../providers/memory-extension.fixture.ts';
import { agentSetting, answers, ended, hang, send, sendAndHang, textOf } from './agent-setting.fixture.ts';
import { asPrompt } from './as-prompt.fixture.ts';

const set = agentSetting();

describe('sending', () => {
  test('adds the prompt, streams the answer, and the events alone give the whole thread', async () => {
    const agent = set.start();
    await send(agent, 'hi');
    const [answer] = await ended(agent);
    expect(textOf(answer)).toBe('Hello, world!');
    expect(answer).toMatchObject({ model: 'good:chat/live', end: { type: 'stop', reason: 'end-turn' } });
    const told: ThreadEntry[] = [];
    for (const event of set.events) {
      if (event.type !== 'thread-entries') continue;
      expect(event.from).toBe(told.length);
      told.push(...event.entries);
    }
    expect(told).toEqual((await agent.thread()).entries);
    const streamed = ['answer-started', 'answer-text', 'answer-text', 'answer-usage', 'answer-ended'];
    expect(told.map(({ kind }) => kind)).toEqual(['prompt', 'answerer', ...streamed]);
    expect(set.acted).toContain('good:chat');
  });

  test('gathers a fast stream into few events', async () => {
    const agent = set.start({
      async *complete() {
        for (let n = 0; n < 1000; n += 1) yield { type: 'text', value: 'x' };
        yield { type: 'stop', value: 'end-turn' };
      },
    });
    await send(agent);
    const [answer] = await ended(agent);
    expect(textOf(answer)).toHaveLength(1000);
    expect(set.events.filter(({ type }) => type === 'thread-entries').length).toBeLessThan(100);
  });

  test('shows thinking, usage and tool uses', async () => {
    const toolUse = { id: 't', name: 'look', input: '{}', isInputComplete: true };
    const agent = set.start({
      complete: () =>
        say(
          { type: 'thinking', value: { text: 'hm' } },
          { type: 'tool-use', value: toolUse },
          { type: 'tool-use-json-parse-error', value: { id: 'u', toolName: 'look', rawInput: '{', error: 'bad' } },
          { type: 'usage', value: { inputTokens: 1, outputTokens: 2 } },
          { type: 'stop', value: 'tool-use' },
        ),
    });
    await send(agent);
    const [answer] = await ended(agent);
    expect(answer).toMatchObject({
      parts: [
        { type: 'thinking', text: 'hm' },
        { type: 'tool-use', toolUse },
        { type: 'tool-use', toolUse: { id: 'u', input: '{' } },
      ],
      usage: { inputTokens: 1, outputTokens: 2 },
      end: { type: 'stop', reason: 'tool-use' },
    });
  });

  test('sends the earlier turns along', async () => {
    const requests: CompletionRequest[] = [];
    const agent = set.start({
      complete: (request) => {
        requests.push(request);
        return helloWorld();
      },
    });
    const id = await send(agent, 'one');
    await ended(agent);
    await agent.send(id, asPrompt('two'));
    await ended(agent, 2);
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  test('without a model, with nothing, or to a thread that is not open is refused with a reason', async () => {
    const agent = set.start();
    const { id } = await agent.thread();
    expect(await agent.send(id, asPrompt(' \n'))).toMatchObject({ ok: false });
    expect(await agent.send('../../etc/passwd', asPrompt('hi'))).toMatchObject({
      ok: false,
      failure: { code: 'invalid-request' },
    });
    set.saved = undefined;
    expect(await agent.send(id, asPrompt('hi'))).toMatchObject({ ok: false, failure: { code: 'model-missing' } });
    set.saved = 'gone:chat/live';
    expect(await agent.send(id, asPrompt('hi'))).toMatchObject({ ok: false, failure: { code: 'extension-disabled' } });
    expect((await agent.thread()).entries).toEqual([]);
  });

  test('to a provider without a key authenticates first; cancelled, nothing is added', async () => {
    let hasKey = false;
    let isWilling = false;
    const agent = set.start({
      isAuthenticated: () => hasKey,
      authenticate: async () => {
        if (!isWilling) throw new FailureError({ code: 'cancelled', message: 'No key was entered.' });
        hasKey = true;
      },
    });
    const { id } = await agent.thread();
    expect(await agent.send(id, asPrompt('hi'))).toMatchObject({
      ok: false,
      failure: { message: 'No key was entered.' },
    });
    expect((await agent.thread()).entries).toEqual([]);
    isWilling = true;
    expect(await agent.send(id, asPrompt('hi'))).toMatchObject({ ok: true });
    expect(textOf((await ended(agent))[0])).toBe('Hello, world!');
  });

  test('can be stopped while the key is asked for', async () => {
    let asked = false;
    const agent = set.start({
      isAuthenticated: () => false,
      authenticate: () => {
        asked = true;
        return forever();
      },
    });
    const { id } = await agent.thread();
    const sent = agent.send(id, asPrompt('hi'));
    await vi.waitFor(() => expect(asked).toBe(true));
    await agent.stop(id);
    expect(await sent).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect((await agent.thread()).entries).toEqual([]);
  });
});

describe('an answer that does not end well', () => {
  test('because the model declined says why, in the words of its service', async () => {
    const agent = set.start({
      complete: () => say({ type: 'stop', value: 'refusal', explanation: 'This is about\n bombs.' }),
    });
    await send(agent);
    expect((await ended(agent))[0]?.end).toEqual({
      type: 'stop',
      reason: 'refusal',
      explanation: 'This is about bombs.',
    });
  });

  test('is stopped at once and keeps its text although the extension hangs', async () => {
    const agent = set.start({ complete: hang });
    await agent.stop(await sendAndHang(agent));
    const [answer] = await answers(agent);
    expect(answer?.end).toEqual({ type: 'stopped-by-person' });
    expect(textOf(answer)).toBe('so far');
  });

  test('keeps its text when the host goes, and Retry answers the same prompt again', async () => {
    let isBroken = true;
    const agent = set.start({
      async *complete() {
        if (isBroken) {
          yield { type: 'text', value: 'so far' };
          throw new FailureError({ code: 'host-crashed', message: 'The extension stopped.' });
        }
        yield* helloWorld();
      },
    });
    const id = await send(agent);
    const [broken] = await ended(agent);
    expect(textOf(broken)).toBe('so far');
    expect(broken?.end).toMatchObject({ type: 'failed', failure: { code: 'host-crashed', extensionId: 'good' } });
    isBroken = false;
    expect(await agent.retry(id)).toMatchObject({ ok: true });
    const [first, second] = await ended(agent, 2);
    expect(textOf(second)).toBe('Hello, world!');
    expect(second?.promptId).toBe(first?.promptId);
  });

  test('cannot be retried before there is a prompt', async () => {
    const agent = set.start();
    expect(await agent.retry((await agent.thread()).id)).toMatchObject({ ok: false });
  });
});

describe('choosing a model', () => {
  test('saves the one that was chosen', async () => {
    set.saved = undefined;
    const agent = set.start();
    expect(await agent.chooseModel('good:chat/no-such')).toEqual({ ok: true, value: 'good:chat/live' });
    expect(set.saved).toBe('good:chat/live');
  });

  test('that fails leaves the saved one', async () => {
    const agent = set.start();
    expect(await agent.chooseModel('gone:chat/x')).toMatchObject({ ok: false });
    expect(set.saved).toBe('good:chat/live');
  });
});
