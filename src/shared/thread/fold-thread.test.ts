import { describe, expect, test } from 'vitest';
import type { ThreadEntry } from '../contract/thread.ts';
import type { ToolEffect, ToolRunState } from '../contract/tool.ts';
import { expectToGrowWithLength } from '../testing/growth.ts';
import { threadTime } from '../testing/thread-time.ts';
import { appendEntries, appendEntry, emptyThread, foldThread } from './fold-thread.ts';
import { shellOutput } from './shell-runs.ts';
import {
  ended,
  prompt,
  reply,
  retry,
  run,
  shell,
  shellDone,
  shellSaid,
  started,
  text,
  thinking,
  tool,
  version,
} from './thread-entries.fixture.ts';

describe('foldThread', () => {
  test('adjacent pieces of one type become one part, in the order they came', () => {
    const view = foldThread([
      prompt('p'),
      started('a', 'p'),
      thinking('a', 'Let me '),
      thinking('a', 'see.'),
      text('a', 'Hello, '),
      text('a', 'world!'),
      thinking('a', 'More.'),
      { kind: 'answer-usage', answerId: 'a', usage: { inputTokens: 3, outputTokens: 4 } },
      ended('a'),
    ]);
    expect(view).toEqual({
      ...emptyThread,
      turns: [
        {
          promptId: 'p',
          text: 'prompt p',
          at: 1,
          parentId: null,
          versions: ['p'],
          answers: [
            {
              id: 'a',
              promptId: 'p',
              model: 'sample:models/one',
              modelName: 'One',
              startedAt: 2,
              parts: [
                { type: 'thinking', text: 'Let me see.' },
                { type: 'text', text: 'Hello, world!' },
                { type: 'thinking', text: 'More.' },
              ],
              usage: { inputTokens: 3, outputTokens: 4 },
              end: { type: 'stop', reason: 'end-turn' },
              endedAt: 9,
            },
          ],
        },
      ],
    });
  });

  test('a tool use that grows is one part, also when text came in between', () => {
    const view = foldThread([
      prompt('p'),
      started('a', 'p'),
      tool('a', 't1', '{'),
      text('a', 'x'),
      tool('a', 't1', '{"path":1}', true),
      tool('a', 't2', '{}', true),
    ]);
    expect(view.turns[0]?.answers[0]?.parts).toEqual([
      { type: 'tool-use', toolUse: { id: 't1', name: 'read_file', input: '{"path":1}', isInputComplete: true } },
      { type: 'text', text: 'x' },
      { type: 'tool-use', toolUse: { id: 't2', name: 'read_file', input: '{}', isInputComplete: true } },
    ]);
  });

  test('a call keeps its last state and when it began to run; text of the next step is a part of its own', () => {
    const view = foldThread([
      prompt('p'),
      started('a', 'p'),
      text('a', 'Look: '),
      tool('a', 't', '{}', true),
      run('a', 't', 10, { type: 'waiting' }),
      run('a', 't', 20, { type: 'running' }),
      run('a', 't', 30, { type: 'done', output: 'yes', isError: false }),
      run('a', 'nobody', 30, { type: 'denied' }),
      text('a', 'after it'),
      { kind: 'answer-step', answerId: 'a' },
      text('a', 'next'),
    ]);
    expect(view.turns[0]?.answers[0]?.parts).toMatchObject([
      { type: 'text', text: 'Look: ' },
      {
        type: 'tool-use',
        run: { state: { type: 'done', output: 'yes' }, at: 30, startedAt: 20, tool: { id: 'read-file' } },
      },
      { type: 'text', text: 'after it' },
      { type: 'step' },
      { type: 'text', text: 'next' },
    ]);
  });

  test('a call that waits or runs when its answer ends has failed; others stay as they are', () => {
    const view = foldThread([
      prompt('p'),
      started('a', 'p'),
      ...['1', '2', '3', '4'].map((id) => tool('a', id, '{}', true)),
      run('a', '1', 10, { type: 'waiting' }),
      run('a', '2', 10, { type: 'running' }),
      run('a', '3', 10, { type: 'denied' }),
      ended('a'),
    ]);
    const gone = { type: 'failed', reason: 'It was ended with the app.' };
    const states = view.turns[0]?.answers[0]?.parts.map((part) => part.type === 'tool-use' && part.run?.state);
    expect(states).toEqual([gone, gone, { type: 'denied' }, undefined]);
  });

  test.each([
    ['is stopped', [run('a', 't', 30, { type: 'failed', reason: 'It was stopped.' })]],
    ['ends with the app', [ended('a')]],
  ])('a call that %s while a person is asked has not run', (_how, end) => {
    const effect: ToolEffect = { type: 'command', line: 'ls', cwd: '.', parts: ['ls'] };
    const startOf = (...states: readonly ToolRunState[]) => {
      const runs = states.map((state, index) => run('a', 't', 10 + index, state));
      const view = foldThread([prompt('p'), started('a', 'p'), tool('a', 't', '{}', true), ...runs, ...end]);
      const part = view.turns[0]?.answers[0]?.parts[0];
      const ended = part?.type === 'tool-use' ? part.run : undefined;
      expect(ended?.state.type).toBe('failed');
      return ended?.startedAt;
    };
    const asks: ToolRunState = { type: 'waiting', effect };
    expect(startOf({ type: 'running' }, asks)).toBeUndefined();
    expect(startOf(asks)).toBeUndefined();
    // Once an effect was allowed, the call has done something.
    expect(startOf({ type: 'running' }, asks, { type: 'running', effect })).toBe(12);
    expect(startOf({ type: 'running', effect }, asks)).toBe(10);
    expect(startOf(asks, { type: 'running' }, { type: 'waiting', effect, question: 2 })).toBe(11);
  });

  test('usage is the last of each step, added up', () => {
    const usage = (inputTokens: number, cacheReadInputTokens?: number): ThreadEntry => ({
      kind: 'answer-usage',
      answerId: 'a',
      usage: { inputTokens, outputTokens: 1, ...(cacheReadInputTokens !== undefined && { cacheReadInputTokens }) },
    });
    const step: ThreadEntry = { kind: 'answer-step', answerId: 'a' };
    const view = foldThread([prompt('p'), started('a', 'p'), usage(1), usage(2), step, step, usage(9), usage(10, 5)]);
    expect(view.turns[0]?.answers[0]?.usage).toEqual({ inputTokens: 12, outputTokens: 2, cacheReadInputTokens: 5 });
  });

  test('an attempt that broke off stays apart from the next, and what it used counts', () => {
    const usage = (inputTokens: number): ThreadEntry => ({
      kind: 'answer-usage',
      answerId: 'a',
      usage: { inputTokens, outputTokens: 1 },
    });
    const view = foldThread([
      prompt('p'),
      started('a', 'p'),
      text('a', 'Hal'),
      usage(10),
      retry('a'),
      text('a', 'Half'),
      usage(10),
      usage(11),
      retry('nobody'),
    ]);
    const [answer] = view.turns[0]?.answers ?? [];
    expect(answer?.parts).toEqual([
      { type: 'text', text: 'Hal' },
      { type: 'broken-off', failure: { code: 'network', message: 'Gone.' }, at: 6 },
      { type: 'text', text: 'Half' },
    ]);
    expect(answer?.usage).toEqual({ inputTokens: 21, outputTokens: 2 });
  });

  test('a prompt keeps its images', () => {
    const images = [{ mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 2 }];
    const view = foldThread([{ kind: 'prompt', id: 'p', at: 1, text: '', images }, prompt('q')]);
    expect(view.turns.map((turn) => turn.images)).toEqual([images, undefined]);
    expect(view.turns[1]).not.toHaveProperty('images');
  });

  test('a command of the person stands after the prompt that was the last, with its output so far or all of it', () => {
    const entries = [
      shell('s'),
      prompt('p'),
      shellSaid('s', 'a'),
      shell('t'),
      shellSaid('t', 'b'),
      shellSaid('t', 'c'),
    ];
    const running = foldThread(entries);
    expect(running.shellRuns).toMatchObject([
      { id: 's', afterPromptId: null, live: 'a' },
      { id: 't', afterPromptId: 'p', live: 'bc' },
    ]);
    const done = shellDone('s', { type: 'done', exitCode: 0, output: 'all' });
    const late = [done, shellSaid('s', 'late'), shellDone('t', { type: 'stopped' }), done, shell('s')];
    const [first, second, ...more] = appendEntries(running, late).shellRuns;
    expect([first, second].map((run) => run && shellOutput(run))).toEqual(['all', 'bc']);
    expect(first).not.toHaveProperty('live');
    expect(more).toEqual([]);
  });

  test('a reply stands after the prompt that was the last, once', () => {
    const view = foldThread([reply('r'), prompt('p'), reply('s'), reply('r'), prompt('q')]);
    expect(view.replies.map(({ id, afterPromptId }) => [id, afterPromptId])).toEqual([
      ['r', null],
      ['s', 'p'],
    ]);
    expect(view.replies[0]).toMatchObject({ command: '/shout hi', extensionName: 'Toolbox', text: 'HI' });
  });

  test('a retry adds a second answer to the same turn', () => {
    const view = foldThread([prompt('p'), started('a', 'p'), text('a', 'half'), started('b', 'p'), text('b', 'whole')]);
    expect(view.turns).toHaveLength(1);
    expect(view.turns[0]?.answers.map((answer) => answer.parts)).toEqual([
      [{ type: 'text', text: 'half' }],
      [{ type: 'text', text: 'whole' }],
    ]);
  });

  test('entries of unknown answers or prompts, and repeated beginnings, are passed over', () => {
    const view = foldThread([
      text('nobody', 'lost'),
      started('a', 'nobody'),
      prompt('p'),
      prompt('p', 'again'),
      started('a', 'p'),
      text('a', 'kept'),
      started('a', 'p'),
    ]);
    expect(view.turns.map((turn) => [turn.text, turn.answers.map((answer) => answer.parts)])).toEqual([
      ['prompt p', [[{ type: 'text', text: 'kept' }]]],
    ]);
  });

  test('a kind of entry that a newer version wrote changes nothing', () => {
    const view = foldThread([prompt('p')]);
    expect(appendEntry(view, { kind: 'sticker', id: 'n' } as unknown as ThreadEntry)).toBe(view);
  });
});

describe('appendEntries', () => {
  const calls = (count: number): ThreadEntry[] =>
    (['pending', 'completed'] as const).flatMap((state) =>
      Array.from({ length: count }, (_, index) => ({
        ...({ kind: 'answer-agent-call', answerId: 'a' } as const),
        call: { id: `c${index}`, state },
      })),
    );

  test('many calls at once come to what they come to one by one, also when a plan among them is removed', () => {
    const plan = (...contents: string[]): ThreadEntry => ({
      ...({ kind: 'answer-agent-plan', answerId: 'a' } as const),
      plan: {
        id: 'plan',
        entries: contents.map((content) => ({ content, priority: 'low', state: 'pending' }) as const),
      },
    });
    const told = calls(40);
    const entries = [prompt('p'), started('a', 'p'), ...told.toSpliced(50, 0, plan()).toSpliced(10, 0, plan('one'))];
    const view = foldThread(entries);
    expect(view).toEqual(entries.reduce(appendEntry, emptyThread));
    expect(view.turns[0]?.answers[0]?.parts).toHaveLength(40);
  });

  test('calls that are told of again fold in a time that grows with their number only', {
    tags: ['soak'],
  }, async () => {
    await expectToGrowWithLength(10_000, (count) => foldThread([prompt('p'), started('a', 'p'), ...calls(count)]));
  });

  test('keeps the objects of all that did not change', () => {
    const before = foldThread([prompt('p'), started('a', 'p'), text('a', 'one'), prompt('q'), started('b', 'q')]);
    const first = appendEntries(before, [thinking('b', 'so'), text('b', 'two')]);
    const second = appendEntry(first, text('b', ' three'));
    expect(second.turns[0]).toBe(before.turns[0]);
    expect(second.turns[1]).not.toBe(first.turns[1]);
    expect(second.turns[1]?.answers[0]?.parts[0]).toBe(first.turns[1]?.answers[0]?.parts[0]);
    expect(first.turns[1]?.answers[0]?.parts[1]).toEqual({ type: 'text', text: 'two' });
    expect(before.turns[1]?.answers[0]?.parts).toEqual([]);
  });

  test('a long thread folds in a time that grows with its length only', { tags: ['soak'] }, async () => {
    const perTurn = 52;
    const entries = Array.from({ length: 2000 }, (_, index) => [
      prompt(`p${index}`),
      started(`a${index}`, `p${index}`),
      ...Array.from({ length: perTurn - 2 }, () => text(`a${index}`, 'piece ')),
    ]).flat();
    await expectToGrowWithLength(2000, (turns) =>
      expect(foldThread(entries.slice(0, turns * perTurn)).turns).toHaveLength(turns),
    );
  });

  test('a piece of text in a long thread with many versions costs next to nothing of what folding it costs', {
    tags: ['soak'],
  }, async () => {
    const turn = (name: string): ThreadEntry[] => [
      prompt(name),
      started(`a${name}`, name),
      text(`a${name}`, 'x'.repeat(4000)),
    ];
    const many = Array.from({ length: 500 }, (_, index) => turn(`p${index}`)).flat();
    const branches = Array.from({ length: 50 }, (_, index) => version(`v${index}`, 'p499'));
    const entries = [...many, ...branches, started('last', 'v49')];
    let view = foldThread(entries);
    const times = 2000;
    const appending = await threadTime(() => {
      for (let n = 0; n < times; n += 1) view = appendEntry(view, text('last', 'piece '));
    });
    const folding = await threadTime(() => {
      for (let n = 0; n < times / 20; n += 1) foldThread(entries);
    });
    // About 5 µs each, while a whole fold takes 2 ms.
    expect(appending).toBeLessThan(folding);
    expect(view.turns.at(-1)?.answers[0]?.parts).toHaveLength(1);
  });
});

describe('what a thread is called', () => {
  const title = (text: string, by: 'person' | 'model'): ThreadEntry => ({ kind: 'title', at: 9, text, by });

  test('is what it was called last, and a person outranks a model', () => {
    expect(foldThread([prompt('p')]).title).toBeUndefined();
    expect(foldThread([title('One', 'model'), title('Two', 'model')]).title).toEqual({ text: 'Two', by: 'model' });
    const named = [title('One', 'model'), title('Mine', 'person'), title('Two', 'model')];
    expect(foldThread(named).title).toEqual({ text: 'Mine', by: 'person' });
    expect(foldThread([...named, title('Mine 2', 'person')]).title).toEqual({ text: 'Mine 2', by: 'person' });
  });

  test('and where it is put stay when the thread goes on, and make nothing else anew', () => {
    const view = foldThread([prompt('p'), title('One', 'person'), { kind: 'archived', at: 9, isArchived: true }]);
    const next = appendEntries(view, [reply('r'), prompt('q')]);
    expect(next).toMatchObject({ title: { text: 'One' }, isArchived: true });
    expect(appendEntry(view, title('Two', 'person')).turns).toBe(view.turns);
    expect(appendEntry(view, { kind: 'archived', at: 9, isArchived: false }).isArchived).toBe(false);
  });
});
