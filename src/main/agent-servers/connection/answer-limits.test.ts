import { expect, test } from 'vitest';
import { msFor, whileHeard } from './answer-limits.ts';

test('an answer may take as long as something is heard, and no longer', async () => {
  let isSilent = false;
  let looked = 0;
  const waiting = whileHeard(
    new Promise(() => {}),
    20,
    () => {
      looked++;
      return isSilent ? 0 : performance.now();
    },
    () => 'It is silent.',
  );
  const over = expect(waiting).rejects.toMatchObject({ code: 'timeout', message: 'It is silent.' });
  await expect.poll(() => looked).toBeGreaterThan(3);
  isSilent = true;
  await over;
});

test('a prompt and a sign-in have no limit', () => {
  const limits = { openMs: 1, answerMs: 2 };
  const of = (method: string) => msFor(method, limits);
  expect(['session/load', 'logout', 'session/prompt', 'authenticate', 'auth/login'].map(of)).toEqual([
    ...[1, 2],
    ...[undefined, undefined, undefined],
  ]);
});
