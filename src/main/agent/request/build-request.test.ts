import { expect, test } from 'vitest';
import type { ModelInfo } from '../../../shared/contract/provider.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { shell, shellDone } from '../../../shared/thread/thread-entries.fixture.ts';
import { model } from '../../providers/memory-extension.fixture.ts';
import { offerTools } from '../../tools/offered-tools.ts';
import { modelsWithImages, modelsWithTools, tool } from '../agent-setting.fixture.ts';
import { buildRequest } from './build-request.ts';

const prompt = (id: string): ThreadEntry => ({ kind: 'prompt', id, at: 0, text: `ask ${id}` });
const answer = (id: string, promptId: string, ...texts: string[]): ThreadEntry[] => [
  { kind: 'answer-started', id, at: 0, promptId, model: 'e:p/m', modelName: 'M' },
  { kind: 'answer-thinking', answerId: id, text: 'hm' },
  ...texts.map((text): ThreadEntry => ({ kind: 'answer-text', answerId: id, text })),
  { kind: 'answer-ended', answerId: id, at: 0, end: { type: 'stopped-by-person' } },
];
const said = (entries: ThreadEntry[], promptId: string) =>
  buildRequest(foldThread(entries), promptId, { model: undefined }).messages.map(
    ({ role, content }) => `${role}: ${content.map((part) => part.type === 'text' && part.value).join('|')}`,
  );

test('earlier prompts come with the latest answer that says anything', () => {
  const entries = [
    prompt('1'),
    ...answer('a', '1', 'old'),
    ...answer('b', '1', 'ne', 'w'),
    ...answer('c', '1'),
    prompt('2'),
  ];
  expect(said(entries, '2')).toEqual(['user: ask 1', 'assistant: new', 'user: ask 2']);
});

test('an answer that failed empty is left out, its prompt is not', () => {
  expect(said([prompt('1'), ...answer('a', '1'), prompt('2')], '2')).toEqual(['user: ask 1', 'user: ask 2']);
});

test('answering a prompt once more leaves out what was answered to it', () => {
  expect(said([prompt('1'), ...answer('a', '1', 'yes')], '1')).toEqual(['user: ask 1']);
});

test('the model’s own limits go along', () => {
  const view = foldThread([prompt('1')]);
  expect(buildRequest(view, '1', { model: model('m', { maxOutputTokens: 77 }) })).toMatchObject({
    maxTokens: 77,
    thinkingAllowed: false,
    tools: [],
  });
  expect(buildRequest(view, '1', { model: model('m') })).not.toHaveProperty('maxTokens');
});

test('an attempt that broke off is not sent', () => {
  const [begin, , ...rest] = answer('a', '1', 'Whole.');
  if (!begin) throw new Error('no answer');
  const half: ThreadEntry = { kind: 'answer-text', answerId: 'a', text: 'Half' };
  const retry: ThreadEntry = { kind: 'answer-retry', answerId: 'a', at: 0, failure: { code: 'network', message: '' } };
  const step: ThreadEntry = { kind: 'answer-step', answerId: 'a' };
  const entries = [prompt('1'), begin, half, retry, ...rest, prompt('2')];
  expect(said(entries, '2')).toEqual(['user: ask 1', 'assistant: Whole.', 'user: ask 2']);
  const first: ThreadEntry = { kind: 'answer-text', answerId: 'a', text: 'First.' };
  expect(said([prompt('1'), begin, first, step, half, retry, ...rest, prompt('2')], '2')[1]).toBe(
    'assistant: First.\n\nWhole.',
  );
  expect(said([prompt('1'), begin, half, retry, prompt('2')], '2')).toEqual(['user: ask 1', 'user: ask 2']);
});

test('the images of a prompt come before its text; a model that takes none is told that they are left out', () => {
  const images = [{ mediaType: 'image/png' as const, data: 'AAAA', width: 4, height: 3 }];
  const view = foldThread([
    { kind: 'prompt', id: '1', at: 0, text: '', images },
    { kind: 'prompt', id: '2', at: 0, text: 'and this?', images },
  ]);
  const image = { type: 'image', value: { source: 'AAAA', width: 4, height: 3 } };
  const words = { type: 'text', value: 'and this?' };
  const sent = (to: ModelInfo | undefined) =>
    buildRequest(view, '2', { model: to }).messages.map(({ content }) => content);
  expect(sent(modelsWithImages()[0])).toEqual([[image], [image, words]]);
  const leftOut = { type: 'text', value: '[image left out: this model takes no images]' };
  expect(sent(model('m'))).toEqual([[leftOut], [leftOut, words]]);
});

test('without a prompt that is asked, all turns go with their answers', () => {
  const view = foldThread([prompt('1'), ...answer('a', '1', 'yes')]);
  expect(buildRequest(view, null, { model: undefined }).messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
  ]);
});

test('calls go back with their results, step by step; without tools to offer only what was said does', () => {
  const use = (id: string, isInputComplete = true): ThreadEntry => ({
    kind: 'answer-tool-use',
    answerId: 'a',
    toolUse: { id, name: 'x__y', input: id === 'bad' ? '[' : '{}', isInputComplete },
  });
  const done = (toolUseId: string): ThreadEntry => ({
    kind: 'tool-run',
    answerId: 'a',
    toolUseId,
    at: 0,
    state: { type: 'done', output: `out ${toolUseId}`, isError: false },
  });
  const said = (text: string): ThreadEntry => ({ kind: 'answer-text', answerId: 'a', text });
  const step: ThreadEntry = { kind: 'answer-step', answerId: 'a' };
  const [begin, thought, end] = answer('a', '1');
  if (!begin || !thought || !end) throw new Error('no answer');
  const calls = [said('one'), use('t'), use('bad'), done('t'), step, use('u'), done('u'), step, said('two')];
  const view = foldThread([prompt('1'), begin, thought, ...calls, use('cut', false), end, prompt('2')]);

  const offered = offerTools([tool('y', { extensionId: 'x' })], modelsWithTools()[0]);
  const { messages, tools } = buildRequest(view, '2', { model: undefined, offered });
  expect(tools.map(({ name }) => name)).toEqual(['x__y']);
  expect(
    messages.map(({ role, content }) => [
      role,
      ...content.map(({ type, value }) => {
        if (type === 'tool-use') return `${value.id} ${value.input}`;
        return type === 'tool-result' ? `${value.toolUseId}: ${value.content.value}` : value;
      }),
    ]),
  ).toEqual([
    ['user', 'ask 1'],
    ['assistant', 'one', 't {}', 'bad {}'],
    ['user', 't: out t', 'bad: It was not run.'],
    ['assistant', 'u {}'],
    ['user', 'u: out u'],
    ['assistant', 'two'],
    ['user', 'ask 2'],
  ]);
  expect(buildRequest(view, '2', { model: undefined }).messages.map(({ content }) => content[0]?.value)).toEqual([
    'ask 1',
    'one\n\ntwo',
    'ask 2',
  ]);
});

test('two tools that come to one name are both offered', () => {
  const tools = [tool('b--c', { extensionId: 'a' }), tool('c', { extensionId: 'a--b' }), tool('x'.repeat(63))];
  const offered = offerTools([...tools, tool(`${'x'.repeat(62)}y`)], modelsWithTools()[0]);
  expect(new Set(offered.values()).size).toBe(4);
  for (const name of offered.keys()) expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
});

const at = (entry: ThreadEntry, moment: number): ThreadEntry => ({ ...entry, ...('at' in entry && { at: moment }) });
const compaction = (id: string, promptId: string, moment: number): ThreadEntry => ({
  kind: 'compaction',
  id,
  at: moment,
  promptId,
  modelName: 'M',
  text: `Summary ${id}.`,
});

test('what was summed up is told as a summary, as long as it is among what is shown', () => {
  const early = [prompt('1'), ...answer('a', '1', 'one'), prompt('2'), ...answer('b', '2', 'two')];
  const later = [prompt('3'), ...answer('c', '3', 'three')].map((entry) => at(entry, 9));
  const entries = [...early, compaction('x', '1', 4), compaction('y', '2', 5), ...later];
  const [summary, ...rest] = said(entries, '3');
  expect(summary).toMatch(/^user: .*this is the summary.*<summary>\nSummary y\.\n<\/summary>$/is);
  expect(rest).toEqual(['user: ask 3']);
  // The prompt that the last one tells of is asked again: the one before counts.
  expect(said(entries, '2')).toEqual([expect.stringContaining('Summary x.'), 'user: ask 2']);
  expect(said(entries, '1')).toEqual(['user: ask 1']);
  // Another version of the second prompt is shown, of which the last summary tells nothing.
  const other: ThreadEntry = { kind: 'prompt', id: '2b', at: 10, text: 'ask 2b', replaces: '2' };
  expect(said([...entries, other], '2b')).toEqual([expect.stringContaining('Summary x.'), 'user: ask 2b']);
});

test('what the mentions came to follows the prompt, in its turn and in later ones; notes and labels stay here', () => {
  const context = [{ kind: 'file' as const, label: 'a', href: 'a.ts', text: '1\tone' }];
  const entries: ThreadEntry[] = [
    { kind: 'prompt', id: '1', at: 0, text: 'see', context },
    ...answer('a', '1', 'seen'),
    { kind: 'note', at: 1, on: '1', text: 'private' },
    { kind: 'labels', at: 1, on: 'a', labels: ['secret'] },
    prompt('2'),
  ];
  const told = 'user: see\n\n<context kind="file" label="a" address="a.ts">\n1\tone\n</context>';
  expect(said(entries, '2')).toEqual([told, 'assistant: seen', 'user: ask 2']);
});

test('what a model is told comes first, as one system message, and only when there is anything', () => {
  const view = foldThread([prompt('1')]);
  const roles = (told: string) => buildRequest(view, '1', { model: undefined, told }).messages.map(({ role }) => role);
  expect([roles(''), roles('Be kind.')]).toEqual([['user'], ['system', 'user']]);
});

test('what the person ran goes before the next prompt, what a summary covers and what is running does not', () => {
  const ran = (id: string, at: number, output = `said ${id}`): ThreadEntry[] => [
    shell(id, true, at),
    shellDone(id, { type: 'done', exitCode: 0, output }),
  ];
  const sum: ThreadEntry = { kind: 'compaction', id: 'c', at: 20, promptId: '1', modelName: 'M', text: 'In short' };
  const entries = [prompt('1'), ...answer('a', '1', 'yes'), ...ran('early', 10), sum, ...ran('late', 30), prompt('2')];
  const [summary = '', told = '', next, ...rest] = said([...entries, ...ran('after', 40)], '2');
  expect(summary).toContain('In short');
  expect(told).toContain('<command exit-code="0">\n$ run late\nsaid late\n</command>');
  expect(told).not.toContain('early');
  expect([next, ...rest]).toEqual(['user: ask 2']);
  const whole = said([...ran('0', 1), shell('1', false), shell('2')], '');
  expect(whole).toEqual([expect.stringContaining('said 0')]);
  const [long = ''] = said(ran('0', 1, `${'x'.repeat(40_000)}end`), '');
  expect(long).toMatch(/Cut here[\s\S]*xend\n<\/command>$/);
  expect(long.length).toBeLessThan(31_000);
});
