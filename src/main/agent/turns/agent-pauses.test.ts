import { describe, expect, test, vi } from 'vitest';
import type { CompletionEvent } from '../../../shared/contract/provider.ts';
import type { PauseReason } from '../../../shared/contract/thread.ts';
import { spentOf } from '../../../shared/thread/cost.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { model } from '../../providers/memory-extension.fixture.ts';
import type { AgentService } from '../agent-service.ts';
import { agentSetting, answers, decide, ended, modelsWithTools, textOf, toolParts } from '../agent-setting.fixture.ts';
import { call, count, countName, scripted, stop, text } from './scripted-model.fixture.ts';

const set = agentSetting();
const prices = { currency: 'USD', input: 1, output: 10 };
const usage = (inputTokens: number, outputTokens = 0): CompletionEvent => ({
  type: 'usage',
  value: { inputTokens, outputTokens },
});
/** A tool that a person allowed for good, so that only pauses ask. */
function freeTool() {
  const ran: unknown[] = [];
  set.offers = {
    ...set.offers,
    tools: () => [count],
    runTool: async (_tool, input) => {
      ran.push(input);
      return 'ok';
    },
  };
  return ran;
}

/** @returns the reason, once the answer has paused */
const paused = (agent: AgentService): Promise<PauseReason> =>
  vi.waitFor(async () => {
    const { activity } = await agent.thread();
    if (activity?.type !== 'paused') throw new Error('It has not paused.');
    return activity.reason;
  });

/** Reports to the list about the thread. */
const toldStates = () =>
  set.events.flatMap((event) => (event.type === 'threads' ? event.threads.map((each) => each.state) : []));

const limits = async (agent: AgentService) =>
  (await agent.thread()).entries.flatMap((entry) => (entry.kind === 'limit' ? [entry] : []));

describe('the prices of the day', () => {
  test('are kept with each answer', async () => {
    const models = () => [model('live', { isDefault: true, prices })];
    const { agent, ask } = scripted(set, { models }, [text('a'), stop('end-turn')]);
    await ask();
    await ended(agent);
    expect((await answers(agent))[0]?.prices).toEqual(prices);
  });
});

describe('the limit of a thread', () => {
  test('is looked at before each step: it pauses, and goes on with as much again', async () => {
    freeTool();
    const { agent, requests, ask } = scripted(
      set,
      [usage(60), call('t', countName), stop('tool-use')],
      [usage(50), text('Two.'), stop('end-turn')],
    );
    const { id } = await agent.thread();
    await agent.setLimit(id, { tokens: 50 });
    await ask();
    await decide(agent, 't', 'allow-thread');
    expect(await paused(agent)).toEqual({ type: 'limit', limit: { tokens: 50 }, spent: { tokens: 60, cost: 0 } });
    await vi.waitFor(() => expect(toldStates()).toContain('asking'));
    expect(requests).toHaveLength(1);
    await agent.answerPause(id, true);
    await ended(agent);
    expect(requests).toHaveLength(2);
    expect((await limits(agent)).at(-1)).toMatchObject({ tokens: 110 });
    expect((await agent.thread()).activity).toBeNull();
    // Reached again before the next prompt is sent at all.
    await ask();
    expect(await paused(agent)).toMatchObject({ limit: { tokens: 110 }, spent: { tokens: 110 } });
    expect(requests).toHaveLength(2);
    await agent.answerPause(id, false);
    const [, second] = await ended(agent, 2);
    expect([second?.end, requests.length]).toEqual([{ type: 'stopped-by-person' }, 2]);
  });

  test('of costs counts them by the prices of the model; the one that the person gives is asked about as well', async () => {
    const models = () => [model('live', { isDefault: true, prices })];
    const { agent, ask } = scripted(
      set,
      { models },
      [usage(100_000, 40_000), text('a'), stop('end-turn')],
      [text('b'), stop('end-turn')],
    );
    const id = await ask();
    await ended(agent);
    await agent.setLimit(id, { cost: 0.5, tokens: 1_000_000 });
    await ask();
    expect(await paused(agent)).toMatchObject({ type: 'limit', spent: { tokens: 140_000, cost: 0.5 } });
    await agent.answerPause(id, true, { cost: 0.4 });
    await vi.waitFor(async () => expect((await limits(agent)).at(-1)).toMatchObject({ cost: 0.4 }));
    expect(await paused(agent)).toMatchObject({ limit: { cost: 0.4 } });
    await agent.answerPause(id, true, {});
    const [, second] = await ended(agent, 2);
    expect(textOf(second)).toBe('b');
  });

  test('that is raised while it waits is not raised again; Stop ends a pause at once', async () => {
    const { agent, ask } = scripted(set, [usage(60), text('a'), stop('end-turn')], [text('b'), stop('end-turn')]);
    const id = await ask();
    await ended(agent);
    await agent.setLimit(id, { tokens: 10 });
    await ask();
    await paused(agent);
    await agent.setLimit(id, { tokens: 70 });
    await agent.answerPause(id, true);
    await ended(agent, 2);
    expect((await limits(agent)).map(({ tokens }) => tokens)).toEqual([10, 70]);
    await agent.setLimit(id, { tokens: 10 });
    await ask();
    await paused(agent);
    await agent.stop(id);
    const [, , third] = await ended(agent, 3);
    expect(third?.end).toEqual({ type: 'stopped-by-person' });
    expect((await agent.thread()).activity).toBeNull();
    await vi.waitFor(async () => expect((await agent.threads.list())[0]?.state).toBe('idle'));
  });
});

describe('a limit', () => {
  test('is reached as well when the service says nothing of usage, by what is estimated', async () => {
    freeTool();
    const { agent, requests, ask } = scripted(
      set,
      [text('word '.repeat(2000)), call('t', countName), stop('tool-use')],
      [text('b'), stop('end-turn')],
    );
    const { id } = await agent.thread();
    await agent.setLimit(id, { tokens: 1000 });
    await ask();
    await decide(agent, 't', 'allow-thread');
    const reason = await paused(agent);
    expect(reason).toMatchObject({ type: 'limit', limit: { tokens: 1000 } });
    expect(requests).toHaveLength(1);
    const spent = spentOf(foldThread((await agent.thread()).entries));
    expect(spent.isEstimated).toBe(true);
    expect(spent.tokens).toBeGreaterThan(2400);
    expect(spent.tokens).toBeLessThan(3000);
    await agent.stop(id);
  });

  test('that is reached lets nothing be summed up', async () => {
    const { agent, requests, ask } = scripted(set, [usage(60), text('a'), stop('end-turn')]);
    const id = await ask();
    await ended(agent);
    await agent.setLimit(id, { tokens: 50 });
    expect(await agent.compact(id, '')).toMatchObject({
      ok: false,
      failure: { message: 'This thread has reached its budget. Raise it at the context meter, then compact.' },
    });
    expect(requests).toHaveLength(1);
  });
});

describe('a model that repeats itself', () => {
  const same = (id: string, input = '{"a":1,"b":{"c":2,"d":3}}') => [call(id, countName, input), stop('tool-use')];

  test('is asked about before the third equal call in a row runs, and again after three more', async () => {
    const ran = freeTool();
    const { agent, ask } = scripted(
      set,
      same('1'),
      same('2', '{ "b": {"d":3,"c":2}, "a": 1 }'),
      same('3'),
      same('4'),
      same('5'),
      same('6'),
    );
    const id = await ask();
    await decide(agent, '1', 'allow-thread');
    expect(await paused(agent)).toEqual({ type: 'repeat', toolName: countName, times: 3 });
    expect(ran).toHaveLength(2);
    await agent.answerPause(id, true);
    await vi.waitFor(() => expect(ran).toHaveLength(5));
    await paused(agent);
    expect(ran).toHaveLength(5);
    await agent.answerPause(id, false);
    const [answer] = await ended(agent);
    expect(answer?.end).toEqual({ type: 'stopped-by-person' });
    expect(toolParts(answer).at(-1)?.run?.state).toEqual({
      type: 'failed',
      reason: 'It was not run: the same call was made again and again.',
    });
  });

  test('is not one that makes another call between, nor in another answer', async () => {
    const ran = freeTool();
    const other = same('4', '{"a":2}');
    const { agent, ask } = scripted(
      set,
      same('1'),
      same('2'),
      other,
      same('5'),
      same('6'),
      [stop('end-turn')],
      same('7'),
    );
    await ask();
    await decide(agent, '1', 'allow-thread');
    await ended(agent);
    await ask();
    await ended(agent, 2);
    expect(ran).toHaveLength(6);
  });

  test('is noticed when it goes round among a few calls', async () => {
    const ran = freeTool();
    const [a, b] = ['{"path":"a"}', '{"path":"b"}'];
    const both = (n: number) => [call(`${n}a`, countName, a), call(`${n}b`, countName, b), stop('tool-use')];
    const { agent, ask } = scripted(set, both(1), both(2), both(3), both(4), both(5), both(6));
    const id = await ask();
    await decide(agent, '1a', 'allow-thread');
    expect(await paused(agent)).toEqual({ type: 'repeat', toolName: countName, times: 4 });
    expect(ran.length).toBeLessThanOrEqual(8);
    await agent.answerPause(id, false);
    expect((await ended(agent))[0]?.end).toEqual({ type: 'stopped-by-person' });
  });

  test('is noticed within one step as well', async () => {
    const ran = freeTool();
    const three = ['1', '2', '3'].map((id) => call(id, countName));
    const { agent, ask } = scripted(set, { models: modelsWithTools }, [...three, stop('tool-use')]);
    const id = await ask();
    expect(await paused(agent)).toMatchObject({ type: 'repeat', times: 3 });
    expect(ran).toEqual([]);
    await agent.stop(id);
  });
});
