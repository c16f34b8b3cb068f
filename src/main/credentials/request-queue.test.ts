import { expect, test } from 'vitest';
import { createRequestQueue } from './request-queue.ts';

test('a key that is tried is not given up because the call that asks again meanwhile is', async () => {
  const ended: string[] = [];
  const shown = Promise.withResolvers<string>();
  const queue = createRequestQueue({
    destination: async () => 'keychain',
    show: ({ id }) => shown.resolve(id),
    ended: (id) => void ended.push(id),
    newId: () => 'request-1',
  });
  const question = {
    ...{ extensionId: 'nova', extensionName: 'Nova', providerId: 'nova', providerName: 'Nova' },
    ...{ credentialType: 'api-key' as const, label: 'Key', placeholder: '', replaces: false },
  };
  const asked = queue.ask(question, new AbortController().signal);
  const taken = queue.take(await shown.promise);
  if (taken === null || taken === 'taken') throw new Error('It cannot be answered.');
  taken.give(() => {});
  expect(await asked).toBe(true);
  const again = new AbortController();
  const askedAgain = queue.ask(question, again.signal);
  again.abort();
  expect([await askedAgain, ended]).toEqual([false, []]);
  taken.settle(true);
  expect(ended).toEqual(['request-1']);
});
