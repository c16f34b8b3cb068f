import { describe, expect, test, vi } from 'vitest';
import type { CompletionEvent, CompletionRequest } from '../../../shared/contract/provider.ts';
import { forever, type MemoryBehaviour, model, say } from '../../providers/memory-extension.fixture.ts';
import { agentSetting, contextToBe, decide, ended, send, statesToBe } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';
import { call, count, countName, scripted, stop, text } from '../turns/scripted-model.fixture.ts';

const set = agentSetting();
const models = () => [model('live', { maxTokenCount: 1000, isDefault: true }), model('large', { maxTokenCount: 9000 })];

/** Asks once; the answer says nothing of usage. */
async function askOnce(behaviour: MemoryBehaviour = {}) {
  const agent = set.start({ models, ...behaviour });
  await vi.waitFor(() => expect(agent.providers()).resolves.toMatchObject([{ models: [{ id: 'live' }, {}] }]));
  await send(agent);
  await ended(agent);
  return agent;
}

describe('how much of its context a thread takes', () => {
  test('is not known before anything was sent', async () => {
    const agent = set.start({ countTokens: () => 7 });
    expect((await agent.thread()).context).toBeNull();
    expect(set.events.filter(({ type }) => type === 'context-use')).toEqual([]);
  });

  test('is what the service says of the last step, in each step and after a restart', async () => {
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => '2' };
    const usage = (inputTokens: number, more = {}): CompletionEvent => ({
      type: 'usage',
      value: { inputTokens, outputTokens: 5, ...more },
    });
    const { agent, ask } = scripted(
      set,
      [usage(90), usage(100), call('t', countName), stop('tool-use')],
      [text('Two.'), usage(20, { cacheReadInputTokens: 100, cacheCreationInputTokens: 3 }), stop('end-turn')],
    );
    const id = await ask();
    await statesToBe(agent, 'waiting');
    await contextToBe(agent, { tokens: 105, limit: 8192, source: 'usage' });
    await agent.decideTool(id, 't', 'allow-once');
    await ended(agent);
    await contextToBe(agent, { tokens: 128, source: 'usage' });
    expect(set.events).toContainEqual({
      type: 'context-use',
      threadId: id,
      context: { tokens: 128, limit: 8192, source: 'usage' },
    });
    await agent.close();
    const countTokens = vi.fn(() => 1);
    const next = set.start({ countTokens });
    await contextToBe(next, { tokens: 128, limit: 8192, source: 'usage' });
    expect(countTokens).not.toHaveBeenCalled();
  });

  test('is else what the extension counts, of all that the next prompt would find', async () => {
    const counted: CompletionRequest[] = [];
    const agent = await askOnce({
      countTokens: (modelId, request) => {
        counted.push(request);
        return modelId === 'live' ? 321 : 654;
      },
    });
    await contextToBe(agent, { tokens: 321, limit: 1000, source: 'counted' });
    expect(counted.map(({ messages }) => messages.map(({ role }) => role))).toEqual([['user', 'assistant']]);
    expect(await agent.chooseModel('good:chat/large', (await agent.thread()).id)).toMatchObject({ ok: true });
    await contextToBe(agent, { tokens: 654, limit: 9000, source: 'counted' });
    await agent.newThread();
    expect((await agent.thread()).context).toBeNull();
  });

  test.each([
    ['nothing', () => null],
    ['half a token', () => 1.5],
    ['fewer than none', () => -1],
    ['a failure', () => Promise.reject(new Error('no'))],
  ])('is else an estimate: of %s', async (_what, countTokens) => {
    const agent = await askOnce({ countTokens });
    await contextToBe(agent, { source: 'estimate', limit: 1000, tokens: 12 });
  });

  test('is an estimate too where the thread would go to a provider that it was never sent to', async () => {
    const agent = await askOnce();
    const { entries } = await agent.thread();
    await agent.close();
    const started = entries.find((entry) => entry.kind === 'answer-started');
    expect(started?.model).toBe('good:chat/live');
    const countTokens = vi.fn(() => 5);
    const other = set.start({ models, countTokens }, 'other');
    expect(await other.chooseModel('other:chat/live', (await other.thread()).id)).toMatchObject({ ok: true });
    await contextToBe(other, { source: 'estimate', limit: 1000 });
    expect(countTokens).not.toHaveBeenCalled();
  });

  test('is not waited for: while an extension counts for ever, the next prompt is answered', async () => {
    const countTokens = vi.fn(forever);
    const agent = await askOnce({ countTokens });
    await vi.waitFor(() => expect(countTokens).toHaveBeenCalled());
    expect(await agent.send((await agent.thread()).id, asPrompt('more'))).toMatchObject({ ok: true });
    await ended(agent, 2);
    expect((await agent.thread()).context).toBeNull();
  });
});

test('a count that comes too late changes nothing', async () => {
  const counting: ((tokens: number) => void)[] = [];
  const countTokens = vi.fn(() => new Promise<number>((resolve) => counting.push(resolve)));
  const usage: CompletionEvent = { type: 'usage', value: { inputTokens: 90, outputTokens: 10 } };
  const { agent, ask } = scripted(set, { countTokens }, [text('a'), stop('end-turn')], [usage, stop('end-turn')]);
  await ask();
  await vi.waitFor(() => expect(countTokens).toHaveBeenCalled());
  await ask();
  await ended(agent, 2);
  for (const resolve of counting) resolve(5);
  await new Promise((resolve) => setImmediate(resolve));
  expect((await agent.thread()).context).toMatchObject({ tokens: 100, source: 'usage' });
});

describe('what is worth caching', () => {
  const cache = { maxCacheAnchors: 3, shouldCacheToolDefinitions: true, minTotalTokenCount: 0 };
  const marks = ({ messages, cacheTools }: CompletionRequest) => [cacheTools, ...messages.map((each) => each.cache)];

  test('is marked in every step, and the extension is asked how once while it is active', async () => {
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => '2' };
    const cacheConfiguration = vi.fn((_modelId: string) => cache);
    const { agent, requests, ask } = scripted(set, { cacheConfiguration }, [call('t', countName), stop('tool-use')]);
    await ask();
    await decide(agent, 't', 'allow-thread');
    await ended(agent);
    await ask();
    await ended(agent, 2);
    expect(requests.map(marks)).toEqual([
      [true, true],
      [true, true, false, true],
      [true, false, false, true, false, true],
    ]);
    expect(cacheConfiguration.mock.calls).toEqual([['live']]);
    agent.extensionActivated('other');
    agent.extensionActivated('good');
    await ask();
    await ended(agent, 3);
    expect(cacheConfiguration).toHaveBeenCalledTimes(2);
  });

  test('is nothing in a thread that is too short, until it is long enough', async () => {
    const cacheConfiguration = () => ({ ...cache, minTotalTokenCount: 500 });
    const usage: CompletionEvent = { type: 'usage', value: { inputTokens: 495, outputTokens: 5 } };
    const { agent, requests, ask } = scripted(set, { cacheConfiguration }, [text('a'), usage, stop('end-turn')]);
    await ask();
    await ended(agent);
    await ask();
    await ended(agent, 2);
    expect(requests.map(marks)).toEqual([
      [undefined, false],
      [undefined, true, false, true],
    ]);
  });

  test.each([
    ['says nonsense', () => ({ maxCacheAnchors: 'many' })],
    ['fails', () => Promise.reject(new Error('no'))],
    ['never answers', forever],
  ])('is nothing when the extension %s', async (_what, cacheConfiguration) => {
    const requests: CompletionRequest[] = [];
    const agent = set.start({
      cacheConfiguration,
      complete: (request) => {
        requests.push(structuredClone(request));
        return say(text('done'), stop('end-turn'));
      },
    });
    for (const n of [1, 2]) {
      await send(agent);
      await ended(agent, n);
    }
    expect(requests.flatMap(marks)).not.toContain(true);
  });

  test('is not waited for once the person stops', async () => {
    const cacheConfiguration = vi.fn(forever);
    const agent = set.start({ cacheConfiguration });
    const id = await send(agent);
    await vi.waitFor(() => expect(cacheConfiguration).toHaveBeenCalled());
    await agent.stop(id);
    expect((await ended(agent))[0]?.end).toEqual({ type: 'stopped-by-person' });
  });
});
