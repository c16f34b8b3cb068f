import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CompletionRequest, MessageContent } from '../../../../src/shared/contract/provider.ts';
import { activated, answer, ask, outcome, textOf } from '../../extension-harness.ts';
import * as extension from '../main.js';

const tools = ['workspace_tools__read_file', 'mine__read_file', 'workspace_tools__edit_file'].map((name) => ({
  name,
  description: '',
  inputSchema: '{}',
}));
const script = (steps: unknown) => `Edit a file\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\`\nand be quick`;

/** Plays a prompt to its end, as the turn loop does: each step with the results of its calls. */
async function play(prompt: string, most = 10) {
  const { provider } = await activated(extension);
  const request: CompletionRequest = ask(prompt, { tools });
  const steps: Awaited<ReturnType<typeof outcome>>[] = [];
  while (steps.length < most) {
    const step = await outcome(answer(provider, 'sample', request));
    steps.push(step);
    const uses = usesOf(step).filter(({ isInputComplete }) => isInputComplete);
    if (step.thrown || uses.length === 0) break;
    const results = uses.map(({ id, name }): MessageContent => {
      const content = { type: 'text' as const, value: `result of ${id}` };
      return { type: 'tool-result', value: { toolUseId: id, toolName: name, isError: false, content } };
    });
    request.messages.push(
      { role: 'assistant', content: uses.map((value) => ({ type: 'tool-use', value })), cache: false },
      { role: 'user', content: results, cache: false },
    );
  }
  return steps;
}

const usesOf = ({ events }: { events: Awaited<ReturnType<typeof outcome>>['events'] }) =>
  events.flatMap((event) => (event.type === 'tool-use' ? [event.value] : []));
const callsOf = (step: Parameters<typeof usesOf>[0]) =>
  usesOf(step)
    .filter(({ isInputComplete }) => isInputComplete)
    .map(({ id, name, input }) => `${id} ${name} ${input}`);

afterEach(() => {
  vi.useRealTimers();
});

describe('a script in a prompt', () => {
  it('is played step by step, the calls of a step together', async () => {
    const steps = await play(
      script([
        {
          thinking: 'Hm.',
          text: 'Let me look.',
          calls: [{ tool: 'read-file', input: { path: 'a' } }, { tool: 'none' }],
        },
        { calls: [{ tool: 'edit-file', input: '{"broken' }], usage: { inputTokens: 7 } },
        { text: 'That is all.' },
      ]),
    );
    expect(steps.map(callsOf)).toEqual([
      ['call-1 mine__read_file {"path":"a"}', 'call-2 none {}'],
      ['call-3 workspace_tools__edit_file {"broken'],
      [],
    ]);
    expect(steps.map(({ events }) => textOf(events))).toEqual(['Let me look.', '', 'That is all.']);
    expect(steps.map(({ events }) => events.at(-1))).toEqual([
      { type: 'stop', value: 'tool-use' },
      { type: 'stop', value: 'tool-use' },
      { type: 'stop', value: 'end-turn' },
    ]);
    expect(steps[0]?.events).toContainEqual({ type: 'thinking', value: { text: 'Hm.' } });
    expect(steps[1]?.events).toContainEqual({ type: 'usage', value: { inputTokens: 7, outputTokens: 0 } });
  });

  it('says what the tools answered when its steps are used up', async () => {
    const steps = await play(script([{ calls: [{ tool: 'edit-file' }] }]));
    expect(steps.map(({ events }) => textOf(events))).toEqual(['', 'The tool answered: result of call-1']);
  });

  it('repeats a step, fails where it is told to, and stops as it is told to', async () => {
    const call = { calls: [{ tool: 'edit-file', input: { n: 1 } }] };
    expect(await play(script([{ ...call, repeat: 3 }, { text: 'Enough.' }]))).toHaveLength(4);

    const [, failed] = await play(
      script([call, { text: 'Half', error: 'provider-rate-limited', retryAfterSeconds: 2 }]),
    );
    expect(textOf(failed?.events ?? [])).toBe('Half');
    expect(failed?.thrown).toMatchObject({ code: 'provider-rate-limited', data: { retryAfterSeconds: 2 } });

    const [cut] = await play(script([{ text: 'A long', stop: 'max-tokens' }]));
    expect(cut?.events.at(-1)).toEqual({ type: 'stop', value: 'max-tokens' });
  });

  it('lets arguments grow slowly, after a while', async () => {
    vi.useFakeTimers();
    const input = { text: 'x'.repeat(50) };
    const { provider } = await activated(extension);
    const request = ask(script([{ delayMs: 500, growMs: 100, calls: [{ tool: 'edit-file', input }] }]), { tools });
    const sizes: number[] = [];
    const whole = (async () => {
      for await (const event of answer(provider, 'sample', request)) {
        if (event.type === 'tool-use') sizes.push(event.value.input.length);
      }
    })();
    await vi.advanceTimersByTimeAsync(590);
    expect(sizes).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    expect(sizes).toEqual([0]);
    await vi.advanceTimersByTimeAsync(300);
    expect(sizes).toEqual([0, 12, 24, 36]);
    await vi.advanceTimersByTimeAsync(1000);
    await whole;
    expect(sizes.at(-1)).toBe(JSON.stringify(input).length);
  });

  it.each([
    ['{', /^The script cannot be played: .*JSON/],
    ['{}', /^The script cannot be played: it is not a list of steps\.$/],
    ['[3]', /step 1 is not an object/],
    ['[{}, {"txet":"x"}]', /step 2 has "txet": "x"/],
    ['[{"repeat":"x"}]', /step 1 has "repeat": "x"/],
  ])('says what is wrong with it: %s', async (text, said) => {
    const [step] = await play(`\`\`\`script\n${text}\n\`\`\``);
    expect(textOf(step?.events ?? [])).toMatch(said);
    expect(step?.events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });
});

describe('what the app asks for itself', () => {
  it('is a title out of the first words', async () => {
    const title = (request: string) =>
      `Name this thread. Answer with the title alone.\n\n<request>\n${request}\n</request>\n\n<answer>\nHi\n</answer>`;
    const [step] = await play(title(`Mend the “parser”, please:\n${script([])} of the old lexer`));
    expect(textOf(step?.events ?? [])).toBe('Mend the parser please Edit a');
    expect(textOf((await play(title('?!')))[0]?.events ?? [])).toBe('A thread');
  });

  it.each([
    ['', null],
    ['\n\nThe person asks of the summary: an error', 'provider-overloaded'],
  ])('is a summary of what was asked: %j', async (wish, code) => {
    const { provider } = await activated(extension);
    const request = ask('Mend the parser\nand more');
    request.messages.push({ role: 'assistant', content: [{ type: 'text', value: 'Hello' }], cache: false });
    const asked = `Sum up the thread so far. Tell where an error in a tool was.${wish}`;
    request.messages.push(...ask('Greet me').messages, ...ask(asked).messages);
    const { events, thrown } = await outcome(answer(provider, 'sample', request));
    expect(thrown?.code ?? null).toBe(code);
    expect(textOf(events)).toBe(code ? '' : 'A summary: the person asked for\n- Mend the parser\n- Greet me');
  });
});
