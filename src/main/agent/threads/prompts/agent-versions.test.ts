import { describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { CompletionEvent, CompletionRequest } from '../../../../shared/contract/provider.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { say } from '../../../providers/memory-extension.fixture.ts';
import type { AgentService } from '../../agent-service.ts';
import {
  agentSetting,
  contextToBe,
  ended,
  hang,
  modelsWithImages,
  sendAndHang,
  textOf,
} from '../../agent-setting.fixture.ts';
import { asPrompt } from '../../as-prompt.fixture.ts';
import { contents, scripted, stop, text } from '../../turns/scripted-model.fixture.ts';

const set = agentSetting();
const done = { ok: true, value: null };
const image = { mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 2 };

const view = async (agent: AgentService) => foldThread((await agent.thread()).entries);
const shown = async (agent: AgentService) => (await view(agent)).turns.map((turn) => turn.text);

/** A model that numbers its answers. */
function numbering(end: CompletionEvent = stop('end-turn')) {
  const requests: CompletionRequest[] = [];
  const agent = set.start({
    models: modelsWithImages,
    complete(request) {
      requests.push(structuredClone(request));
      return say(text(`answer ${requests.length}`), end);
    },
  });
  return { agent, requests, last: () => requests.at(-1)?.messages.map((message) => contents(message)?.join(' ')) };
}

/** Sends these, each after the answer to the one before. */
async function said(agent: AgentService, ...prompts: string[]): Promise<string> {
  const { id } = await agent.thread();
  for (const prompt of prompts) {
    expect(await agent.send(id, asPrompt(prompt))).toEqual(done);
    await answered(agent);
  }
  return id;
}
/** Nothing goes on any more. */
const answered = (agent: AgentService) =>
  vi.waitFor(async () => {
    expect((await agent.threads.list()).map(({ state }) => state)).toEqual(['idle']);
    expect((await view(agent)).turns.at(-1)?.answers.at(-1)?.end).toBeDefined();
  });
const idOf = async (agent: AgentService, prompt: string) => {
  const { turns, branches } = await view(agent);
  return [...turns, ...branches].find((turn) => turn.text === prompt)?.promptId ?? '';
};

describe('an earlier prompt', () => {
  test('that is shown in another version takes of the context what that one did', async () => {
    const used = (inputTokens: number): CompletionEvent => ({ type: 'usage', value: { inputTokens, outputTokens: 0 } });
    const { agent } = scripted(set, [used(100), text('a'), stop('end-turn')], [used(900), text('b'), stop('end-turn')]);
    const id = await said(agent, 'one');
    const one = await idOf(agent, 'one');
    expect(await agent.send(id, asPrompt('eins', [], one))).toEqual(done);
    await answered(agent);
    await contextToBe(agent, { tokens: 900, source: 'usage' });
    expect(await agent.showBranch(id, one)).toEqual(done);
    await contextToBe(agent, { tokens: 100, source: 'usage' });
  });

  test('is sent again in other words; the old ones stay reachable, over a restart too', async () => {
    const { agent, last } = numbering();
    const id = await said(agent, 'one', 'two', 'three');
    const two = await idOf(agent, 'two');
    expect(await agent.send(id, asPrompt('zwei', [image], two))).toEqual(done);
    await answered(agent);
    expect(await shown(agent)).toEqual(['one', 'zwei']);
    expect(last()).toEqual(['one', 'answer 1', 'image zwei']);
    await said(agent, 'drei');
    expect(last()).toEqual(['one', 'answer 1', 'image zwei', 'answer 4', 'drei']);

    expect(await agent.showBranch(id, two)).toEqual(done);
    expect(await shown(agent)).toEqual(['one', 'two', 'three']);
    await agent.close();
    const next = numbering();
    expect(await shown(next.agent)).toEqual(['one', 'two', 'three']);
    await said(next.agent, 'four');
    expect(next.last()).toEqual(['one', 'answer 1', 'two', 'answer 2', 'three', 'answer 3', 'four']);
    expect(await next.agent.showBranch(id, await idOf(next.agent, 'zwei'))).toEqual(done);
    expect(await shown(next.agent)).toEqual(['one', 'zwei', 'drei']);
  });

  test('is answered anew with the same words, images and mentions as another version', async () => {
    set.mentioned = [{ kind: 'file', label: 'a', href: 'file:///a', text: 'old A' }];
    const { agent } = numbering();
    const { id } = await agent.thread();
    await agent.send(id, asPrompt('one', [image]));
    await answered(agent);
    await said(agent, 'two');
    set.mentioned = [{ kind: 'file', label: 'a', href: 'file:///a', text: 'new A' }];
    const one = await idOf(agent, 'one');
    expect(await agent.regenerate(id, one)).toEqual(done);
    await answered(agent);
    const { turns, branches } = await view(agent);
    expect(turns).toMatchObject([{ text: 'one', images: [image], context: [{ text: 'old A' }] }]);
    expect(turns[0]?.versions).toEqual([one, turns[0]?.promptId]);
    expect(branches.map((turn) => turn.text)).toEqual(['one', 'two']);
    expect(textOf(turns[0]?.answers[0])).toBe('answer 3');
  });

  test('that is the last is answered once more in its place, also the last of what is shown', async () => {
    const { agent } = numbering();
    const id = await said(agent, 'one', 'two');
    expect(await agent.regenerate(id, await idOf(agent, 'two'))).toEqual(done);
    await answered(agent);
    expect((await view(agent)).turns[1]?.answers.map(textOf)).toEqual(['answer 2', 'answer 3']);
    await agent.send(id, asPrompt('eins', [], await idOf(agent, 'one')));
    await answered(agent);
    expect(await agent.retry(id)).toEqual(done);
    await answered(agent);
    const { turns } = await view(agent);
    expect(turns.map((turn) => turn.answers.map(textOf))).toEqual([['answer 4', 'answer 5']]);
  });

  test('that is not there, or while an answer is written, is refused and nothing changes', async () => {
    const agent = set.start({ complete: hang });
    const id = await sendAndHang(agent);
    const go = await idOf(agent, 'go');
    const { entries } = await agent.thread();
    for (const refused of [
      agent.send(id, asPrompt('x', [], go)),
      agent.regenerate(id, go),
      agent.showBranch(id, go),
      agent.continueAnswer(id),
    ]) {
      expect(await refused).toMatchObject({ ok: false, failure: { code: 'answer-running' } });
    }
    await agent.stop(id);
    for (const refused of [
      agent.send(id, asPrompt('x', [], 'gone')),
      agent.regenerate(id, 'gone'),
      agent.showBranch(id, 'gone'),
    ]) {
      expect(await refused).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
    }
    expect((await agent.thread()).entries.slice(0, entries.length)).toEqual(entries);
    expect(await shown(agent)).toEqual(['go']);
    expect((await view(agent)).branches).toEqual([]);
  });
});

describe('going on', () => {
  test('with an answer that was cut short sends a prompt that says so', async () => {
    const { agent, last } = numbering(stop('max-tokens'));
    const id = await said(agent, 'one');
    expect(await agent.continueAnswer(id)).toEqual(done);
    await answered(agent);
    expect(last()).toEqual(['one', 'answer 1', 'Go on.']);
  });

  test('is possible after Stop and after a failure', async () => {
    let requests = 0;
    const agent = set.start({
      async *complete() {
        requests += 1;
        if (requests === 1) yield* hang();
        yield text('so far');
        if (requests === 2) throw new FailureError({ code: 'provider-auth', message: 'No.' });
        yield stop('end-turn');
      },
    });
    const id = await sendAndHang(agent);
    await agent.stop(id);
    expect(await agent.continueAnswer(id)).toEqual(done);
    await ended(agent, 2);
    await answered(agent);
    expect(await agent.continueAnswer(id)).toEqual(done);
    await ended(agent, 3);
    await answered(agent);
    expect(await agent.continueAnswer(id)).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
    expect(await shown(agent)).toEqual(['go', 'Go on.', 'Go on.']);
  });
});
