import { describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { AnswerActivity, Draft, ThreadEntry, ThreadSnapshot } from '../../../shared/contract/thread.ts';
import { dropEdit, putEdit } from '../queue/queue-edits.ts';
import { phaseOf, threadTitle } from './agent-state.ts';
import {
  emptySnapshot,
  imageOf,
  later,
  loaded,
  prompt,
  provider,
  said,
  started,
  world,
} from './agent-world.fixture.ts';

const snapshot = (id: string, ...entries: ThreadEntry[]): ThreadSnapshot => ({ ...emptySnapshot, id, entries });
const text = (value: string) => [{ type: 'text', text: value }];

describe('going from one thread to another', () => {
  test('shows all that was said there meanwhile, without a gap and nothing twice', async () => {
    const { promise, resolve } = later<Result<ThreadSnapshot>>();
    const its = await loaded({ open: () => promise });
    const opened = its.agent.openThread('b');
    // Main tells these before its answer is there; the frame passes with the old thread on the screen.
    its.entriesOf('b', 2, said('a', 'Hello, '));
    its.entriesOf('b', 3, said('a', 'world!'));
    its.frame();
    expect(its.texts()).toEqual([]);
    resolve(ok(snapshot('b', prompt('p', 'Hi'), started('a', 'p'), said('a', 'Hello, '))));
    expect(await opened).toBe(true);
    expect(its.texts()).toEqual([['Hi', text('Hello, world!')]]);
    its.entriesOf('b', 4, said('a', ' Bye.'));
    its.entries(0, prompt('x', 'Elsewhere'));
    its.frame();
    expect(its.texts()).toEqual([['Hi', text('Hello, world! Bye.')]]);
  });

  test('what holds the answer up there comes with it, and what ended meanwhile does not', async () => {
    const activity: AnswerActivity = { type: 'queued', position: 1, since: 1 };
    const { promise, resolve } = later<Result<ThreadSnapshot>>();
    const its = await loaded({ open: () => promise });
    const opened = its.agent.openThread('b');
    its.tell({ type: 'answer-activity', threadId: 'b', activity: null });
    resolve(ok({ ...snapshot('b'), activity }));
    await opened;
    expect(its.state()).toMatchObject({ threadId: 'b', activity: null });
  });

  test('the last one that was asked for is shown, whichever comes first', async () => {
    const slow = later<Result<ThreadSnapshot>>();
    const its = await loaded({ open: (id) => (id === 'b' ? slow.promise : Promise.resolve(ok(snapshot(id)))) });
    const first = its.agent.openThread('b');
    await its.agent.openThread('c');
    slow.resolve(ok(snapshot('b')));
    await first;
    expect(its.state().threadId).toBe('c');
  });

  test('one that this window has is shown at once, with what came meanwhile, and main tells the rest alone', async () => {
    const all = [prompt('p', 'Hi'), started('a', 'p'), said('a', 'Hello, '), said('a', 'world!'), said('a', ' Bye.')];
    const slow = later<Result<ThreadSnapshot>>();
    const asked: unknown[] = [];
    const its = await loaded({
      async open(id, have) {
        asked.push(have);
        return id === 't' ? ok(snapshot('t')) : have ? slow.promise : ok(snapshot(id, ...all.slice(0, 3)));
      },
    });
    await its.agent.openThread('b');
    await its.agent.openThread('t');
    its.entriesOf('b', 3, said('a', 'world!'));
    its.frame();
    const opened = its.agent.openThread('b');
    expect(its.texts()).toEqual([['Hi', text('Hello, world!')]]);
    expect(asked).toEqual([undefined, { edition: 'first', count: 0 }, { edition: 'first', count: 4 }]);
    its.entriesOf('b', 4, said('a', ' Bye.'));
    its.frame();
    slow.resolve(ok({ ...snapshot('b', ...all.slice(4)), from: 4 }));
    expect(await opened).toBe(true);
    expect(its.texts()).toEqual([['Hi', text('Hello, world! Bye.')]]);
  });

  test('one that is pointed at is there when it is opened, with what came meanwhile, and main tells the rest alone', async () => {
    const all = [prompt('p', 'Hi'), started('a', 'p'), said('a', 'Hello, '), said('a', 'world!')];
    const ahead = later<Result<ThreadSnapshot>>();
    const opening = later<Result<ThreadSnapshot>>();
    const asked: unknown[] = [];
    const its = await loaded({
      readAhead: () => ahead.promise,
      open(_id, have) {
        asked.push(have);
        return opening.promise;
      },
    });
    const pointed = its.agent.readAhead('b');
    its.entriesOf('b', 3, ...all.slice(3));
    its.frame();
    ahead.resolve(ok({ ...snapshot('b', ...all.slice(0, 3)), draft: { text: 'begun', images: [] } }));
    await pointed;
    expect(its.state()).toMatchObject({ threadId: 't', draft: '' });
    const opened = its.agent.openThread('b');
    expect(its.texts()).toEqual([['Hi', text('Hello, world!')]]);
    expect(asked).toEqual([{ edition: 'first', count: 4 }]);
    opening.resolve(ok({ ...snapshot('b'), from: 4 }));
    expect(await opened).toBe(true);
    expect(its.state()).toMatchObject({ threadId: 'b', draft: 'begun' });
  });

  test('one that is opened while it is read ahead is shown once, and nothing in it twice', async () => {
    const all = [prompt('p', 'Hi'), started('a', 'p'), said('a', 'Hello, ')];
    const ahead = later<Result<ThreadSnapshot>>();
    const its = await loaded({ readAhead: () => ahead.promise, open: async (id) => ok(snapshot(id, ...all)) });
    const pointed = its.agent.readAhead('b');
    await its.agent.openThread('b');
    its.entriesOf('b', 3, said('a', 'world!'));
    its.frame();
    ahead.resolve(ok(snapshot('b', ...all)));
    await pointed;
    expect(its.texts()).toEqual([['Hi', text('Hello, world!')]]);
  });

  test('one that is pointed at and cannot be read is passed over: opening it says why', async () => {
    const its = await loaded({
      readAhead: async () => fail('file-failed', 'It is gone.'),
      open: async () => fail('file-failed', 'It is gone.'),
    });
    await its.agent.readAhead('b');
    expect(its.state().problem).toBeNull();
    expect(await its.agent.openThread('b')).toBe(false);
    expect(its.state().problem?.message).toBe('It is gone.');
  });

  test('one that this window has and main cannot open gives way to the present one, which says why', async () => {
    let isGone = false;
    const its = await loaded({
      open: async (id) => (isGone ? fail('file-failed', 'The file is gone.') : ok(snapshot(id))),
    });
    await its.agent.openThread('b');
    await its.agent.openThread('c');
    isGone = true;
    expect(await its.agent.openThread('b')).toBe(false);
    expect(its.state()).toMatchObject({ threadId: 'c', problem: { message: 'The file is gone.' } });
  });

  test('one that is read anew by main meanwhile is shown as main has it', async () => {
    const its = await loaded({ open: async (id) => ok(snapshot(id, prompt('p', id))) });
    await its.agent.openThread('b');
    await its.agent.openThread('t');
    await its.agent.openThread('b');
    expect(its.texts()).toEqual([['b']]);
  });

  test('a new one begins with the words that are given; without one they stay', async () => {
    const its = await loaded();
    await its.agent.newThread('and now');
    expect(its.state()).toMatchObject({ threadId: 'new', draft: 'and now' });
    const without = await loaded({ newThread: () => Promise.reject(new Error('gone')) });
    await without.agent.newThread('and now');
    expect(without.state()).toMatchObject({ threadId: 't', draft: 'and now' });
  });

  test('one that cannot be opened leaves the present one, and says why', async () => {
    const its = await loaded({ open: async () => fail('file-failed', 'It is gone.') });
    its.agent.setDraft('kept');
    expect(await its.agent.openThread('b')).toBe(false);
    expect(its.state()).toMatchObject({ threadId: 't', draft: 'kept', problem: { message: 'It is gone.' } });
  });
});

describe('what comes late', () => {
  test('is added to its thread while another is shown, and is there when it is shown again', async () => {
    const its = await loaded();
    its.entries(0, prompt('p', 'Hi'), started('a', 'p'));
    its.frame();
    await its.agent.openThread('b');
    its.entries(2, said('a', 'Hello'));
    its.tell({ type: 'answer-activity', threadId: 't', activity: { type: 'reading', since: 1 } });
    its.frame();
    const { sessions, shown } = its.agent.store.getState();
    expect(shown).toBe('b');
    expect(sessions.t?.view.turns.map(({ answers }) => answers[0]?.parts)).toEqual([text('Hello')]);
    expect(sessions.t?.activity).toEqual({ type: 'reading', since: 1 });
    expect(its.texts()).toEqual([]);
  });

  test('also a failure: above the composer of the thread in which it was asked for, whatever is shown by then', async () => {
    const order = later<Result<null>>();
    const its = await loaded({ orderQueue: () => order.promise });
    const asked = its.agent.queue.order(['q']);
    await its.agent.openThread('b');
    order.resolve(fail('cancelled', 'It was sent.'));
    expect(await asked).toBe(false);
    expect(its.state().problem).toBeNull();
    await its.agent.openThread('t');
    expect(its.state().problem?.message).toBe('It was sent.');
  });

  test('a model that cannot be chosen is told where it was chosen', async () => {
    const choice = later<Result<string>>();
    const its = await loaded({ chooseModel: () => choice.promise });
    const chosen = its.agent.chooseModel('other:models/two');
    await its.agent.openThread('b');
    choice.resolve(fail('credential-missing', 'No key was given.'));
    await chosen;
    expect(its.state().problem).toBeNull();
    expect(its.agent.store.getState().sessions.t?.problem?.message).toBe('No key was given.');
  });

  test('what main was given there is confirmed there', async () => {
    const its = await loaded({ send: () => new Promise(() => {}) });
    its.agent.setDraft('Hi');
    void its.agent.send('Hi');
    await its.agent.openThread('b');
    its.entries(0, prompt('sent-1', 'Hi'));
    its.frame();
    expect(its.agent.store.getState().sessions.t?.sending).toEqual([]);
  });

  test('a gap is mended when the thread is shown again', async () => {
    const all = [prompt('p', 'Hi'), started('a', 'p'), said('a', 'Hello')];
    const its = await loaded({ open: async (id) => ok(snapshot(id, ...(id === 't' ? all : []))) });
    await its.agent.openThread('b');
    its.entries(2, said('a', 'Hello'));
    its.frame();
    expect(its.agent.store.getState().sessions.t?.entryCount).toBeNull();
    await its.agent.openThread('t');
    expect(its.texts()).toEqual([['Hi', text('Hello')]]);
  });
});

describe('what a person has in hand', () => {
  test('text, images and the problem stay with their thread', async () => {
    const its = await loaded({ send: async () => fail('network', 'No network.') });
    its.agent.setDraft('for t');
    await its.agent.images.add([new Blob(['cat'])]);
    await its.agent.send('for t');
    await its.agent.openThread('b');
    expect(its.state()).toMatchObject({ draft: '', images: [], problem: null });
    its.agent.setDraft('for b');
    await its.agent.newThread();
    expect(its.state()).toMatchObject({ threadId: 'new', draft: '' });
    await its.agent.openThread('t');
    expect(its.state()).toMatchObject({ draft: 'for t', images: [{ data: 'cat' }], problem: { code: 'network' } });
    await its.agent.openThread('b');
    expect(its.state()).toMatchObject({ draft: 'for b', images: [] });
  });

  test('what is written is there again when the window is loaded anew, until it is sent', async () => {
    const kept = new Map<string, Draft>();
    const nothing: Draft = { text: '', images: [] };
    const thread = async () => ({ ...snapshot('t', prompt('p', 'Earlier')), draft: kept.get('t') ?? nothing });
    const first = world({ thread }, undefined, kept);
    const close = first.agent.connect();
    await first.agent.load();
    first.agent.setDraft('for t');
    first.agent.startEditing('p');
    await first.agent.openThread('b');
    first.agent.setDraft('for b');
    await first.agent.images.add([new Blob(['cat'])]);
    const queued = { threadId: 'b', before: 'in the queue' };
    putEdit('q1', { ...queued, text: 'in the queue, changed' });
    putEdit('q2', { ...queued, text: 'in the queue' });
    close();
    for (const id of ['q1', 'q2']) dropEdit(id);

    const second = await loaded({ thread }, undefined, kept);
    expect(second.state()).toMatchObject({ threadId: 't', draft: 'Earlier\nfor t', editing: null });
    await second.agent.openThread('b');
    const draft = 'for b\nin the queue, changed';
    expect(second.state()).toMatchObject({ draft, images: [{ data: 'cat' }] });
    await second.agent.send(draft);
    // At once: a kill must not bring it back.
    expect([...kept]).toEqual([
      ['t', { text: 'Earlier\nfor t', images: [] }],
      ['b', nothing],
    ]);
  });

  test('what is typed is kept soon, also over what could not be kept', async () => {
    const kept = new Map<string, string>();
    let isBroken = true;
    const keepDraft = async (threadId: string, text: string) => {
      if (isBroken) throw new Error('gone');
      kept.set(threadId, text);
    };
    const its = await loaded({ keepDraft });
    its.agent.setDraft('a');
    await new Promise((resolve) => setTimeout(resolve, 300));
    isBroken = false;
    its.agent.setDraft('ab');
    await expect.poll(() => kept.get('t'), { timeout: 60_000 }).toBe('ab');
  });

  test('an image that is read late goes where it was added', async () => {
    const image = later<string>();
    const its = await loaded();
    const slowFile = Object.assign(new Blob(), { text: () => image.promise });
    const added = its.agent.images.add([slowFile]);
    await its.agent.openThread('b');
    image.resolve('cat');
    await added;
    expect(its.state()).toMatchObject({ threadId: 'b', images: [], reading: 0 });
    await its.agent.openThread('t');
    expect(its.state()).toMatchObject({ images: [imageOf('cat')], reading: 0 });
  });

  test('a prompt that waits for its image is sent from there, whatever is shown', async () => {
    const image = later<string>();
    const its = await loaded();
    void its.agent.images.add([Object.assign(new Blob(), { text: () => image.promise })]);
    its.agent.setDraft('Look');
    const sent = its.agent.send('Look');
    await its.agent.openThread('b');
    image.resolve('cat');
    await sent;
    expect(its.asked).toEqual(['send t Look [cat]']);
    await its.agent.openThread('t');
    expect(its.state()).toMatchObject({ draft: '', images: [], sending: [] });
  });

  test('what is on its way in one thread holds up no other, and is settled there', async () => {
    const first = later<Result<null>>();
    const sent: string[] = [];
    const its = await loaded({
      send: (threadId, { text: words }) => {
        sent.push(`${threadId} ${words}`);
        return threadId === 't' ? first.promise : Promise.resolve(ok(null));
      },
    });
    its.agent.setDraft('one');
    const going = its.agent.send('one');
    await its.agent.openThread('b');
    expect(its.state().sending).toEqual([]);
    its.agent.setDraft('two');
    await its.agent.send('two');
    expect(sent).toEqual(['t one', 'b two']);
    its.agent.setDraft('three');
    first.resolve(fail('network', 'No network.'));
    await going;
    expect(its.state()).toMatchObject({ draft: 'three', problem: null });
    await its.agent.openThread('t');
    expect(its.state()).toMatchObject({ draft: 'one', sending: [], problem: { code: 'network' } });
  });

  test('a prompt that waits for a model goes to the thread in which it was sent', async () => {
    const its = await loaded({ providers: async () => [] }, null);
    its.agent.setDraft('Hi');
    const sent = its.agent.send('Hi');
    await its.agent.openThread('b');
    its.tell({ type: 'providers', providers: [provider] });
    await sent;
    expect(its.asked).toEqual(['choose sample:models/one', 'send t Hi']);
    await its.agent.openThread('t');
    expect(its.state()).toMatchObject({ draft: '', sending: [] });
  });

  test('a slash command and a retry go on where they were asked for', async () => {
    const [command, retry] = [later<Result<null>>(), later<Result<null>>()];
    const its = await loaded({
      thread: async () => snapshot('t', prompt('p', 'Hi')),
      open: async (id) => ok(id === 't' ? snapshot('t', prompt('p', 'Hi'), started('a', 'p')) : snapshot(id)),
      runSlashCommand: () => command.promise,
      retry: () => retry.promise,
    });
    const retried = its.agent.retry();
    expect(phaseOf(its.state()).type).toBe('starting');
    await its.agent.openThread('b');
    const shout = { extensionId: 'x', extensionName: 'X', id: 's', name: 's', description: '', argument: '' };
    its.agent.setDraft('/s');
    const ran = its.agent.runCommand(shout, '');
    await its.agent.openThread('t');
    expect(its.state()).toMatchObject({ command: null, draft: '' });
    expect(phaseOf(its.state()).type).toBe('waiting');
    retry.resolve(ok(null));
    command.resolve(ok(null));
    await Promise.all([retried, ran]);
    await its.agent.openThread('b');
    expect(its.state()).toMatchObject({ command: null, draft: '' });
  });
});

test('the title is the one that was given, else the beginning of the prompt', () => {
  const text = `  What\n is ${'very '.repeat(20)}long`;
  const turn = { promptId: 'p', text, at: 1, parentId: null, versions: ['p'], answers: [] };
  const view = { turns: [turn], replies: [], shellRuns: [], unprompted: [] };
  expect(threadTitle({ ...view, title: { text: 'Length', by: 'person' } })).toBe('Length');
  expect(threadTitle(view)).toMatch(/^What is very .*…$/);
  expect(threadTitle(view).length).toBeLessThanOrEqual(80);
  expect(threadTitle({ ...view, turns: [{ ...turn, text: '', images: [imageOf('cat')] }] })).toBe('Image');
  const reply = { id: 'r', at: 1, command: '/shout hi', extensionName: 'X', text: 'HI', afterPromptId: null };
  expect(threadTitle({ ...view, replies: [reply], shellRuns: [] })).toBe('/shout hi');
  expect(threadTitle({ turns: [], replies: [], shellRuns: [], unprompted: [] })).toBe('New thread');
});
