import { describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { CompletionEvent, CompletionRequest } from '../../../shared/contract/provider.ts';
import { spentOf } from '../../../shared/thread/cost.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { forever, helloWorld, type MemoryBehaviour, model, say } from '../../providers/memory-extension.fixture.ts';
import type { AgentService } from '../agent-service.ts';
import { agentSetting, ended, hang } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';
import { stop, text } from '../turns/scripted-model.fixture.ts';
import { cleanTitle } from './auto-titles.ts';

const set = agentSetting();

/** A provider with a small model, which is told by its requests: they ask for little. */
function start(title: NonNullable<MemoryBehaviour['complete']>, behaviour: MemoryBehaviour = {}) {
  set.autoTitles = true;
  const asked: CompletionRequest[] = [];
  const agent = set.start({
    models: () => [model('live', { isDefault: true }), model('small', { isDefaultFast: true })],
    complete(request, signal) {
      if (request.maxTokens === undefined) return helloWorld();
      asked.push(request);
      return title(request, signal);
    },
    ...behaviour,
  });
  return { agent, asked };
}
const says = (...events: CompletionEvent[]) => say(...events, stop('end-turn'));
const titled = async (agent: AgentService) => (await agent.threads.list())[0]?.title;

async function ask(agent: AgentService, prompt = 'Why is the sky blue?', count = 1): Promise<string> {
  const { id } = await agent.thread();
  // The models of the provider are known by then.
  await agent.chooseModel('good:chat/live');
  expect(await agent.send(id, asPrompt(prompt))).toEqual({ ok: true, value: null });
  await ended(agent, count);
  return id;
}

describe('the title of a thread', () => {
  test('comes from the small model after the first answer, and is asked for once', async () => {
    const { agent, asked } = start(() => says(text('"Blue sky'), text(', explained."\n'), text('More.')));
    const id = await ask(agent);
    await vi.waitFor(async () => expect(await titled(agent)).toBe('Blue sky, explained'));
    expect(asked).toMatchObject([{ tools: [], thinkingAllowed: false, maxTokens: 100, messages: [{ role: 'user' }] }]);
    const sent = JSON.stringify(asked[0]?.messages);
    expect(sent).toContain('Why is the sky blue?');
    expect(sent).toContain('Hello, world!');
    const { entries } = await agent.thread();
    expect(entries.at(-1)).toMatchObject({ kind: 'title', text: 'Blue sky, explained', by: 'model' });
    expect(set.events.findLast(({ type }) => type === 'thread-entries')).toMatchObject({
      threadId: id,
      entries: [{ kind: 'title' }],
    });
    await ask(agent, 'more', 2);
    expect(asked).toHaveLength(1);
    await agent.close();
    expect(await titled(set.start())).toBe('Blue sky, explained');
  });

  test('is paid for by its thread, also when none came of it, and is estimated where nobody counts', async () => {
    const used: CompletionEvent = { type: 'usage', value: { inputTokens: 500, outputTokens: 50 } };
    const prices = { currency: 'USD', input: 1, output: 10 };
    const models = () => [model('live', { isDefault: true }), model('small', { isDefaultFast: true, prices })];
    const usages = async (agent: AgentService) => foldThread((await agent.thread()).entries).titleUsages;
    const { agent } = start(() => says(used, text('...')), { models });
    await ask(agent);
    await vi.waitFor(async () => expect(await usages(agent)).toMatchObject([{ usage: used.value, prices }]));
    expect(spentOf(foldThread((await agent.thread()).entries)).cost).toBeCloseTo(0.001, 9);
    await agent.close();
    set.workspace = '/other';
    const silent = start(() => says(text('A title')));
    await ask(silent.agent);
    await vi.waitFor(async () => expect(await usages(silent.agent)).toMatchObject([{ usage: { isEstimated: true } }]));
  });

  test('is not asked for when the person does not want it, gave one, or there is no small model', async () => {
    const off = start(() => says(text('x')));
    set.autoTitles = false;
    await ask(off.agent);
    await off.agent.close();

    set.workspace = '/named';
    const named = start(() => says(text('x')));
    await named.agent.threads.list();
    const { id } = await named.agent.thread();
    await named.agent.chooseModel('good:chat/live');
    await named.agent.send(id, asPrompt('hi'));
    await named.agent.threads.rename(id, 'Mine');
    await ended(named.agent);
    await named.agent.close();

    set.workspace = '/plain';
    const plain = start(() => says(text('x')), { models: () => [model('live', { isDefault: true })] });
    await ask(plain.agent);
    await plain.agent.close();
    expect([off.asked, named.asked, plain.asked]).toEqual([[], [], []]);
  });

  test('of a thread that was named meanwhile is the person’s', async () => {
    let go = () => {};
    const { agent, asked } = start(async function* () {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      yield* says(text('From a model'));
    });
    const id = await ask(agent);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await agent.threads.rename(id, 'Mine');
    go();
    await vi.waitFor(async () => expect((await agent.thread()).entries.at(-1)).toMatchObject({ by: 'model' }));
    expect(await titled(agent)).toBe('Mine');
  });

  test.each<[string, NonNullable<MemoryBehaviour['complete']>]>([
    [
      'a failure',
      async function* () {
        yield text('Half a');
        throw new FailureError({ code: 'provider-overloaded', message: 'Busy.' });
      },
    ],
    ['nothing', () => says()],
    ['a refusal', () => say(text('I cannot'), { type: 'stop', value: 'refusal' })],
  ])('is left out without a word after %s, and is not asked for again', async (_what, complete) => {
    const { agent, asked } = start(complete);
    await ask(agent);
    await vi.waitFor(() => expect(set.debug).toHaveLength(1));
    expect(await titled(agent)).toBe('Why is the sky blue?');
    expect(set.notices).toEqual([]);
    await ask(agent, 'more', 2);
    await agent.close();
    expect(asked).toHaveLength(1);
  });

  test('is not waited for by the end of the app, nor by deleting the thread', async () => {
    const signals: AbortSignal[] = [];
    const { agent, asked } = start(async function* (_request, signal) {
      signals.push(signal);
      yield text('Half a');
      await forever();
    });
    const id = await ask(agent);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(await agent.threads.remove(id)).toEqual({ ok: true, value: null });
    await ask(agent, 'another');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await agent.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(set.debug).toEqual([]);
  });

  test('is not asked for after an answer that did not end well', async () => {
    let requests = 0;
    const { agent } = start(() => says(text('x')), {
      complete() {
        requests += 1;
        return hang();
      },
    });
    const { id } = await agent.thread();
    await agent.chooseModel('good:chat/live');
    await agent.send(id, asPrompt('go'));
    await vi.waitFor(() => expect(requests).toBe(1));
    await agent.stop(id);
    await agent.close();
    expect(requests).toBe(1);
  });
});

test.each([
  ['“Sky, blue”', 'Sky, blue'],
  ['\n# **Title: Blue sky**\nmore', 'Blue sky'],
  ["'It's blue'", "It's blue"],
  ['„Blauer Himmel“.', 'Blauer Himmel'],
  ['What is `a.b()`?', 'What is `a.b()`?'],
  ['---', ''],
  ['x '.repeat(100), `${'x '.repeat(39)}x…`],
])('cleanTitle takes from %j what is no title', (said, title) => expect(cleanTitle(said)).toBe(title));
