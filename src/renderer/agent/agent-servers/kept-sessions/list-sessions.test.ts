import { expect, test } from 'vitest';
import type { KeptSessionPage } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { fail, ok, type Result } from '../../../../shared/contract/errors.ts';
import { type ListedSessions, listSessions } from './list-sessions.ts';

const session = (id: string) => ({ id, title: `Title ${id}` });

/** What is shown after each page. */
async function shownOf(
  ask: (cursor: string | null) => Result<KeptSessionPage>,
  signal = new AbortController().signal,
): Promise<ListedSessions[]> {
  const shown: ListedSessions[] = [];
  await listSessions(
    async (cursor) => ask(cursor),
    (listed) => shown.push(listed),
    signal,
  );
  return shown;
}

test('all pages are listed, each session once', async () => {
  const shown = await shownOf((cursor) =>
    ok(
      cursor === null
        ? { sessions: [session('a'), session('b')], next: '2' }
        : { sessions: [session('b'), session('c')], next: null },
    ),
  );
  expect(shown.map(({ sessions, isListing }) => [sessions.map(({ id }) => id).join(''), isListing])).toEqual([
    ['ab', true],
    ['abc', false],
  ]);
});

test('a page that fails is said, and what came before stays', async () => {
  const shown = await shownOf((cursor) =>
    cursor === null ? ok({ sessions: [session('a')], next: '2' }) : fail('agent-failed', 'It broke.'),
  );
  expect(shown.at(-1)).toMatchObject({ sessions: [session('a')], isListing: false, failure: { message: 'It broke.' } });
});

test('an agent that has no end of pages comes to one', async () => {
  expect(await shownOf(() => ok({ sessions: [session('a')], next: 'same' }))).toHaveLength(2);
  let count = 0;
  const endless = await shownOf(() =>
    ok({ sessions: [session(`${++count}`), session(`${++count}`)], next: `${count}` }),
  );
  expect(endless.at(-1)).toMatchObject({ isListing: false, isCut: true });
  expect(endless.at(-1)?.sessions).toHaveLength(500);
});

test('a picker that is gone is told nothing', async () => {
  expect(await shownOf(() => ok({ sessions: [session('a')], next: null }), AbortSignal.abort())).toEqual([]);
});
