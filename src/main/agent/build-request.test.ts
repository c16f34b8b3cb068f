import { expect, test } from 'vitest';
import type { ThreadEntry } from '../../shared/contract/thread.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import { model } from '../providers/memory-extension.fixture.ts';
import { buildRequest } from './build-request.ts';

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
