import { expect, test, vi } from 'vitest';
import { serveModule } from './test-support/serve-module.ts';

/** One extension with several concurrent answers, over its port. */

async function polling(members: string) {
  const served = serveModule(`
    let started = 0;
    const left = {};
    export const activate = (context) => void context.languageModels.registerProvider(
      { id: 'p', name: 'P' },
      {
        ...calls,
        streamCompletionStart() { started += 1; left[started] = 600; return String(started); },
        streamCompletionNext: (id) => (left[id]-- > 0 ? { type: 'text', value: id } : null),
        streamCompletionClose: (id) => note('closed ' + id),
        ${members}
      },
    );`);
  await served.main.call('activate', { reason: 'test' });
  return served;
}

async function countOf(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of events) count += 1;
  return count;
}

test.each([
  [
    '`next` never answers',
    `streamCompletionNext: (id) => id === '1' ? new Promise(() => {}) : left[id]-- > 0 ? { type: 'text', value: id } : null,`,
  ],
  [
    '`start` never answers',
    `streamCompletionStart() { started += 1; left[started] = 600; return started === 1 ? new Promise(() => {}) : String(started); },`,
  ],
  [
    '`close` never answers',
    `streamCompletionClose: (id) => { note('closed ' + id); return id === '1' ? new Promise(() => {}) : undefined; },`,
  ],
])('an answer whose %s does not hold up another, nor a call', async (_what, members) => {
  const { main, completion, notes } = await polling(members);
  const blocked = countOf(completion()).catch(() => undefined);
  expect(await countOf(completion())).toBe(600);
  expect(await main.call('provider.isAuthenticated', { providerId: 'p' })).toBe(true);
  await vi.waitFor(() => expect(notes().filter((note) => note === 'closed 2')).toEqual(['closed 2']));
  main.close();
  await blocked;
});

test('an answer that nobody takes does not hold up another', async () => {
  const { main, completion, notes } = await polling('');
  const paused = completion()[Symbol.asyncIterator]();
  await paused.next();
  expect(await countOf(completion())).toBe(600);
  expect(notes()).toEqual(['closed 2']);
  await paused.return?.();
  await vi.waitFor(() => expect(notes()).toEqual(['closed 2', 'closed 1']));
  await main.call('deactivate', null);
  expect(notes()).toHaveLength(2);
});

test('an answer with an event that cannot be sent is closed once, and the other goes on', async () => {
  const { completion, notes } = await polling(
    `streamCompletionNext: (id) => id === '1' ? { type: 'text', value: () => 'no' } : left[id]-- > 0 ? { type: 'text', value: id } : null,`,
  );
  const [broken, whole] = await Promise.allSettled([countOf(completion()), countOf(completion())]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'not-cloneable' } });
  expect(whole).toEqual({ status: 'fulfilled', value: 600 });
  await vi.waitFor(() => expect(notes().sort()).toEqual(['closed 1', 'closed 2']));
});

test('twenty answers at once come whole, in their order, and are closed once each', async () => {
  const { completion, notes } = await polling(`
    streamCompletionNext: (id) => (left[id] > 0 ? { type: 'text', value: id + ' ' + left[id]-- } : null),`);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const seen: string[] = [];
      for await (const event of completion()) seen.push((event as { value: string }).value);
      return seen;
    }),
  );
  const ids = answers.map((seen) => seen[0]?.split(' ')[0]);
  expect(new Set(ids).size).toBe(20);
  for (const [index, seen] of answers.entries()) {
    expect(seen).toEqual(Array.from({ length: 600 }, (_, n) => `${ids[index]} ${600 - n}`));
  }
  expect(notes().sort()).toEqual(ids.map((id) => `closed ${id}`).sort());
});
