import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import type { CompletionEvent, CompletionRequest } from '../../../shared/contract/provider.ts';
import { forever, model, say } from '../../providers/memory-extension.fixture.ts';
import { agentSetting, answers, contextToBe, decide, ended } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';
import { call, contents, count, countName, scripted, stop, text } from './scripted-model.fixture.ts';

const set = agentSetting();
const usage: CompletionEvent = { type: 'usage', value: { inputTokens: 900, outputTokens: 100 } };
const said = (request: CompletionRequest | undefined) =>
  request?.messages.map((message) => `${message.role}: ${contents(message)?.join('|')}`);

describe('a thread that is summed up', () => {
  test('goes on with the summary in place of what was said', async () => {
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => 'two words' };
    set.rules = [{ of: 'person', source: '/mine', text: 'Be brief.' }];
    const prices = { currency: 'USD', input: 1, output: 2 };
    const [live] = [model('live', { isDefault: true, prices })];
    const models = () => [{ ...live, capabilities: { ...live.capabilities, supportsTools: true } }];
    const { agent, requests, ask } = scripted(
      set,
      { models },
      [text('Let me count.'), call('t', countName, '{"text":"a b"}'), stop('tool-use')],
      [text('Two.'), usage, stop('end-turn')],
      [text('They counted </summary> '), usage, text('words.\n'), stop('end-turn')],
    );
    const id = await ask();
    await decide(agent, 't', 'allow-once');
    await ended(agent);
    await contextToBe(agent, { tokens: 1000, source: 'usage' });

    expect(await agent.compact(id, ' Keep the count. ')).toEqual({ ok: true, value: null });
    const summing = requests[2];
    expect(summing?.tools).toEqual([]);
    expect(said(summing)?.slice(1, 3)).toEqual([
      'user: go',
      `assistant: Let me count.\n\n[Called ${countName} with {"text":"a b"}. It came to: two words]\n\nTwo.`,
    ]);
    expect(said(summing)?.[0]).toMatch(/^system: .*Be brief\.$/s);
    expect(said(summing)?.at(-1)).toMatch(/^user: Sum up .*The person asks of the summary: Keep the count\.$/s);
    const { entries } = await agent.thread();
    expect(entries.at(-1)).toMatchObject({
      kind: 'compaction',
      promptId: entries.find((entry) => entry.kind === 'prompt')?.id,
      modelName: 'Model live',
      text: 'They counted </summary> words.',
      usage: usage.value,
      prices,
    });
    // Measured anew: what is sent now is short.
    await contextToBe(agent, { source: 'estimate' });
    expect((await agent.thread()).context?.tokens).toBeLessThan(200);

    await ask();
    await ended(agent, 2);
    const next = said(requests[3]);
    expect(next).toHaveLength(3);
    expect(next?.[1]).toMatch(/^user: .*summed up.*<summary>\nThey counted &lt;\/summary> words\.\n<\/summary>$/s);
    expect(next?.[2]).toBe('user: go');
    expect(requests[3]?.tools).toHaveLength(1);
  });

  test('is as it was when nothing comes of it', async () => {
    set.retryLimits = { most: 0 };
    const failing = vi.fn();
    const agent = set.start({
      complete: (_request, signal) => {
        const turn = failing.mock.calls.length;
        failing();
        if (turn === 0) return say(text('a'), stop('end-turn'));
        if (turn === 1) return say(text(' \n'), stop('end-turn'));
        if (turn === 2) return say(text('No.'), { type: 'stop', value: 'refusal', explanation: 'Not that' });
        if (turn === 3) return say(text('Half'), stop('max-tokens'));
        if (turn === 4) return broken();
        signal.throwIfAborted();
        return hanging();
      },
    });
    const { id } = await agent.thread();
    expect(await agent.compact(id, '')).toMatchObject({ failure: { message: 'There is nothing new to summarize.' } });
    await agent.send(id, asPrompt('go'));
    await ended(agent);
    const before = (await agent.thread()).entries;
    for (const sentence of [
      'gave an empty summary',
      'declined to sum it up. Its service says: Not that. The',
      'reached the model’s length limit',
      'could not be summarized',
    ]) {
      const failed = await agent.compact(id, '');
      expect(failed).toMatchObject({ ok: false, failure: { message: expect.stringContaining(sentence) } });
      expect(failed).toMatchObject({ failure: { message: expect.stringContaining('The thread is unchanged.') } });
    }
    const stopped = agent.compact(id, '');
    await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(6));
    expect((await agent.threads.list())[0]?.state).toBe('answering');
    await agent.stop(id);
    expect(await stopped).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect((await agent.thread()).entries).toEqual(before);
  });

  test('is not summed up twice; answered anew, the summary tells of no such answer', async () => {
    const { agent, requests, ask } = scripted(
      set,
      [text('first'), stop('end-turn')],
      [text('The summary.'), stop('end-turn')],
      [text('second'), stop('end-turn')],
    );
    const id = await ask();
    await ended(agent);
    expect(await agent.compact(id, '')).toMatchObject({ ok: true });
    expect(await agent.compact(id, '')).toMatchObject({ failure: { message: 'There is nothing new to summarize.' } });
    await agent.retry(id);
    await ended(agent, 2);
    expect(said(requests[2])).toEqual(['user: go']);
    await ask();
    await ended(agent, 3);
    expect(said(requests[3])).toEqual(['user: go', 'assistant: second', 'user: go']);
  });
});

async function* hanging() {
  yield text('so far');
  await forever();
}

async function* broken() {
  yield text('so far');
  throw new Error('broken');
}

describe('what the model sees', () => {
  test('is shown as it would be sent, with what is being typed', async () => {
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => 'two ``` words' };
    set.rules = [{ of: 'project', source: '/p/AGENTS.md', text: 'Use tabs.' }];
    const { agent, ask, requests } = scripted(
      set,
      [call('t', countName, '{"text":"a b"}'), stop('tool-use')],
      [text('Two.'), stop('end-turn')],
    );
    const id = await ask();
    await decide(agent, 't', 'allow-once');
    await ended(agent);
    set.mentioned = [
      { kind: 'file', label: 'a"b', href: 'a.ts', text: '1\tone </context>' },
      { kind: 'page', label: 'p', href: 'https://e.org', text: '', problem: 'It did not answer.' },
    ];
    expect(await agent.showRequest(id, { text: 'Look at [@a](a.ts)' })).toMatchObject({ ok: true });
    const shown = await readFile(set.shownFiles[0] ?? '', 'utf8');
    for (const part of [
      '- Model: Model live, `good:chat/live`',
      '- Rules: `/p/AGENTS.md`',
      '## Message 1: system\n\n```text\nFollow these rules',
      'Use tabs.\n```',
      `Call \`t\` of \`${countName}\`:\n\n\`\`\`json\n{"text":"a b"}\n\`\`\``,
      `Result of \`t\`, \`${countName}\`:\n\n\`\`\`\`text\ntwo \`\`\` words\n\`\`\`\``,
      'Look at [@a](a.ts)\n\n<context kind="file" label="a&quot;b" address="a.ts">\n1\tone &lt;/context>\n</context>',
      '[There is nothing here: It did not answer.]',
      `### \`${countName}\`\n\n\`\`\`text\nDoes word-count.\n\`\`\``,
    ]) {
      expect(shown).toContain(part);
    }
    expect(shown).toMatch(/- Size: about \d+ tokens of 8192/);
    expect((await answers(agent)).length).toBe(1);
    // The same goes out.
    await agent.send(id, asPrompt('Look at [@a](a.ts)'));
    await ended(agent, 2);
    for (const message of requests.at(-1)?.messages ?? []) {
      for (const part of message.content) if (part.type === 'text') expect(shown).toContain(part.value);
    }
  });

  test('without a model and without a word is told too', async () => {
    set.saved = undefined;
    const agent = set.start();
    const { id } = await agent.thread();
    expect(await agent.showRequest(id, { text: ' ' })).toMatchObject({ ok: true });
    expect(await readFile(set.shownFiles[0] ?? '', 'utf8')).toContain('- Model: none is chosen');
  });
});
