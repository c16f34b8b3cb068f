/** @module-tag search */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageReference } from '../../../../shared/content/agent-images.ts';
import { type ContentPart, isContent } from '../../../../shared/content/content-kinds.ts';
import type { AgentCallContent } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { AgentUpdate } from '../../../../shared/contract/agent-servers/agent-update.ts';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { lengthOf } from '../../../../shared/testing/soak.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { exchangesOf } from '../told-items.ts';
import { missedHistory } from './missed-history.ts';
import { historyEntries } from './replayed-history.ts';

const of = { agent: 'agent/settings/one', name: 'One' };

const asks = (text: string): AgentUpdate => ({ type: 'message', by: 'person', id: randomUUID(), text, isWhole: false });
const says = (id: string | null, text: string): AgentUpdate => ({
  ...{ type: 'message', by: 'agent', id, text, isWhole: false },
});
const thinks = (text: string): AgentUpdate => ({
  ...{ type: 'message', by: 'thought', id: null, text },
  isWhole: false,
});
const calls = (id: string, state: 'in_progress' | 'completed' | 'failed', text?: string): AgentUpdate => ({
  type: 'call',
  call: { id, title: `Call ${id}`, state, ...(text !== undefined && { content: [{ type: 'text', text }] }) },
});
const plans = (id: string, state: 'pending' | 'completed', content = 'Look'): AgentUpdate => ({
  type: 'plan',
  plan: { id, entries: [{ content, priority: 'medium', state }] },
});

/** A thread in which this was told. */
const threadOf = (told: readonly AgentUpdate[]): ThreadEntry[] => historyEntries(told, of);

/** The thread once a history is told anew. */
function reloaded(entries: readonly ThreadEntry[], told: readonly AgentUpdate[]): ThreadView {
  return foldThread([...entries, ...missedHistory(foldThread(entries), told, of)]);
}

/** What is in a thread, in its order, without the ids that this start of the app gave. */
function shown(view: ThreadView): string[] {
  return exchangesOf(view, of.agent).flatMap(({ turn, answer }) => [
    ...(turn ? [`> ${turn.text}`] : []),
    ...(answer?.parts ?? []).filter(isContent).map(lineOf),
  ]);
}

function lineOf(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'thinking':
      return `(${part.text})`;
    case 'agent-call':
      return JSON.stringify([part.call.id, part.call.state, part.call.content ?? []]);
    case 'agent-plan':
      return JSON.stringify(part.plan.entries.map(({ content, state }) => `${content} ${state}`));
    default:
      return part.type;
  }
}

/** The same history, told by agents that name their messages, that name none, and that name them anew each time. */
const naming = [
  ['the same ids', (id: string) => id, (id: string) => id],
  ['no ids', () => null, () => null],
  ['other ids', (id: string) => id, (id: string) => `anew ${id}`],
] as const;

describe.each(naming)('by an agent that gives %s', (_, first, again) => {
  test('a reply that repeats an older text is new, and so is all that came before it', () => {
    const known = (idOf: (id: string) => string | null) => [asks('go'), says(idOf('1'), 'Done.')];
    const since = [asks('next'), says(again('2'), 'Other.'), asks('more'), says(again('3'), 'Done.')];
    const view = reloaded(threadOf(known(first)), [...known(again), ...since]);
    expect(shown(view)).toEqual(['> go', 'Done.', '> next', 'Other.', '> more', 'Done.']);
  });

  test('a prompt that begins as an earlier one is new, and so is all that came before it', () => {
    const known = (idOf: (id: string) => string | null) => [asks('go'), says(idOf('1'), 'A')];
    const since = [asks('other'), says(again('2'), 'B'), asks('go on with b')];
    const view = reloaded(threadOf(known(first)), [...known(again), ...since]);
    expect(shown(view)).toEqual(['> go', 'A', '> other', 'B', '> go on with b']);
    const asked = reloaded(threadOf(known(first)), [...known(again), asks('go on with b'), says(again('2'), 'B')]);
    expect(shown(asked)).toEqual(['> go', 'A', '> go on with b', 'B']);
  });

  test('what was told by half is told to its end where it stands', () => {
    const half = [asks('go'), says(first('1'), 'half'), calls('c', 'in_progress'), says(first('2'), 'more')];
    const whole = [
      ...[asks('go'), says(again('1'), 'half'), calls('c', 'completed', 'Came')],
      ...[says(again('2'), 'more of it'), calls('d', 'completed')],
    ];
    const view = reloaded(threadOf(half), whole);
    expect(view.turns).toHaveLength(1);
    expect(shown(view)).toEqual(shown(foldThread(threadOf(whole))));
    expect(view.turns[0]?.answers[0]?.parts).toHaveLength(3);
  });

  test('of a history without its beginning and without thoughts, what is known is not shown twice', () => {
    const known = (idOf: (id: string) => string | null) => [
      ...[asks('a'), says(idOf('1'), 'Done.'), asks('b'), thinks('Hm'), says(idOf('2'), 'Other.')],
    ];
    const told = [asks('b'), says(again('2'), 'Other.')];
    expect(missedHistory(foldThread(threadOf(known(first))), told, of)).toEqual([]);
    const view = reloaded(threadOf(known(first)), [...told, asks('c'), says(again('3'), 'Done.')]);
    expect(shown(view).slice(5)).toEqual(['> c', 'Done.']);
  });
});

test('what comes with a prompt is part of it as the agent tells it', () => {
  const prompt = { kind: 'prompt', id: 'p', at: 1, text: 'go' } as const;
  const more = [{ kind: 'file' as const, label: 'a.ts', href: 'a.ts', text: 'x' }];
  const begun = threadOf([asks('go'), says(null, 'A')]).flatMap((entry) =>
    entry.kind === 'answer-started' ? { ...entry, promptId: 'p' } : [],
  );
  const handed = { kind: 'handover' as const, at: 1, promptId: 'p', agent: of.agent, covers: ['o'], text: '\n' };
  const told = (words: string) => [asks(`go${words}`), says(null, 'A')];
  expect(shown(reloaded([{ ...prompt, context: more }, ...begun], told('[a.ts](<file:///a.ts>)')))).toEqual([
    '> go',
    'A',
  ]);
  expect(shown(reloaded([prompt, ...begun, handed], told('\n<thread>')))).toEqual(['> go', 'A']);
  // What an agent adds by itself, and what another prompt says.
  expect(shown(reloaded([prompt, ...begun], told('\n<date>')))).toEqual(['> go', 'A']);
  expect(shown(reloaded([prompt, ...begun], [asks('go'), ...told(' on with a')]))).toEqual([
    '> go',
    '> go on with a',
    'A',
  ]);
});

test('an end that is known stays, and so do words of which less is told', () => {
  const known = [asks('go'), says('1', 'all of it'), calls('c', 'failed', 'Why')];
  const told = [asks('go'), says('1', 'all'), calls('c', 'in_progress')];
  expect(missedHistory(foldThread(threadOf(known)), told, of)).toEqual([]);
});

test('a known item that is told in another place is not new', () => {
  const known = [asks('go'), calls('c', 'completed'), calls('d', 'completed'), says('1', 'A')];
  const told = [asks('go'), calls('d', 'completed'), says('1', 'A'), calls('c', 'completed')];
  expect(missedHistory(foldThread(threadOf(known)), told, of)).toEqual([]);
});

const image = { id: 'b'.repeat(32), mediaType: 'image/png', data: 'AAAA', width: 3, height: 4, bytes: 3 } as const;
const shows = (id: string, more = ''): AgentUpdate => ({
  ...{ type: 'message', by: 'agent', id, isWhole: false },
  ...{ text: `${imageReference(image, 'x.png')}${more}`, images: [image] },
});
const showsByCall = (state: 'in_progress' | 'completed', content: AgentCallContent[] = []): AgentUpdate => ({
  ...{ type: 'call', call: { id: 'c', title: 'Draw', state, content } },
  ...(content.length > 0 && { images: [image] }),
});
const drawing: AgentCallContent = { type: 'image', imageId: image.id, name: '', facts: 'PNG' };
const imagesKept = (entries: readonly ThreadEntry[]) =>
  entries.flatMap((one) => (one.kind === 'answer-agent-image' ? [one.answerId] : []));

test('images come with what names them, once in an answer, and those that are known do not come again', () => {
  const known = [asks('go'), shows('1', 'Look'), showsByCall('in_progress')];
  const told = [asks('go'), shows('1', 'Look at this'), showsByCall('completed', [drawing]), asks('on'), shows('2')];
  const entries = threadOf(known);
  const missed = missedHistory(foldThread(entries), told, of);
  const answers = [...foldThread([...entries, ...missed]).turns].flatMap((turn) => turn.answers);
  // The call is completed where it stands, by an image that its answer has.
  expect(imagesKept(entries)).toEqual([answers[0]?.id]);
  expect(imagesKept(missed).filter((id) => id === answers[1]?.id)).toHaveLength(1);
  for (const { parts } of answers) expect(parts.filter(({ type }) => type === 'agent-image')).toHaveLength(1);
  expect(missedHistory(foldThread([...entries, ...missed]), told, of)).toEqual([]);
});

test('what completes an answer that has as many images as it may is named', () => {
  const drawn = Array.from({ length: 20 }, (_, at) => ({ ...image, id: String(at).padStart(32, '0') }));
  const words = drawn.map((one) => imageReference(one, '')).join('');
  const all: AgentUpdate = { type: 'message', by: 'agent', id: '1', isWhole: false, text: words, images: drawn };
  const entries = threadOf([asks('go'), all, showsByCall('in_progress')]);
  const missed = missedHistory(foldThread(entries), [asks('go'), showsByCall('completed', [drawing])], of);
  const told = missed.flatMap((one) => (one.kind === 'answer-agent-image' ? [one.image] : []));
  expect(told.map(({ id, data }) => [id, data])).toEqual([[image.id, undefined]]);
});

test('of a session that was left nothing is known, also if the next one has the same ids', () => {
  const known = [asks('go'), says('1', 'A')];
  const at = (time: number, entries: readonly ThreadEntry[]) =>
    entries.map((entry) => ('at' in entry ? { ...entry, at: time } : entry));
  const left = { kind: 'agent-session' as const, at: 2, agent: of.agent, sessionId: null };
  const entries = [...at(1, threadOf(known)), left, ...at(3, threadOf([asks('next'), says('1', 'B')]))];
  const view = reloaded(entries, [asks('next'), says('1', 'B'), says('2', 'C')]);
  expect(shown(view)).toEqual(['> go', 'A', '> next', 'B', 'C']);
  const more = reloaded(entries, [asks('next'), says('1', 'B and more')]);
  expect(shown(more)).toEqual(['> go', 'A', '> next', 'B and more']);
});

test.each([['plan'], ['own']])('a plan goes on where it stands (%s)', (id) => {
  const known = [asks('a'), plans(id, 'pending'), says('1', 'A')];
  const told = [asks('a'), plans(id, 'completed'), says('1', 'A')];
  expect(missedHistory(foldThread(threadOf(known)), known, of)).toEqual([]);
  expect(shown(reloaded(threadOf(known), told))).toEqual(['> a', '["Look completed"]', 'A']);
  const since = [asks('b'), plans(id, 'pending', 'New'), says('2', 'B')];
  expect(shown(reloaded(threadOf(known), [...told, ...since])).slice(3)).toEqual(['> b', '["New pending"]', 'B']);
});

interface Drawn {
  readonly type: 'person' | 'agent' | 'thought' | 'call' | 'plan';
  readonly id: string;
  readonly words: string;
}
const drawn: fc.Arbitrary<Drawn[]> = fc
  .array(
    fc.tuple(
      fc.constantFrom('person', 'agent', 'thought', 'call', 'plan'),
      fc.constantFrom('Done.', 'go', 'go on', 'a', 'ab'),
    ),
  )
  .map((items) => [['person', 'go'] as const, ...items].map(([type, words], at) => ({ type, id: `${at}`, words })));
/** Told a letter at a time, or each as a whole. */
function pieces({ type, id, words }: Drawn, idOf: (id: string) => string | null, isWhole: boolean): AgentUpdate[] {
  if (type === 'person') return [asks(words)];
  if (type === 'call') return [calls(id, 'in_progress'), calls(id, 'completed', words)];
  if (type === 'plan') return [plans(words === 'go' ? 'own' : 'plan', 'pending', id)];
  const own = idOf(id);
  if (isWhole && own !== null) return [{ type: 'message', by: type, id: own, text: words, isWhole }];
  return [...words].map((text) => ({ type: 'message', by: type, id: own, text, isWhole: false }));
}

test('wherever the app was killed, a history that is told anew makes the thread what it would have been', () => {
  fc.assert(
    fc.property(
      drawn,
      fc.nat(),
      fc.constantFrom(...naming),
      fc.boolean(),
      (items, place, [, first, again], isWhole) => {
        const all = items.flatMap((item) => pieces(item, first, false));
        const killed = threadOf(all.slice(0, 1 + (place % all.length)));
        const told = items.flatMap((item) => pieces(item, again, isWhole));
        const entries = [...killed, ...missedHistory(foldThread(killed), told, of)];
        expect(shown(foldThread(entries))).toEqual(shown(foldThread(threadOf(all))));
        expect(missedHistory(foldThread(entries), told, of)).toEqual([]);
      },
    ),
    { numRuns: lengthOf(300, 20_000) },
  );
});

test('so it does when its beginning and its thoughts are left out, by ids', () => {
  const said = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('('));
  fc.assert(
    fc.property(drawn, fc.nat(), fc.nat(), (all, place, cut) => {
      // Nobody could tell which of two alike was cut.
      const items = all.map((item) => (item.type === 'person' ? { ...item, words: `${item.words} ${item.id}` } : item));
      const last = place % items.length;
      const idOf = (id: string) => id;
      const told = items.slice(cut % (last + 1)).filter(({ type }) => type !== 'thought');
      const isKnown = told.some(({ type, id }) => (type === 'agent' || type === 'call') && Number(id) <= last);
      const killed = threadOf(items.slice(0, last + 1).flatMap((item) => pieces(item, idOf, false)));
      const history = told.flatMap((item) => pieces(item, idOf, false));
      const entries = [...killed, ...missedHistory(foldThread(killed), history, of)];
      const whole = threadOf(items.flatMap((item) => pieces(item, idOf, false)));
      if (!isKnown) return;
      expect(said(shown(foldThread(entries)))).toEqual(said(shown(foldThread(whole))));
      expect(missedHistory(foldThread(entries), history, of)).toEqual([]);
    }),
    { numRuns: lengthOf(300, 20_000) },
  );
});
