import { describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { CompletionRequest } from '../../../../shared/contract/provider.ts';
import { say } from '../../../providers/memory-extension.fixture.ts';
import { agentSetting, decide, ended, send, statesToBe, textOf, tool, toolParts } from '../../agent-setting.fixture.ts';
import { call, contents, count, countName, scripted, stop, text } from '../scripted-model.fixture.ts';
import { maxCalls } from '../turn-loop.ts';

const set = agentSetting();

describe('a call of a tool', () => {
  test('waits for the person, runs, and the answer goes on with what it said', async () => {
    const ran: unknown[] = [];
    set.offers = {
      ...set.offers,
      tools: () => [count],
      runTool: async ({ id }, input) => {
        ran.push([id, input]);
        return '2 words';
      },
    };
    const { agent, requests, ask } = scripted(
      set,
      [
        { type: 'thinking', value: { text: 'hm' } },
        { type: 'thinking', value: { text: '', signature: 'signed' } },
        text('Let me count.'),
        { type: 'usage', value: { inputTokens: 10, outputTokens: 1 } },
        call('t', countName, '{"text":"a b"}'),
        stop('tool-use'),
      ],
      [text('Two.'), { type: 'usage', value: { inputTokens: 20, outputTokens: 2 } }, stop('end-turn')],
    );
    const id = await ask();
    await statesToBe(agent, 'waiting');
    expect(ran).toEqual([]);
    await agent.decideTool(id, 't', 'allow-once');
    const [answer, ...others] = await ended(agent);

    expect(others).toEqual([]);
    expect(ran).toEqual([['word-count', { text: 'a b' }]]);
    expect(answer?.end).toEqual({ type: 'stop', reason: 'end-turn' });
    expect(answer?.parts.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool-use', 'step', 'text']);
    expect(toolParts(answer)[0]?.run).toMatchObject({
      tool: { extensionName: 'Toolbox', id: 'word-count', isReadOnly: false },
      state: { type: 'done', output: '2 words', isError: false },
      startedAt: expect.any(Number),
    });
    expect(answer?.usage).toEqual({ inputTokens: 30, outputTokens: 3 });

    expect(requests[0]?.tools).toEqual([
      { name: countName, description: 'Does word-count.', inputSchema: '{"type":"object"}' },
    ]);
    const [prompt, said, results, ...more] = requests[1]?.messages ?? [];
    expect(more).toEqual([]);
    expect(prompt).toEqual(requests[0]?.messages[0]);
    expect([said?.role, results?.role]).toEqual(['assistant', 'user']);
    expect(said?.content[0]).toEqual({ type: 'thinking', value: { text: 'hm', signature: 'signed' } });
    expect(contents(said)).toEqual(['thinking', 'Let me count.', `call t ${countName} {"text":"a b"}`]);
    expect(contents(results)).toEqual(['result t 2 words']);
    expect(requests[1]?.tools).toHaveLength(1);
  });

  test('that the person does not allow is not run, and the model is told', async () => {
    const runTool = vi.fn(async () => 'never');
    set.offers = { ...set.offers, tools: () => [count], runTool };
    const { agent, requests, ask } = scripted(set, [call('t', countName), stop('tool-use')]);
    await ask();
    await decide(agent, 't', 'deny');
    const [answer] = await ended(agent);
    expect(runTool).not.toHaveBeenCalled();
    expect(toolParts(answer)[0]?.run?.state).toEqual({ type: 'denied' });
    expect(contents(requests[1]?.messages.at(-1))?.[0]).toMatch(/^error t The person did not allow/);
  });

  test('of nobody’s tool, or with arguments that are no object, fails by itself and the model is told', async () => {
    const runTool = vi.fn(async () => 'never');
    set.offers = { ...set.offers, tools: () => [count], runTool };
    const { agent, requests, ask } = scripted(set, [
      call('a', 'no_such'),
      call('b', countName, '[1]'),
      { type: 'tool-use-json-parse-error', value: { id: 'c', toolName: countName, rawInput: '{"x', error: 'bad' } },
      stop('tool-use'),
    ]);
    await ask();
    const [answer] = await ended(agent);
    expect(runTool).not.toHaveBeenCalled();
    expect(toolParts(answer).map(({ run }) => run?.state)).toEqual([
      { type: 'failed', reason: 'There is no tool of the name “no_such”.' },
      { type: 'failed', reason: 'The arguments are not a JSON object, so it was not run.' },
      { type: 'failed', reason: 'The arguments are not a JSON object, so it was not run.' },
    ]);
    expect(contents(requests[1]?.messages.at(-1))?.map((line) => line.slice(0, 7))).toEqual([
      'error a',
      'error b',
      'error c',
    ]);
    // No service takes arguments that are no object.
    expect(contents(requests[1]?.messages.at(-2))).toEqual([
      'call a no_such {}',
      `call b ${countName} {}`,
      `call c ${countName} {}`,
    ]);
    expect(textOf(answer)).toBe('done');
  });

  test('that fails or answers with nonsense is shown with its reason, and the model is told', async () => {
    set.offers = {
      ...set.offers,
      tools: () => [count],
      runTool: async (_tool, input) => {
        const { how } = input as { how: string };
        if (how === 'crash') throw new FailureError({ code: 'host-crashed', message: 'Toolbox stopped.' });
        return how === 'no' ? { text: 'I cannot.', isError: true } : { nonsense: 1 };
      },
    };
    const { agent, requests, ask } = scripted(set, [
      call('a', countName, '{"how":"crash"}'),
      call('b', countName, '{"how":"nonsense"}'),
      call('c', countName, '{"how":"no"}'),
      stop('tool-use'),
    ]);
    const id = await ask();
    await statesToBe(agent, 'waiting', 'waiting', 'waiting');
    // One answer for the thread is enough for all that wait.
    await agent.decideTool(id, 'a', 'allow-thread');
    const [answer] = await ended(agent);
    expect(toolParts(answer).map(({ run }) => run?.state)).toEqual([
      { type: 'failed', reason: 'Toolbox stopped.' },
      { type: 'failed', reason: 'Toolbox gave an output that is neither text nor { text, isError }.' },
      { type: 'done', output: 'I cannot.', isError: true },
    ]);
    expect(contents(requests[1]?.messages.at(-1))).toContain('error a Toolbox stopped.');
    expect(contents(requests[1]?.messages.at(-1))).toContain('error c I cannot.');
    expect(answer?.end).toEqual({ type: 'stop', reason: 'end-turn' });
  });

  test('may have details, which are kept with its call and not sent to a model', async () => {
    const circle: unknown[] = [];
    circle.push(circle);
    const given: Readonly<Record<string, unknown>> = {
      good: { rows: [1, 2] },
      none: null,
      circle,
      long: 'x'.repeat(65_536),
    };
    set.offers = {
      ...set.offers,
      tools: () => [count],
      runTool: async (_tool, input) => ({ text: 'counted', details: given[(input as { which: string }).which] }),
    };
    const calls = Object.keys(given).map((which) => call(which, countName, JSON.stringify({ which })));
    const { agent, requests, ask } = scripted(set, [...calls, stop('tool-use')]);
    const id = await ask();
    await statesToBe(agent, 'waiting', 'waiting', 'waiting', 'waiting');
    await agent.decideTool(id, 'good', 'allow-thread');
    const [answer] = await ended(agent);
    const refused = { type: 'failed', reason: 'Toolbox gave details that are no JSON of 64 KB at most.' };
    expect(toolParts(answer).map(({ run }) => run?.state)).toEqual([
      { type: 'done', output: 'counted', isError: false, details: '{"rows":[1,2]}' },
      { type: 'done', output: 'counted', isError: false },
      refused,
      refused,
    ]);
    expect(contents(requests[1]?.messages.at(-1))).toContain('result good counted');
    expect(JSON.stringify(requests)).not.toContain('rows');
  });

  test('runs beside so many others and no more; each has a result', async () => {
    const runTool = vi.fn(async () => 'ran');
    set.offers = { ...set.offers, tools: () => [count], runTool };
    const calls = Array.from({ length: 1000 }, (_, n) => call(`c${n}`, countName, `{"n":${n}}`));
    const { agent, requests, ask } = scripted(set, [...calls, stop('tool-use')]);
    const id = await ask();
    await vi.waitFor(async () => {
      await agent.decideTool(id, 'c0', 'allow-thread');
      expect(runTool).toHaveBeenCalledTimes(maxCalls);
    });
    await ended(agent);
    expect(runTool).toHaveBeenCalledTimes(maxCalls);
    const results = contents(requests[1]?.messages.at(-1)) ?? [];
    expect(results).toHaveLength(1000);
    expect(results.filter((one) => one === `result ${one.split(' ')[1]} ran`)).toHaveLength(maxCalls);
    expect(results.at(-1)).toMatch(/^error c999 It was not run: 64 calls may be made at once\./);
  });

  test('runs beside the others of its step', async () => {
    let running = 0;
    let release = () => {};
    const together = new Promise<void>((resolve) => {
      release = resolve;
    });
    set.offers = {
      ...set.offers,
      tools: () => [count, tool('fail')],
      runTool: async ({ id }) => {
        running += 1;
        if (running === 2) release();
        await together;
        return id;
      },
    };
    const { agent, ask } = scripted(set, [call('a', countName), call('b', 'toolbox__fail'), stop('tool-use')]);
    const id = await ask();
    await statesToBe(agent, 'waiting', 'waiting');
    await agent.decideTool(id, 'b', 'allow-once');
    await statesToBe(agent, 'waiting', 'running');
    await agent.decideTool(id, 'a', 'allow-once');
    const [answer] = await ended(agent);
    expect(toolParts(answer).map(({ run }) => run?.state)).toMatchObject([
      { output: 'word-count' },
      { output: 'fail' },
    ]);
  });

  test('has an output of 100 KB at most', async () => {
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => 'ü'.repeat(150_000) };
    const { agent, ask } = scripted(set, [call('t', countName), stop('tool-use')]);
    await ask();
    await decide(agent, 't', 'allow-once');
    const state = toolParts((await ended(agent))[0])[0]?.run?.state;
    const output = state?.type === 'done' ? state.output : '';
    expect(output).toMatch(/^ü{51200}\n\n\[The output was cut here: .*100 KB of 293 KB\.\]$/);
  });

  test('of a model that takes no tools is not run: none are offered to it', async () => {
    set.offers = { ...set.offers, tools: () => [count] };
    const requests: CompletionRequest[] = [];
    const agent = set.start({
      complete: (request) => {
        requests.push(request);
        return say(call('t', countName), stop('tool-use'));
      },
    });
    await send(agent);
    const [answer] = await ended(agent);
    expect(requests.map(({ tools }) => tools)).toEqual([[]]);
    expect(toolParts(answer)[0]?.run?.state.type).toBe('failed');
    expect(answer?.end).toEqual({ type: 'stop', reason: 'tool-use' });
  });

  test('in an answer that was cut short is not run', async () => {
    set.offers = { ...set.offers, tools: () => [count] };
    const { agent, ask } = scripted(set, [call('t', countName), stop('max-tokens')]);
    await ask();
    const [answer] = await ended(agent);
    expect(toolParts(answer)[0]?.run).toBeUndefined();
    expect(answer?.end).toEqual({ type: 'stop', reason: 'max-tokens' });
  });
});
