import { expect, test } from 'vitest';
import type { AnswerPart, TurnView } from '../../../../shared/contract/thread-view.ts';
import type { ToolEffect } from '../../../../shared/contract/tool.ts';
import { alikeOf, type PendingQuestion, pendingQuestions } from './pending-questions.ts';

const tool = { extensionId: 'w', extensionName: 'W', id: 'run-command', isReadOnly: false };
const command = (line: string): ToolEffect => ({ type: 'command', line, cwd: '.', parts: [line] });
const change = (path: string, isCut = false): ToolEffect => ({
  type: 'change',
  changes: [{ kind: 'edit', path, patch: '', isCut, added: 1, removed: 1 }],
});
const where = { folder: '/p', isWhole: true, isTrusted: false };

interface Asked {
  readonly id: string;
  readonly at?: number;
  readonly effect?: ToolEffect;
  readonly isForThread?: boolean;
  readonly toolId?: string;
  readonly input?: string;
}

const partOf = ({ id, at = 0, effect, isForThread = true, toolId = tool.id, input = '{}' }: Asked): AnswerPart => ({
  type: 'tool-use',
  toolUse: { id, name: 'w', input, isInputComplete: true },
  run: {
    tool: { ...tool, id: toolId },
    state: { type: 'waiting', ...(effect && { effect }), question: 1, where, isForThread },
    at,
  },
});
const pendingOf = (...parts: AnswerPart[]) =>
  pendingQuestions({ turns: [{ answers: [{ parts }] } as unknown as TurnView] });
const idsOf = (questions: readonly PendingQuestion[]) => questions.map(({ toolUse }) => toolUse.id).join(' ');
/** The questions that can be allowed together with the first one. */
const along = (...asked: Asked[]): string => {
  const pending = pendingOf(...asked.map(partOf));
  const [first] = pending;
  return first ? idsOf(alikeOf(first, pending)) : '';
};

test('questions that come together stand as their calls do, what comes later after them, what is decided nowhere', () => {
  const decided = partOf({ id: 'done' });
  if (decided.type !== 'tool-use' || !decided.run) throw new Error('It is no call.');
  const done: AnswerPart = { ...decided, run: { ...decided.run, state: { type: 'denied' } } };
  const later = [partOf({ id: 'last', at: 900 }), partOf({ id: 'later', at: 800 })];
  const together = [partOf({ id: 'a', at: 400 }), partOf({ id: 'b', at: 1 })];
  expect(idsOf(pendingOf(...later, done, ...together))).toBe('a b later last');
  expect(pendingQuestions({ turns: [] })).toEqual([]);
});

test('a call is asked about as it would run, with the arguments that extensions gave it', () => {
  const part = partOf({ id: 'a', input: '{"path":"mine"}' });
  if (part.type !== 'tool-use' || !part.run) throw new Error('It is a call.');
  const run = { ...part.run, input: '{"path":"theirs"}', changedBy: ['X'] };
  expect(pendingOf({ ...part, run })).toMatchObject([
    { toolUse: { id: 'a', input: '{"path":"theirs"}' }, changedBy: ['X'] },
  ]);
});

test('those that “Allow in this thread” would be for are allowed together', () => {
  const one = { id: 'a', effect: command('npm test') };
  expect(along(one, { id: 'b', effect: command('rm x') }, { id: 'c', effect: command('ls') })).toBe('b c');
  expect(along(one, { id: 'b', effect: command('ls'), toolId: 'other' })).toBe('');
  expect(along(one, { id: 'b', effect: change('a.txt') })).toBe('');
  expect(along({ id: 'a' }, { id: 'b', input: '{"x":1}' })).toBe('b');
});

test('others only when they are the very same, and none of which a part is not shown', () => {
  const one = { id: 'a', effect: command('ls $x'), isForThread: false, input: '1' };
  expect(
    along(one, { ...one, id: 'b' }, { ...one, id: 'c', effect: command('ls $y') }, { ...one, id: 'd', input: '2' }),
  ).toBe('b');
  expect(along({ id: 'a', effect: command('ls') }, { id: 'b', effect: command('ls $x'), isForThread: false })).toBe('');
  expect(
    along({ id: 'a', effect: change('a') }, { id: 'b', effect: change('b', true) }, { id: 'c', effect: change('c') }),
  ).toBe('c');
  expect(along({ id: 'a', effect: change('a', true) }, { id: 'b', effect: change('b') })).toBe('');
});
