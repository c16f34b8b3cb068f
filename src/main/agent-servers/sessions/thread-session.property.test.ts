/** @module-tag search */

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type ContentPart, isContent } from '../../../shared/content/content-kinds.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import { sizeLimitsOf } from '../../../shared/contract/size-limits.ts';
import type { AnswerEnd, ThreadEntry } from '../../../shared/contract/thread.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { noAgents } from '../no-agents.fixture.ts';
import { agent, saying } from './saying-agent.fixture.ts';
import { answersOf, callIn, keyOfPart } from './told-items.ts';

const question = { id: 'q', options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' as const }] };

/** Something of one item: an update, or a question about a call and its answer. */
type Step = AgentUpdate | { readonly type: 'ask' | 'answer'; readonly callId: string };

const words = fc.string({ minLength: 1, maxLength: 3 });
const pieces = fc.array(words, { minLength: 1, maxLength: 4 });
const itemOf = (id: string): fc.Arbitrary<Step[]> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom('agent' as const, 'thought' as const), pieces, fc.boolean())
      .map(([by, texts, isWhole]) =>
        texts.map((text, at): Step => ({ type: 'message', by, id, text, isWhole: isWhole && at === texts.length - 1 })),
      ),
    fc
      .tuple(pieces, fc.boolean())
      .map(([texts, asks]) => [
        { type: 'call', call: { id, title: 'T', state: 'pending' } } as Step,
        ...(asks ? [{ type: 'ask', callId: id } as Step, { type: 'answer', callId: id } as Step] : []),
        ...texts.map((text): Step => ({ type: 'call', call: { id, added: [{ type: 'text', text }] } })),
        { type: 'call', call: { id, state: 'completed' } } as Step,
      ]),
    pieces.map((texts) => texts.map((added): Step => ({ type: 'terminal', terminal: { id, added } }))),
    words.map((title): Step[] => [{ type: 'note', note: { id, severity: 'info', title } }]),
  );
const items = fc
  .array(fc.nat(), { minLength: 1, maxLength: 6 })
  .chain((all) => fc.tuple(...all.map((_, at) => itemOf(`${at}`))));

/** Of all items, each in its own order. */
function interleaved(all: readonly (readonly Step[])[], picks: readonly number[]): Step[] {
  const left = all.map((steps) => [...steps]);
  const order: Step[] = [];
  for (let at = 0; left.some(({ length }) => length > 0); at += 1) {
    const open = left.filter(({ length }) => length > 0);
    const step = open[(picks[at % picks.length] ?? 0) % open.length]?.shift();
    if (step) order.push(step);
  }
  return order;
}

const endOf = (): AnswerEnd => ({ type: 'stopped-by-person' });
const prompt: ThreadEntry = { kind: 'prompt', id: 'p', at: 1, text: 'go' };

/** Tells the steps, the turn ending, or being stopped, after so many of them. @returns what is in the thread then */
async function told(steps: readonly Step[], endsAfter: number, isStopped = false): Promise<ThreadEntry[]> {
  const { thread, session, end, listener } = saying([prompt]);
  const person = new AbortController();
  const { signal } = person;
  await session.prepare(signal);
  const answered = session.answer({ promptId: 'p', blocks: () => [], signal }, endOf);
  await new Promise((resolve) => setImmediate(resolve));
  for (const [at, step] of steps.entries()) {
    if (at === endsAfter) {
      if (isStopped) person.abort();
      else end({ end: { type: 'stop', reason: 'end-turn' } });
      await answered;
    }
    if (step.type === 'ask') {
      void listener().ask(step.callId, { ...question, id: `q ${step.callId}` }, new AbortController().signal);
    } else if (step.type === 'answer') {
      const shown = callIn(foldThread(thread.entries), agent, step.callId)?.questions.at(-1);
      if (shown && shown.answer === undefined) session.answerQuestion(shown, 'yes');
    } else listener().updated([step as AgentUpdate]);
    if (session.mayBeClosed()) {
      expect(at).toBeGreaterThanOrEqual(endsAfter);
      expect(session.isAsking()).toBe(false);
      expect(thread.view.unprompted.every((answer) => answer.end)).toBe(true);
      expect(partsIn(thread.entries).some((part) => part.type === 'agent-terminal' && !part.terminal.exit)).toBe(false);
    }
  }
  end({ end: { type: 'stop', reason: 'end-turn' } });
  await answered;
  await session.close();
  return [...thread.entries];
}

const partsIn = (entries: readonly ThreadEntry[]): ContentPart[] =>
  answersOf(foldThread(entries), agent).flatMap(({ parts }) => parts.filter(isContent));
const byKey = (parts: readonly ContentPart[]) =>
  new Map(
    parts.map((part) => [
      keyOfPart(part) ?? '',
      part.type === 'agent-call' ? { ...part, call: { ...part.call, questions: part.call.questions.length } } : part,
    ]),
  );

test('however what it tells is interleaved, and wherever its turn ends or is stopped, each item is there once and whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      items,
      fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
      fc.nat(40),
      fc.boolean(),
      async (all, picks, endsAfter, isStopped) => {
        const one = partsIn(await told(all.flat(), 1_000));
        const entries = await told(interleaved(all, picks), endsAfter, isStopped);
        const other = partsIn(entries);
        expect(other).toHaveLength(all.length);
        expect(byKey(other)).toEqual(byKey(one));
        // What still comes of what was stopped is no answer of its own.
        if (isStopped) expect(foldThread(entries).unprompted).toEqual([]);
        expect(foldThread(entries).unprompted.every(({ end }) => end)).toBe(true);
        const last = entries.findLast((entry) => entry.kind === 'answer-agent-call' && entry.call.question);
        if (last?.kind === 'answer-agent-call') expect(last.call.question?.answer).toBeDefined();
      },
    ),
    { numRuns: lengthOf(60, 600) },
  );
});

test('a history that is told again adds nothing, and what came since is added once', async () => {
  const shown: fc.Arbitrary<AgentUpdate[]> = fc.array(
    fc.oneof(
      fc.tuple(fc.option(fc.constantFrom('a', 'b')), words).map(
        ([id, text]): AgentUpdate => ({
          type: 'message',
          by: 'agent',
          id: id && `${id}${text}`,
          text: `said ${text}`,
          isWhole: false,
        }),
      ),
      words.map((text): AgentUpdate => ({ type: 'call', call: { id: `call ${text}`, title: text } })),
    ),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(shown, async (said) => {
      const before = await told(said, 1_000);
      const asked: AgentUpdate = { type: 'message', by: 'person', id: null, text: 'go', isWhole: false };
      const note: AgentUpdate = { type: 'note', note: { id: 'fresh', severity: 'info', title: 'New' } };
      for (const [more, count] of [
        [[], 0],
        [[note], 1],
      ] as const) {
        const { thread, session } = saying(before, [asked, ...said, ...more]);
        await session.prepare(new AbortController().signal);
        await session.close();
        expect(thread.view.turns.map(({ answers }) => answers.length)).toEqual([1]);
        expect(partsIn(thread.entries)).toHaveLength(partsIn(before).length + count);
      }
    }),
    { numRuns: lengthOf(60, 600) },
  );
});

/** Two turns with an agent, each of which is told of so much. @param hasLeft its session is left in between @returns what is in their answers, by words or plans */
async function inTwoTurns(first: readonly AgentUpdate[], second: readonly AgentUpdate[], hasLeft = false) {
  const before = await told(first, 1_000);
  const next: ThreadEntry = { kind: 'prompt', id: 'q', at: Date.now() + 1, text: 'next' };
  // Later than the first answer, which may have begun in this very millisecond.
  const left: ThreadEntry = { kind: 'agent-session', at: Date.now() + 1, agent, sessionId: null };
  const { thread, session, end, listener } = saying([...before, ...(hasLeft ? [left] : []), next]);
  const signal = new AbortController().signal;
  const answered = session.answer({ promptId: 'q', blocks: () => [], signal }, endOf);
  await vi.waitFor(() => expect(listener()).toBeDefined());
  listener().updated([...second]);
  end({ end: { type: 'stop', reason: 'end-turn' } });
  await answered;
  await session.close();
  return thread.view.turns.map(({ answers }) =>
    answers.flatMap(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : part.type === 'agent-plan' ? part.plan.id : part.type)),
    ),
  );
}

test('a plan with an id of its own is removed where it stands, also while another turn is told', async () => {
  const entries = [{ content: 'Look', priority: 'medium' as const, state: 'pending' as const }];
  const plan = (id: string): AgentUpdate => ({ type: 'plan', plan: { id, entries } });
  const removed = (id: string): AgentUpdate => ({ type: 'plan', plan: { id, entries: [] } });
  expect(await inTwoTurns([plan('a'), plan('b')], [plan('c'), removed('a')])).toEqual([['b'], ['c']]);
  expect(await inTwoTurns([plan('a')], [removed('a'), plan('a')])).toEqual([[], ['a']]);
  // The only one of a session in version 1 is another in each turn.
  expect(await inTwoTurns([plan('plan')], [plan('plan'), removed('plan')])).toEqual([['plan'], []]);
});

test('what a session that was left had is not continued by another, also after the next start', async () => {
  const says = (text: string): AgentUpdate => ({ type: 'message', by: 'agent', id: 'm', text, isWhole: false });
  expect(await inTwoTurns([says('A')], [says('B')])).toEqual([['AB'], []]);
  expect(await inTwoTurns([says('A')], [says('B')], true)).toEqual([['A'], ['B']]);
});

test('what is told of an answer that has ended fills no more than the thread may have', async () => {
  const limits = sizeLimitsOf({ thread: 1 });
  const { thread, session, end, listener } = saying([prompt], [], limits);
  const signal = new AbortController().signal;
  const text = 'x'.repeat(100_000);
  const more: AgentUpdate[] = [
    { type: 'message', by: 'agent', id: 'm', text, isWhole: false },
    { type: 'title', title: 'One' },
    { type: 'title', title: 'Two' },
  ];
  await session.prepare(signal);
  const answered = session.answer({ promptId: 'p', blocks: () => [], signal }, endOf);
  await new Promise((resolve) => setImmediate(resolve));
  listener().updated(more);
  end({ end: { type: 'stop', reason: 'end-turn' } });
  await answered;
  for (let at = 0; at < 100; at += 1) {
    listener().updated(more);
    await new Promise((resolve) => setTimeout(resolve, at < 20 ? 5 : 0));
  }
  const size = thread.size;
  listener().updated(more);
  await session.close();
  expect(thread.size).toBe(size);
  expect(size).toBeGreaterThan(limits.thread);
  expect(size).toBeLessThan(limits.thread + 10 * text.length);
});

test('of a history that is longer than the thread may be, the rest is left out, which is said', async () => {
  const limits = sizeLimitsOf({ thread: 1 });
  const replayed = Array.from(Array(100), (_, at): AgentUpdate => {
    const by = at % 2 === 0 ? 'person' : 'agent';
    return { type: 'message', by, id: `m${at}`, text: 'x'.repeat(100_000), isWhole: false };
  });
  const { thread, session } = saying([], replayed, limits);
  await session.openKept('s', new AbortController().signal);
  expect(thread.size).toBeGreaterThan(limits.thread);
  expect(thread.size).toBeLessThan(limits.thread + 200_000);
  const failure = { code: 'thread-full', message: expect.stringContaining('left out') };
  expect(thread.view.turns.at(-1)?.answers.at(-1)?.end).toMatchObject({ type: 'failed', failure });
  await session.close();
});

test('unprompted work goes on in silence as long as a call or a command of it runs', async () => {
  const { thread, session, listener } = saying([prompt], [], sizeLimitsOf({}), {
    limits: { graceMs: 60_000, quietMs: 1 },
  });
  await session.prepare(new AbortController().signal);
  // Timers come in the order of their times.
  const silence = () => new Promise((resolve) => setTimeout(resolve, 20));
  const ends = () => thread.view.unprompted.map(({ end }) => end !== undefined);
  listener().updated([
    { type: 'call', call: { id: 'c', title: 'Test', state: 'in_progress' } },
    { type: 'terminal', terminal: { id: 't', command: 'npm test' } },
  ]);
  await silence();
  listener().updated([{ type: 'call', call: { id: 'c', state: 'completed' } }]);
  await silence();
  expect(ends()).toEqual([false]);
  listener().updated([{ type: 'terminal', terminal: { id: 't', exit: { code: 0 } } }]);
  await vi.waitFor(() => expect(ends()).toEqual([true]));
  await session.close();
});

test('what is chosen while what was chosen before is chosen again comes after that, and stays', async () => {
  const option = (value: string) => ({
    ...{ id: 'mode', name: 'Mode', value },
    values: ['usual', 'careful', 'quick'].map((one) => ({ value: one, name: one })),
  });
  const { session: earlier } = saying([]);
  const before = { ...earlier.state(), options: [option('careful')] };
  const { session, connection } = saying([], [], sizeLimitsOf({}), { before });
  connection.newSession = async () => ({ id: 's', options: [option('usual')], commands: [], replayed: [] });
  const [asked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const chosen: unknown[] = [];
  connection.setOption = async (_, __, value) => {
    if (value === 'careful') {
      asked.resolve();
      await goesOn.promise;
    }
    chosen.push(value);
  };
  const prepared = session.prepare(new AbortController().signal);
  await asked.promise;
  const quick = session.setOption('mode', 'quick');
  await new Promise((resolve) => setImmediate(resolve));
  goesOn.resolve();
  await Promise.all([prepared, quick]);
  expect([chosen, session.state().options[0]?.value]).toEqual([['careful', 'quick'], 'quick']);
  await Promise.all([session.close(), earlier.close()]);
});

test('what changes while it is asked about is asked anew', async () => {
  const { thread, session, end, listener } = saying([prompt]);
  const signal = new AbortController().signal;
  await session.prepare(signal);
  const answered = session.answer({ promptId: 'p', blocks: () => [], signal }, endOf);
  await new Promise((resolve) => setImmediate(resolve));
  listener().updated([{ type: 'call', call: { id: 'c', title: 'Look' } }]);
  const chosen = listener().ask('c', question, signal);
  listener().updated([{ type: 'call', call: { id: 'c', title: 'Delete' } }]);
  expect(() => session.answerQuestion(question, 'yes')).toThrow('has changed what it asks for');
  const shown = callIn(foldThread(thread.entries), agent, 'c');
  expect(shown).toMatchObject({ title: 'Delete', questions: [{ id: 'q', revision: 1 }] });
  session.answerQuestion({ id: 'q', revision: 1 }, 'yes');
  expect(await chosen).toBe('yes');
  end({ end: { type: 'stop', reason: 'end-turn' } });
  await answered;
  await session.close();
});

test('what is asked after the grace of a stopped turn is shown, though the next prompt waits', async () => {
  const [waits, noted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const { thread, session, end, listener } = saying([prompt], [], sizeLimitsOf({}), {
    limits: { graceMs: 20, quietMs: 60_000 },
    changes: {
      ...noAgents.changes,
      async beforeCommand(...of) {
        count += 1;
        if (count === 2) {
          waits.resolve();
          await noted.promise;
        }
        return noAgents.changes.beforeCommand(...of);
      },
    },
  });
  const [person, { signal }] = [new AbortController(), new AbortController()];
  await session.prepare(signal);
  const first = session.answer({ promptId: 'p', blocks: () => [], signal: person.signal }, endOf);
  await new Promise((resolve) => setImmediate(resolve));
  person.abort();
  await first;
  end({ end: { type: 'stop', reason: 'end-turn' } });
  const second = session.answer({ promptId: 'p', blocks: () => [], signal }, endOf);
  await waits.promise;
  await vi.waitFor(() => {
    listener().updated([{ type: 'call', call: { id: 'c', title: 'Look' } }]);
    expect(callIn(foldThread(thread.entries), agent, 'c')).toBeDefined();
  });
  const chosen = listener().ask('c', question, signal);
  expect(callIn(foldThread(thread.entries), agent, 'c')?.questions).toHaveLength(1);
  session.answerQuestion(question, 'yes');
  expect(await chosen).toBe('yes');
  noted.resolve();
  await second;
  await session.close();
});
