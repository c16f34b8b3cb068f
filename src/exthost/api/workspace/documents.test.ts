import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { DocumentEvent, TextChange } from '../../../shared/contract/documents/document-events.ts';
import type { ExtensionDocument } from '../../../shared/contract/extension-api/extension-documents.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { connectContext } from '../../test-support/connect-context.ts';

const opened = (path: string, text: string, version = 1): DocumentEvent & { type: 'opened' } => ({
  type: 'opened',
  path,
  languageId: 'text',
  version,
  text,
});
const insert = (path: string, version: number, text: string, at = 0): DocumentEvent => ({
  type: 'changed',
  path,
  version,
  changes: [{ from: at, to: at, insert: text }],
});

/** A context with a main that has open documents, and sends them whole before it answers a subscription. */
function open(...documents: (DocumentEvent & { type: 'opened' })[]) {
  const whole = new Map(documents.map((document) => [document.path, document]));
  const connected = connectContext({
    'document.subscribe'() {
      void send(...whole.values(), ...amongThem.splice(0));
      return null;
    },
  });
  /** Sent once, after the next whole documents and before the answer. */
  const amongThem: DocumentEvent[] = [];
  const send = (...events: DocumentEvent[]) => connected.main.call('document.events', { events });
  const heard: string[] = [];
  const { documents: api } = connected.context;
  const listen = () => {
    api.onOpen(({ path, text }) => void heard.push(`opened ${path} ${text}`));
    api.onChange(({ path, text, version }) => void heard.push(`changed ${path} ${version} ${text}`));
    api.onSave(({ path, version }) => void heard.push(`saved ${path} ${version}`));
    api.onClose((path) => void heard.push(`closed ${path}`));
  };
  const asks = () => connected.asked.filter(([name]) => name === 'document.subscribe').length;
  return { ...connected, whole, amongThem, send, heard, listen, asks, api };
}

describe('the open documents', () => {
  test('are asked for once, by whatever is used first', async () => {
    const { api, asks, listen, asked } = open(opened('/a', 'one'), opened('/b', 'two', 7));
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual([]);
    listen();
    expect(await api.list()).toEqual([
      { path: '/a', languageId: 'text', version: 1, text: 'one' },
      { path: '/b', languageId: 'text', version: 7, text: 'two' },
    ]);
    expect(asks()).toBe(1);
  });

  test('tell their listeners what happens from then on, in order, and not what was open before', async () => {
    const { api, heard, listen, send } = open(opened('/a', 'one'));
    listen();
    await api.list();
    await send(
      opened('/b', ''),
      insert('/b', 2, 'x'),
      {
        type: 'changed',
        path: '/b',
        version: 3,
        changes: [
          { from: 0, to: 1, insert: 'yz' },
          { from: 1, to: 2, insert: '' },
        ],
      },
      { type: 'saved', path: '/b', version: 2 },
      { type: 'closed', path: '/a' },
      { type: 'closed', path: '/never' },
    );
    expect(heard).toEqual(['opened /b ', 'changed /b 2 x', 'changed /b 3 y', 'saved /b 3', 'closed /a']);
    expect((await api.list()).map(({ path, text }) => path + text)).toEqual(['/by']);
  });

  test('are as they were at their version, whatever comes later and whoever holds them', async () => {
    const { api, send } = open(opened('/a', 'one'));
    const [before] = await api.list();
    await send(insert('/a', 2, '+'));
    expect(before?.text).toBe('one');
    expect(() => Object.assign(before as ExtensionDocument, { text: 'mine' })).toThrow(TypeError);
  });

  test('a listener that throws is logged; the others hear, and the text is right', async () => {
    const { api, heard, listen, send, logged } = open(opened('/a', 'one'));
    api.onChange(() => {
      throw new Error('cannot hear');
    });
    listen();
    await api.list();
    await send(insert('/a', 2, '+'), insert('/a', 3, '+'));
    expect(heard).toEqual(['changed /a 2 +one', 'changed /a 3 ++one']);
    await vi.waitFor(() => expect(logged()).toHaveLength(2));
    expect(logged()[0]).toContain('A listener of documents.onChange failed: Error: cannot hear');
  });

  test('a listener that is disposed hears no more', async () => {
    const { api, send } = open(opened('/a', 'one'));
    const hear = vi.fn();
    const listening = api.onChange(hear);
    await api.list();
    await send(insert('/a', 2, '+'));
    listening.dispose();
    await send(insert('/a', 3, '+'));
    expect(hear).toHaveBeenCalledOnce();
  });

  test('that may not be read reject `list`, and a listener finds the reason in the log; asking again tries again', async () => {
    let isAllowed = false;
    const { context, logged } = connectContext({
      'document.subscribe'() {
        if (!isAllowed) throw new Error('The manifest does not ask for the workspace');
        return null;
      },
    });
    context.documents.onOpen(() => undefined);
    await expect(context.documents.list()).rejects.toThrow('does not ask for the workspace');
    await vi.waitFor(() => expect(logged().join()).toContain('Reading the open documents failed'));
    isAllowed = true;
    expect(await context.documents.list()).toEqual([]);
  });
});

describe('a document whose events do not follow from what is known', () => {
  test.each<[string, DocumentEvent]>([
    ['a change was lost', insert('/a', 3, 'x')],
    ['a change came twice', insert('/a', 1, 'x')],
    ['a change lies behind the end', insert('/a', 2, 'x', 4)],
    [
      'a change ends before it begins',
      { type: 'changed', path: '/a', version: 2, changes: [{ from: 2, to: 1, insert: '' }] },
    ],
    ['a change came before it was saved', { type: 'saved', path: '/a', version: 2 }],
    ['it was never told of', insert('/b', 2, 'x')],
  ])('because %s is told whole again, once', async (_why, event) => {
    const { api, heard, listen, send, whole, asks } = open(opened('/a', 'one'), opened('/same', 's'));
    listen();
    await api.list();
    whole.set('/a', opened('/a', 'whole', 9));
    whole.set('/b', opened('/b', 'new', 2));
    await send(event, insert('/a', 9, 'y'), insert('/b', 7, 'y'), { type: 'saved', path: '/a', version: 1 });
    await vi.waitFor(() => expect(heard).toEqual(['changed /a 9 whole', 'opened /b new']));
    expect((await api.list()).map(({ path, text }) => path + text)).toEqual(['/awhole', '/sames', '/bnew']);
    expect(asks()).toBe(2);
    await send(insert('/a', 10, '+'));
    expect(heard.at(-1)).toBe('changed /a 10 +whole');
  });

  test('is told to have closed when it is open no more, and to have opened anew when its count begins again', async () => {
    const { api, heard, listen, send, whole } = open(opened('/a', 'one'), opened('/b', 'two', 5));
    listen();
    await api.list();
    whole.delete('/a');
    whole.set('/b', opened('/b', 'two', 1));
    await send(insert('/a', 9, 'x'));
    await vi.waitFor(() => expect(heard).toEqual(['closed /b', 'opened /b two', 'closed /a']));
  });

  test('is asked for again when it breaks while it is being told', async () => {
    const { api, heard, listen, send, whole, amongThem, asks } = open(opened('/a', 'one'));
    listen();
    await api.list();
    whole.set('/a', opened('/a', 'whole', 5));
    amongThem.push(insert('/a', 9, 'x'));
    await send(insert('/a', 3, 'x'));
    await vi.waitFor(() => expect(asks()).toBe(3));
    await send(insert('/a', 6, '+'));
    expect(heard).toEqual(['changed /a 5 whole', 'changed /a 6 +whole']);
  });
});

/** Applies the changes that a listener gets, as a follower of changes would. */
const follow = (text: string, changes: readonly TextChange[]) =>
  changes.reduce((before, { from, to, insert }) => before.slice(0, from) + insert + before.slice(to), text);

test('random edits arrive as they were made, and lost or repeated batches heal', { tags: ['search'] }, async () => {
  const paths = ['/a', '/b', '/c'];
  const edit = fc.record({
    path: fc.constantFrom(...paths),
    kind: fc.constantFrom('change', 'change', 'change', 'close', 'open'),
    places: fc.array(
      fc.record({ at: fc.nat(), length: fc.nat(5), insert: fc.string({ unit: 'binary', maxLength: 4 }) }),
      {
        maxLength: 3,
      },
    ),
    fate: fc.constantFrom('sent', 'sent', 'sent', 'held', 'lost', 'twice'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 40 }), async (edits) => {
      const { api, whole, send, asks } = open(opened('/a', 'start'));
      const diverged: string[] = [];
      const followed = new Map<string, string>();
      api.onOpen(({ path, text }) => void followed.set(path, text));
      api.onClose((path) => void followed.delete(path));
      api.onChange(({ path, text }, changes) => {
        followed.set(path, follow(followed.get(path) ?? '', changes));
        if (followed.get(path) !== text) diverged.push(path);
      });
      for (const { path, text } of await api.list()) followed.set(path, text);

      let held: DocumentEvent[] = [];
      const make = ({ path, kind, places }: Omit<(typeof edits)[number], 'fate'>): DocumentEvent | undefined => {
        const document = whole.get(path);
        if (!document) {
          if (kind === 'open') whole.set(path, opened(path, 'anew'));
          return whole.get(path);
        }
        if (kind === 'close' && whole.delete(path)) return { type: 'closed', path };
        let { text } = document;
        const changes = places.map(({ at, length, insert }) => {
          const from = at % (text.length + 1);
          const change = { from, to: Math.min(text.length, from + length), insert };
          text = follow(text, [change]);
          return change;
        });
        whole.set(path, opened(path, text, document.version + 1));
        return { type: 'changed', path, version: document.version + 1, changes };
      };
      for (const { fate, ...what } of edits) {
        const event = make(what);
        if (event) held.push(event);
        if (fate === 'held') continue;
        if (fate !== 'lost') await send(...held);
        if (fate === 'twice') await send(...held);
        held = [];
      }
      await send(...held);
      // A loss is noticed at the next event of its document, so that at the end every document changes.
      for (const path of paths) {
        const last = whole.get(path) ? make({ path, kind: 'change', places: [] }) : undefined;
        if (last) await send(last);
      }
      const documents = (of: Iterable<ExtensionDocument>) =>
        [...of].map(({ path, version, text }) => `${path} ${version} ${text}`).sort();
      if (edits.every(({ fate }) => fate === 'sent' || fate === 'held')) {
        expect(documents(await api.list())).toEqual(documents(whole.values()));
        expect(asks()).toBe(1);
      }
      // A lost closing is noticed when anything makes the mirror ask for all documents again.
      await send(insert('/never', 2, 'x'));
      await vi.waitFor(async () => expect(documents(await api.list())).toEqual(documents(whole.values())));
      expect(Object.fromEntries(followed)).toEqual(
        Object.fromEntries([...whole.values()].map(({ path, text }) => [path, text])),
      );
      expect(diverged).toEqual([]);
    }),
    { numRuns: lengthOf(30, 1_000) },
  );
});
