import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { forever } from '../../../providers/memory-extension.fixture.ts';
import {
  agentSetting,
  answers,
  decide,
  ended,
  modelsWithTools,
  statesToBe,
  textOf,
  tool,
  toolParts,
} from '../../agent-setting.fixture.ts';
import { call, contents, count, countName, scripted, stop, text } from '../scripted-model.fixture.ts';
import { maxSteps } from '../turn-loop.ts';

const set = agentSetting();

describe('what was allowed for the thread', () => {
  test('is not asked again, but for another tool and in another thread it is', async () => {
    set.offers = { ...set.offers, tools: () => [count, tool('fail')], runTool: async () => 'ok' };
    const step = [call('t', countName), stop('tool-use')];
    const over = [text('over'), stop('end-turn')];
    const { agent, requests, ask } = scripted(
      set,
      step,
      over,
      step,
      over,
      [call('t', 'toolbox__fail'), stop('tool-use')],
      over,
      step,
      over,
    );
    await ask();
    await decide(agent, 't', 'allow-thread');
    await ended(agent);

    await ask();
    const [, second] = await ended(agent, 2);
    // A service that counts its calls from one again still gets an id of its own for each.
    expect(toolParts(second)[0]).toMatchObject({ toolUse: { id: 't_2' }, run: { state: { type: 'done' } } });
    // The second prompt goes with the calls of the first, each with its result.
    expect(requests[2]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    expect(requests[2]?.messages.slice(1, 3).map(contents)).toEqual([[`call t ${countName} {}`], ['result t ok']]);

    await ask();
    await decide(agent, 't_3', 'deny');
    await ended(agent, 3);
    set.workspace = '/elsewhere';
    await ask();
    await statesToBe(agent, 'waiting');
  });
});

describe('an answer with tools', () => {
  test.each(['waiting', 'running'])(
    'stopped while one is %s keeps everything, and the next prompt goes on from there',
    async (state) => {
      set.offers = { ...set.offers, tools: () => [count], runTool: forever };
      const { agent, requests, ask } = scripted(set, [text('Let me see.'), call('t', countName), stop('tool-use')]);
      const id = await ask();
      await statesToBe(agent, 'waiting');
      if (state === 'running') await agent.decideTool(id, 't', 'allow-once');
      await statesToBe(agent, state);
      await agent.stop(id);
      const [answer] = await answers(agent);
      expect(answer?.end).toEqual({ type: 'stopped-by-person' });
      expect(textOf(answer)).toBe('Let me see.');
      expect(toolParts(answer)[0]?.run?.state).toEqual({ type: 'failed', reason: 'It was stopped.' });
      expect(answer?.parts.at(-1)?.type).toBe('tool-use');
      await ask();
      await ended(agent, 2);
      expect(requests[1]?.messages.slice(1, 3).map(contents)).toEqual([
        ['Let me see.', `call t ${countName} {}`],
        ['error t It was stopped.'],
      ]);
    },
  );

  test('gives back what the model thought, signed, hidden or with details, as it came', async () => {
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => '2' };
    const toolUse = { id: 't', name: countName, input: '{}', thoughtSignature: 'call-sig', isInputComplete: true };
    const { agent, requests, ask } = scripted(
      set,
      [
        { type: 'started' },
        { type: 'reasoning-details', value: '[1' },
        { type: 'thinking', value: { text: 'one ' } },
        { type: 'thinking', value: { text: 'thought' } },
        { type: 'started' },
        { type: 'thinking', value: { text: '', signature: 'sig-1' } },
        { type: 'redacted-thinking', value: 'hidden' },
        { type: 'thinking', value: { text: 'two', signature: 'sig-2' } },
        text('Let me count.'),
        { type: 'tool-use', value: toolUse },
        { type: 'reasoning-details', value: '[1,2]' },
        stop('tool-use'),
      ],
      [call('u', countName), stop('tool-use')],
    );
    await ask();
    await decide(agent, 't', 'allow-thread');
    await ended(agent);
    const [, said] = requests[1]?.messages ?? [];
    expect(said).toMatchObject({ role: 'assistant', reasoningDetails: '[1,2]' });
    expect(said?.content).toEqual([
      { type: 'thinking', value: { text: 'one thought', signature: 'sig-1' } },
      { type: 'redacted-thinking', value: 'hidden' },
      { type: 'thinking', value: { text: 'two', signature: 'sig-2' } },
      { type: 'text', value: 'Let me count.' },
      { type: 'tool-use', value: toolUse },
    ]);
    // The step after it keeps that, and has none of its own.
    expect(requests[2]?.messages[1]).toEqual(said);
    expect(requests[2]?.messages[3]).not.toHaveProperty('reasoningDetails');
  });

  test('tells the tool that it is stopped', async () => {
    let told: AbortSignal | undefined;
    set.offers = {
      ...set.offers,
      tools: () => [count],
      runTool: (_tool, _input, signal) => {
        told = signal;
        return forever();
      },
    };
    const { agent, ask } = scripted(set, [call('t', countName), stop('tool-use')]);
    const id = await ask();
    await decide(agent, 't', 'allow-once');
    await statesToBe(agent, 'running');
    expect(told?.aborted).toBe(false);
    await agent.stop(id);
    expect(told?.aborted).toBe(true);
  });

  test(`ends after ${maxSteps} steps`, async () => {
    let runs = 0;
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => `run ${++runs}` };
    const endless = Array.from({ length: maxSteps + 5 }, (_, n) => [
      call('t', countName, `{"n":${n}}`),
      stop('tool-use'),
    ]);
    const { agent, requests, ask } = scripted(set, ...endless);
    await ask();
    await decide(agent, 't', 'allow-thread');
    const [answer] = await ended(agent);
    expect(answer?.end).toEqual({ type: 'step-limit', steps: maxSteps });
    expect(requests).toHaveLength(maxSteps);
    expect(runs).toBe(maxSteps - 1);
    expect(toolParts(answer).at(-1)?.run?.state).toMatchObject({ type: 'failed' });
  });

  test('that the app’s end cut short says so after a restart, also when the app was killed', async () => {
    set.offers = { ...set.offers, tools: () => [count], runTool: forever };
    const { agent, ask } = scripted(set, [call('t', countName), call('u', countName), stop('tool-use')]);
    const id = await ask();
    await statesToBe(agent, 'waiting', 'waiting');
    await agent.decideTool(id, 't', 'allow-once');
    await statesToBe(agent, 'running', 'waiting');
    const path = join(set.folder, 'threads', `${id}.jsonl`);
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain('"running"'));
    const killed = readFileSync(path, 'utf8');
    await agent.close();
    const reasons = async () =>
      toolParts((await answers(set.start({ models: modelsWithTools })))[0]).map(({ run }) => run?.state);
    const gone = { type: 'failed', reason: 'It was ended with the app.' };
    expect(await reasons()).toEqual([gone, gone]);
    writeFileSync(path, killed);
    expect(await reasons()).toEqual([gone, gone]);
    expect(set.notices).toEqual([]);
  });
});
