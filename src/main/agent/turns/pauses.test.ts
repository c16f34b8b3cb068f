import { expect, test } from 'vitest';
import { createPauses, type Pauses } from './pauses.ts';

test('whoever shows it is told when a thread begins to ask, and when it does no more', async () => {
  const told: boolean[] = [];
  const pauses: Pauses = createPauses(() => told.push(pauses.isAsking('a')));
  const { signal } = new AbortController();
  const asked = pauses.ask('a', signal);
  pauses.answer('b', true);
  expect([told, pauses.isAsking('b')]).toEqual([[true], false]);
  pauses.answer('a', true, { tokens: 5 });
  expect(await asked).toEqual({ goesOn: true, limit: { tokens: 5 } });
  const forgotten = pauses.ask('a', signal);
  pauses.forget('a');
  expect(await forgotten).toEqual({ goesOn: false });
  expect(told).toEqual([true, false, true, false]);
});
