import { expect, test } from 'vitest';
import type { ThreadEntry } from '../../shared/contract/thread.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import { model } from '../providers/memory-extension.fixture.ts';
import { modelsWithTools, tool } from './agent-setting.fixture.ts';
import { buildRequest } from './build-request.ts';
import { offerTools } from './offered-tools.ts';

const prompt = (id: string): ThreadEntry => ({ kind: 'prompt', id, at: 0, text: `ask ${id}` });
const answer = (id: string, promptId: string, ...texts: string[]): ThreadEntry[] => [
  { kind: 'answer-started', id, at: 0, promptId, model: 'e:p/m', modelName: 'M' },
  { kind: 'answer-thinking', answerId: id, text: 'hm' },
  ...texts.map((text): ThreadEntry => ({ kind: 'answer-text', answerId: id, text })),
  { kind: 'answer-ended', answerId: id, at: 0, end: { type: 'stopped-by-person' } },
];
const said = (entries: ThreadEntry[], promptId: string) =>
  buildRequest(foldThread(entries), promptId, undefined).messages.map(
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
  expect(buildRequest(view, '1', model('m', { maxOutputTokens: 77 }))).toMatchObject({
    maxTokens: 77,
    thinkingAllowed: false,
    tools: [],
  });
  expect(buildRequest(view, '1', model('m'))).not.toHaveProperty('maxTokens');
});

test('calls go back with their results, round by round; without tools to offer only what was said does', () => {
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
  const round: ThreadEntry = { kind: 'answer-round', answerId: 'a' };
  const [begin, thought, end] = answer('a', '1');
  if (!begin || !thought || !end) throw new Error('no answer');
  const calls = [said('one'), use('t'), use('bad'), done('t'), round, use('u'), done('u'), round, said('two')];
  const view = foldThread([prompt('1'), begin, thought, ...calls, use('cut', false), end, prompt('2')]);

  const offered = offerTools([tool('y', { extensionId: 'x' })], modelsWithTools()[0]);
  const { messages, tools } = buildRequest(view, '2', undefined, offered);
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
  expect(buildRequest(view, '2', undefined).messages.map(({ content }) => content[0]?.value)).toEqual([
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
