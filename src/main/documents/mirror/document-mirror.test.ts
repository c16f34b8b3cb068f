import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DocumentEvent } from '../../../shared/contract/documents/document-events.ts';
import { createDocumentMirror } from './document-mirror.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const opened = (path: string, text: string, version = 0, languageId = 'plain'): DocumentEvent => ({
  type: 'opened',
  path,
  languageId,
  version,
  text,
});
const changed = (path: string, version: number, from: number, to: number, insert: string): DocumentEvent => ({
  type: 'changed',
  path,
  version,
  changes: [{ from, to, insert }],
});

function setUp() {
  const wanted: boolean[] = [];
  const mirror = createDocumentMirror({ publish: ({ isWanted }) => wanted.push(isWanted), documentsMs: 3_000 });
  /** An extension that handles each batch at once, or when `finish` is called. */
  function extension(id: string, isSlow = false) {
    const batches: DocumentEvent[][] = [];
    let finish = () => {};
    const send = (events: DocumentEvent[]) => {
      batches.push(events);
      return isSlow ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve();
    };
    return {
      batches,
      subscribe: () => mirror.subscribe(id, send),
      finish: async () => {
        finish();
        await vi.advanceTimersByTimeAsync(0);
      },
    };
  }
  return { mirror, wanted, extension };
}
const pass = () => vi.advanceTimersByTimeAsync(50);

describe('the mirror of open documents', () => {
  test('tells nothing of a file that may hold secrets but its language, and asks for no text of it', async () => {
    const { mirror, extension } = setUp();
    const reader = extension('x');
    const languages: string[] = [];
    mirror.onLanguage((languageId) => languages.push(languageId));
    void reader.subscribe();
    expect(mirror.report([opened('/p/.env', 'KEY=1', 0, 'properties'), changed('/p/.env', 1, 0, 0, 'x')])).toEqual([]);
    await pass();
    await reader.subscribe();
    expect(reader.batches.flat()).toEqual([]);
    expect(languages).toEqual(['properties']);
  });

  test.each([
    '/data/threads/exported/01234567-89ab-cdef-0123-456789abcdef/Notes.md',
    '/data/extension-state/other/texts/Report.md',
  ])('tells nothing of a text of the app: of a thread a person is asked first (%s)', async (path) => {
    const { mirror, extension } = setUp();
    const reader = extension('x');
    void reader.subscribe();
    expect(mirror.report([opened(path, 'said', 0, 'markdown'), changed(path, 1, 0, 0, 'x')])).toEqual([]);
    await pass();
    await reader.subscribe();
    expect(reader.batches.flat()).toEqual([]);
  });

  test('tells the run of an extension that subscribed last, also when the one before never said that it left', async () => {
    const { mirror, extension } = setUp();
    const earlier = extension('x');
    void earlier.subscribe();
    mirror.report([opened('/a', 'one')]);
    await pass();
    const count = earlier.batches.length;
    const later = extension('x');
    await later.subscribe();
    mirror.report([changed('/a', 1, 0, 0, 'more ')]);
    await pass();
    expect(later.batches.flat().map(({ type }) => type)).toEqual(['opened', 'changed']);
    expect(earlier.batches).toHaveLength(count);
  });

  test('is asked for by the first subscriber and given up with the last', async () => {
    const { mirror, wanted, extension } = setUp();
    expect(mirror.report([opened('/a', 'unasked')])).toEqual([]);
    void extension('x').subscribe();
    void extension('y').subscribe();
    mirror.unsubscribe('x');
    expect(wanted).toEqual([true]);
    mirror.report([opened('/a', 'one')]);
    mirror.unsubscribe('y');
    mirror.unsubscribe('y');
    expect(wanted).toEqual([true, false]);
    const late = extension('z');
    const subscribed = late.subscribe();
    mirror.report([]);
    await subscribed;
    expect(late.batches).toEqual([]);
  });

  test('is known when the subscription is done: all that is open comes first, in one batch', async () => {
    const { mirror, extension } = setUp();
    const first = extension('x');
    const subscribed = first.subscribe();
    mirror.report([opened('/a', 'one'), opened('/b', 'two')]);
    await subscribed;
    expect(first.batches).toEqual([[opened('/a', 'one'), opened('/b', 'two')]]);
    mirror.report([changed('/a', 1, 3, 3, '!')]);
    const second = extension('y');
    await second.subscribe();
    expect(second.batches).toEqual([[opened('/a', 'one!', 1), opened('/b', 'two')]]);
    await first.subscribe();
    expect(first.batches.at(-1)).toEqual([opened('/a', 'one!', 1), opened('/b', 'two')]);
  });

  test('waits for a window that says nothing no longer than three seconds', async () => {
    const { extension } = setUp();
    const subscribed = extension('x').subscribe();
    await vi.advanceTimersByTimeAsync(3000);
    await subscribed;
  });

  test('gathers what happens for a moment, each change by itself', async () => {
    const { mirror, extension } = setUp();
    const one = extension('x');
    void one.subscribe();
    mirror.report([opened('/a', '')]);
    await pass();
    const events = [changed('/a', 1, 0, 0, 'a'), changed('/a', 2, 1, 1, 'b')];
    for (const event of events) mirror.report([event]);
    mirror.report([
      { type: 'saved', path: '/a', version: 2 },
      { type: 'closed', path: '/a' },
    ]);
    expect(one.batches).toHaveLength(1);
    await pass();
    expect(one.batches[1]).toEqual([
      ...events,
      { type: 'saved', path: '/a', version: 2 },
      { type: 'closed', path: '/a' },
    ]);
  });

  test.each([
    ['a version is missing', changed('/a', 2, 0, 0, 'x')],
    ['a version comes again', changed('/a', 0, 0, 0, 'x')],
    ['a change is beyond the end', changed('/a', 1, 4, 4, 'x')],
    ['a change runs backwards', changed('/a', 1, 2, 1, 'x')],
    ['another version was saved', { type: 'saved', path: '/a', version: 5 } as DocumentEvent],
    ['a document is unknown', changed('/b', 1, 0, 0, 'x')],
  ])('asks for the whole text when %s, and passes nothing on until it has it', async (_, event) => {
    const { mirror, extension } = setUp();
    const one = extension('x');
    void one.subscribe();
    mirror.report([opened('/a', 'one')]);
    await pass();
    expect(mirror.report([event])).toEqual([event.path]);
    expect(mirror.report([changed(event.path, 1, 0, 0, 'y')])).toEqual([event.path]);
    await pass();
    expect(one.batches).toHaveLength(1);
    expect(mirror.report([opened(event.path, 'whole', 7), changed(event.path, 8, 5, 5, '!')])).toEqual([]);
    await pass();
    expect(one.batches[1]).toEqual([opened(event.path, 'whole', 7), changed(event.path, 8, 5, 5, '!')]);
  });

  test('has the text after thousands of changes', async () => {
    const { mirror, extension } = setUp();
    mirror.want(true);
    mirror.report([opened('/a', '')]);
    let text = '';
    for (let version = 1; version <= 5000; version++) {
      const at = (version * 7919) % (text.length + 1);
      const to = Math.min(text.length, at + (version % 3));
      const insert = String(version);
      mirror.report([changed('/a', version, at, to, insert)]);
      text = text.slice(0, at) + insert + text.slice(to);
    }
    const one = extension('x');
    await one.subscribe();
    expect(one.batches).toEqual([[opened('/a', text, 5000)]]);
  });

  test('tells a subscriber that cannot follow everything anew, when it is ready', async () => {
    const { mirror, extension } = setUp();
    const slow = extension('x', true);
    const quick = extension('y');
    void slow.subscribe();
    void quick.subscribe();
    mirror.report([opened('/a', ''), opened('/gone', '')]);
    await pass();
    expect(slow.batches).toHaveLength(1);
    const megabyte = 'x'.repeat(1024 * 1024);
    for (let version = 1; version <= 6; version++) {
      mirror.report([changed('/a', version, 0, 0, megabyte)]);
      await pass();
    }
    mirror.report([{ type: 'closed', path: '/gone' }]);
    await pass();
    expect(slow.batches).toHaveLength(1);
    expect(quick.batches.flat()).toHaveLength(9);
    await slow.finish();
    expect(slow.batches).toHaveLength(2);
    expect(slow.batches[1]).toEqual([{ type: 'closed', path: '/gone' }, opened('/a', megabyte.repeat(6), 6)]);
    await slow.finish();
    mirror.report([changed('/a', 7, 0, 0, 'y')]);
    await pass();
    expect(slow.batches[2]).toEqual([changed('/a', 7, 0, 0, 'y')]);
  });

  test('has one batch on its way to each subscriber', async () => {
    const { mirror, extension } = setUp();
    const slow = extension('x', true);
    void slow.subscribe();
    mirror.report([opened('/a', '')]);
    await pass();
    for (let version = 1; version <= 3; version++) {
      mirror.report([changed('/a', version, 0, 0, 'y')]);
      await pass();
    }
    expect(slow.batches).toHaveLength(1);
    await slow.finish();
    expect(slow.batches[1]).toHaveLength(3);
    mirror.report([changed('/a', 4, 0, 0, 'y')]);
    mirror.unsubscribe('x');
    await slow.finish();
    await pass();
    expect(slow.batches).toHaveLength(2);
  });

  test('tells languages when somebody wants them, once for a document', () => {
    const { mirror, wanted } = setUp();
    const heard: string[] = [];
    mirror.want(true);
    mirror.want(true);
    expect(wanted).toEqual([true]);
    mirror.report([opened('/a', '', 0, 'python')]);
    const undo = mirror.onLanguage((languageId) => heard.push(languageId));
    mirror.report([opened('/b', '', 0, 'rust'), opened('/b', '', 1, 'rust'), opened('/b', '', 2, 'lua')]);
    undo();
    mirror.report([opened('/c', '', 0, 'go')]);
    expect(heard).toEqual(['python', 'rust', 'lua']);
    mirror.want(false);
    expect(wanted).toEqual([true, false]);
    mirror.report([opened('/d', '', 0, 'late')]);
    mirror.onLanguage((languageId) => heard.push(languageId));
    expect(heard).not.toContain('late');
  });

  test('forgets what a window had open that was loaded anew', async () => {
    const { mirror, extension } = setUp();
    const one = extension('x');
    void one.subscribe();
    mirror.report([opened('/a', 'one'), opened('/b', 'two')]);
    await pass();
    mirror.reset();
    mirror.report([opened('/b', 'two', 3)]);
    await pass();
    expect(one.batches[1]).toEqual([
      { type: 'closed', path: '/a' },
      { type: 'closed', path: '/b' },
      opened('/b', 'two', 3),
    ]);
  });
});
