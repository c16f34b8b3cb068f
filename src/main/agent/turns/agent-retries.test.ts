import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import type { CompletionEvent, CompletionRequest } from '../../../shared/contract/provider.ts';
import type { AnswerView } from '../../../shared/contract/thread-view.ts';
import type { AgentService } from '../agent-service.ts';
import {
  activities,
  agentSetting,
  answers,
  ended,
  hang,
  modelsWithTools,
  send,
  textOf,
  toolParts,
} from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';
import { call, contents, count, countName, stop, text } from './scripted-model.fixture.ts';

const set = agentSetting();
const busy: Failure = { code: 'provider-overloaded', message: 'Busy.' };
const slow = { firstDelayMs: 3_600_000, longestDelayMs: 3_600_000 };
const soon = { firstDelayMs: 1, longestDelayMs: 1 };

/** A model that says one script after the other, a request each; a failure breaks it off. */
function attempts(...scripts: (CompletionEvent | Failure)[][]) {
  const requests: CompletionRequest[] = [];
  const agent = set.start({
    models: modelsWithTools,
    async *complete(request) {
      requests.push(structuredClone(request));
      for (const step of scripts[requests.length - 1] ?? [text('done'), stop('end-turn')]) {
        if ('code' in step) throw new FailureError(step);
        yield step;
      }
    },
  });
  return { agent, requests, ask: () => send(agent) };
}

const waiting = (agent: AgentService) =>
  vi.waitFor(async () => expect((await agent.thread()).activity).toMatchObject({ type: 'retrying' }));
const partsOf = (answer: AnswerView | undefined) =>
  answer?.parts.map((part) => (part.type === 'text' ? part.text : part.type));

describe('a request that failed for a cause that may pass', () => {
  test('before anything was said is sent again, and the thread shows the answer alone', async () => {
    set.retryLimits = soon;
    const { agent, requests, ask } = attempts([busy], [{ type: 'started' }, busy]);
    const id = await ask();
    const [answer, ...others] = await ended(agent);
    expect(others).toEqual([]);
    expect(partsOf(answer)).toEqual(['done']);
    expect(answer?.end).toEqual({ type: 'stop', reason: 'end-turn' });
    expect(requests).toHaveLength(3);
    expect(requests[2]).toEqual(requests[0]);
    const failure = { ...busy, extensionId: 'good' };
    const retrying = { type: 'retrying', attempts: 5, failure, at: expect.any(Number) };
    expect(activities(set)).toEqual([{ ...retrying, attempt: 2 }, null, { ...retrying, attempt: 3 }, null]);
    expect((await agent.thread()).activity).toBeNull();
    expect(readFileSync(join(set.folder, 'threads', `${id}.jsonl`), 'utf8')).not.toContain('Busy');
  });

  test('in mid-stream keeps what was said as broken off, and never sends it', async () => {
    set.retryLimits = soon;
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => '2' };
    const { agent, requests, ask } = attempts(
      [{ type: 'thinking', value: { text: 'hm' } }, text('Half'), call('t', countName), busy],
      [text('Whole.'), call('t', countName), stop('tool-use')],
      [text('Agai'), busy],
    );
    const id = await ask();
    await vi.waitFor(async () => expect(toolParts((await answers(agent))[0]).at(-1)?.run?.state.type).toBe('waiting'));
    await agent.decideTool(id, 't_2', 'allow-once');
    const [answer] = await ended(agent);
    expect(partsOf(answer)).toEqual([
      'thinking',
      'Half',
      'tool-use',
      'broken-off',
      'Whole.',
      'tool-use',
      'step',
      'Agai',
      'broken-off',
      'done',
    ]);
    // The service gave both calls one id; what was said of the second is not shown at the first.
    expect(toolParts(answer).map(({ run }) => run?.state.type)).toEqual([undefined, 'done']);
    expect(answer?.parts[3]).toMatchObject({ failure: { message: 'Busy.' }, at: expect.any(Number) });
    const sent = [['go'], ['Whole.', `call t_2 ${countName} {}`], ['result t_2 2']];
    expect(requests.slice(1).map(({ messages }) => messages.map(contents))).toEqual([[['go']], sent, sent]);

    await agent.send(id, asPrompt('more'));
    await ended(agent, 2);
    expect(requests.at(-1)?.messages.map(contents)).toEqual([...sent, ['done'], ['more']]);
    await agent.close();
    expect(partsOf((await answers(set.start()))[0])).toEqual(partsOf(answer));
  });

  test('is not sent a sixth time; a step that succeeded counts anew', async () => {
    set.retryLimits = soon;
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => '2' };
    const again = Array.from({ length: 4 }, () => [busy]);
    const { agent, requests, ask } = attempts(...again, [call('t', countName), stop('tool-use')], ...again, [
      text('Nearly'),
      busy,
    ]);
    const id = await ask();
    await vi.waitFor(async () => expect(toolParts((await answers(agent))[0])[0]?.run?.state.type).toBe('waiting'));
    await agent.decideTool(id, 't', 'allow-once');
    const [answer] = await ended(agent);
    expect(requests).toHaveLength(10);
    expect(answer?.end).toMatchObject({ type: 'failed', failure: { ...busy, message: 'Busy. It was tried 5 times.' } });
    expect(partsOf(answer)).toEqual(['tool-use', 'step', 'Nearly']);
    expect((await agent.thread()).activity).toBeNull();
  });

  test('after the model’s own stop is not sent again: the answer is whole', async () => {
    const { agent, requests, ask } = attempts([text('All.'), stop('end-turn'), busy]);
    await ask();
    expect((await ended(agent))[0]).toMatchObject({ end: { type: 'stop', reason: 'end-turn' } });
    expect(requests).toHaveLength(1);
  });

  test('is sent at once when the person asks, and only while it waits', async () => {
    set.retryLimits = slow;
    const { agent, requests, ask } = attempts([text('Half'), busy]);
    const id = await ask();
    await waiting(agent);
    expect(partsOf((await answers(agent))[0])).toEqual(['Half']);
    await agent.retryNow('another thread');
    expect(requests).toHaveLength(1);
    await agent.retryNow(id);
    expect(partsOf((await ended(agent))[0])).toEqual(['Half', 'broken-off', 'done']);
    await agent.retryNow(id);
    expect(requests).toHaveLength(2);
  });

  test('is not sent again once the person stops, who keeps what was said and why it failed', async () => {
    set.retryLimits = slow;
    const { agent, requests, ask } = attempts([text('Half'), busy]);
    const id = await ask();
    await waiting(agent);
    await agent.stop(id);
    const [answer] = await answers(agent);
    const end = { type: 'stopped-by-person', failure: { ...busy, extensionId: 'good' } };
    expect(answer).toMatchObject({ parts: [{ type: 'text', text: 'Half' }], end });
    expect((await agent.thread()).activity).toBeNull();
    expect(activities(set).at(-1)).toBeNull();
    await agent.send(id, asPrompt('on'));
    await ended(agent, 2);
    expect(requests[1]?.messages.map(contents)).toEqual([['go'], ['Half'], ['on']]);
    await agent.close();
    expect((await answers(set.start()))[0]?.end).toEqual(end);
  });

  test('does not keep the app from closing', async () => {
    set.retryLimits = slow;
    const { agent, ask } = attempts([busy]);
    await ask();
    await waiting(agent);
    await agent.close();
    expect((await answers(agent))[0]?.end).toMatchObject({ type: 'failed', failure: { code: 'cancelled' } });
  });

  test('for any other cause ends the answer', async () => {
    const { agent, requests, ask } = attempts([{ code: 'provider-auth', message: 'The key was refused.' }]);
    await ask();
    expect((await ended(agent))[0]?.end).toMatchObject({ failure: { message: 'The key was refused.' } });
    expect(requests).toHaveLength(1);
    expect(activities(set)).toEqual([]);
  });
});

describe('an answer whose turn has not come', () => {
  test('with its service shows its place until it goes on', async () => {
    const queued = (position: number): CompletionEvent => ({ type: 'queued', value: { position } });
    const { agent, ask } = attempts([
      queued(2),
      queued(2),
      queued(1),
      { type: 'started' },
      text('Now.'),
      stop('end-turn'),
    ]);
    await ask();
    expect(textOf((await ended(agent))[0])).toBe('Now.');
    const since = expect.any(Number);
    expect(activities(set)).toEqual([
      { type: 'queued', position: 2, since },
      { type: 'queued', position: 1, since },
      null,
    ]);
  });

  test('with its provider waits for one that is over, in whatever way, and can be stopped', async () => {
    const agent = set.start({ complete: hang });
    const sendIn = async (workspace: string) => {
      set.workspace = workspace;
      return send(agent);
    };
    const told = async () => (await answers(agent))[0]?.parts.length;
    const activity = async () => (await agent.thread()).activity;
    const first = await sendIn('/1');
    for (const workspace of ['/2', '/3', '/4']) await sendIn(workspace);
    await vi.waitFor(async () => expect(await told()).toBe(1));
    const fifth = await sendIn('/5');
    await vi.waitFor(async () => expect(await activity()).toMatchObject({ type: 'queued', position: 1 }));
    await sendIn('/6');
    await vi.waitFor(async () => expect(await activity()).toMatchObject({ type: 'queued', position: 2 }));
    await agent.stop(fifth);
    await vi.waitFor(async () => expect(await activity()).toMatchObject({ type: 'queued', position: 1 }));
    expect(await told()).toBe(0);
    await agent.stop(first);
    await vi.waitFor(async () => expect(await told()).toBe(1));
    expect(await activity()).toBeNull();
    set.workspace = '/5';
    expect((await answers(agent))[0]).toMatchObject({ parts: [], end: { type: 'stopped-by-person' } });
    expect(await activity()).toBeNull();
  });
});
