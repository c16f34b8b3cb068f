import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AgentQuestion } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { phaseOf } from '../../threads/agent-state.ts';
import { agentQuestions } from './agent-questions.ts';
import { formatAnswered, shownOptions } from './format-agent-call.ts';
import { QuestionCard } from './QuestionCard.tsx';

type Option = AgentQuestion['options'][number];
const option = (id: string, name: string, kind: Option['kind']): Option => ({ id, name, kind });
const labels = (...options: Option[]) => shownOptions(options).map(({ label }) => label);

test('options keep the agent’s names and order, and those of one name are told apart', () => {
  const once = option('1', 'Allow', 'allow_once');
  const always = option('2', 'Allow', 'allow_always');
  expect(labels(always, once, option('3', 'No', 'reject_once'))).toEqual(['Allow (always)', 'Allow (once)', 'No']);
  expect(labels(once, { ...once, id: 'b' })).toEqual(['Allow (1)', 'Allow (b)']);
  expect(labels(option('x', ' ', 'other'), option('y', 'a\u202eb', 'other'))).toEqual(['x', 'a⟨U+202E⟩b']);
  const primary = shownOptions([always, once, { ...once, id: 'b' }]).filter(({ isPrimary }) => isPrimary);
  expect(primary.map(({ id }) => id)).toEqual(['1']);
});

const started = (id: string, promptId: string | null): ThreadEntry => ({
  ...{ kind: 'answer-started', id, at: 2, promptId },
  ...{ model: 'agent/settings/bird', modelName: 'Bird' },
});
const asks = (answerId: string, callId: string, question: AgentQuestion): ThreadEntry => ({
  ...{ kind: 'answer-agent-call', answerId },
  call: { id: callId, title: `Do ${callId}`, question },
});
const ended = (answerId: string): ThreadEntry => ({
  ...{ kind: 'answer-ended', answerId, at: 3 },
  end: { type: 'stopped-by-person' },
});
const waiting = (id: string): AgentQuestion => ({ id, options: [option('o', 'Yes', 'allow_once')] });
const prompt: ThreadEntry = { kind: 'prompt', id: 'p', at: 1, text: 'go' };
const asked = (...entries: ThreadEntry[]) => agentQuestions(foldThread(entries)).map(({ question }) => question.id);

test('questions of all answers wait, asked for or not, until they are answered or their answer ends', () => {
  const begun = [prompt, started('a', 'p'), asks('a', '1', waiting('q')), asks('a', '2', waiting('r'))];
  expect(asked(...begun)).toEqual(['q', 'r']);
  expect(asked(...begun, asks('a', '1', { ...waiting('q'), answer: 'o' }))).toEqual(['r']);
  expect(asked(...begun, started('b', null), asks('b', '3', waiting('s')))).toEqual(['q', 'r', 's']);
  expect(asked(...begun, ended('a'))).toEqual([]);
  // Agents work on after an answer.
  expect(asked(...begun, ended('a'), asks('a', '1', waiting('late')))).toEqual(['late']);
});

test('an answer that asks waits for the person', () => {
  const view = foldThread([prompt, started('a', 'p'), asks('a', '1', waiting('q'))]);
  expect(phaseOf({ view, retrying: null, leftUnanswered: null }).type).toBe('asking');
});

test('a card has the call, the question and an answer for each option; without a refusal among them Stop is offered', () => {
  const draw = (options: Option[], input?: string) => {
    // As the call has it: nothing is said twice.
    const question = { id: 'q', title: 'Delete `x`', text: 'Really?', options };
    const call = { id: 'c', title: 'Delete `x`', questions: [], ...(input && { input }) };
    const of = { answerId: 'a', agentName: 'Bird', call, question };
    const Offer = ({ option }: { readonly option: string }) => <p>From now on {option}</p>;
    const given = { onAnswer: async () => {}, onAllow: async () => {}, onStop: () => {} };
    const props = { asked: of, place: 1, count: 2, Offer, ...given };
    return renderToStaticMarkup(<QuestionCard {...props} />);
  };
  const card = draw([option('1', 'Once', 'allow_once'), option('2', 'No', 'reject_once')]);
  for (const part of ['May The agent do this?', '<code>x</code>', 'Really?', '1 of 2', '>Once<', '>No<']) {
    expect(card).toContain(part);
  }
  expect(card).not.toContain('Stop the answer');
  // What has just come is not answered yet.
  expect(card.match(/<button[^>]*aria-disabled="true"/g)).toHaveLength(2);
  expect(draw([option('1', 'Once', 'allow_once')])).toContain('Stop the answer');
  // What shows only words is not allowed for longer by the app; how far the agent's own answers reach, the app cannot tell.
  expect(card).not.toContain('From now on');
  const exact = draw([option('1', 'Once', 'allow_once'), option('2', 'Always', 'allow_always')], '{ "path": "x" }');
  expect(exact).toContain('From now on Once');
  expect(exact).toContain('So is how far “Always” reaches.');
});

test('an answered question says for how long it was answered, and whether anybody was asked', () => {
  const answered = { ...waiting('q'), answer: 'o' };
  expect(formatAnswered(answered)).toBe('You chose “Yes”.');
  expect(formatAnswered({ ...answered, allowsIn: 'thread' })).toContain('for exactly this from then on in this thread');
  expect(formatAnswered({ ...answered, allowedIn: 'folder' })).toContain(
    'without asking: you allowed exactly this in this folder',
  );
});
