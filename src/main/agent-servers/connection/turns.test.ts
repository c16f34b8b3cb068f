import { expect, test } from 'vitest';
import { FailureError } from '../../../shared/contract/errors.ts';
import { createTurns } from './turns.ts';

const running = { sessionUpdate: 'state_update', state: 'running' };
const idle = (stopReason?: string) => ({ sessionUpdate: 'state_update', state: 'idle', stopReason });
const done = { end: { type: 'stop', reason: 'end-turn' } };

/** A session of version 2 with a prompt that was sent. */
function sent() {
  const turns = createTurns('Agent', String);
  const ends: unknown[] = [];
  const ask = () => void turns.begin('s').then((end) => ends.push(end));
  return { turns, ask, ends, tell: (state: object) => turns.stateTold('s', state) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the end of work that a prompt came into is not the end of its turn', async () => {
  const { turns, ask, ends, tell } = sent();
  expect(tell(running)).toEqual([{ type: 'state', isRunning: true }]);
  ask();
  expect(tell(idle('end_turn'))).toEqual([{ type: 'state', isRunning: false }]);
  turns.accepted('s');
  // Repeated, as its background changes.
  expect(tell(idle())).toEqual([]);
  await settled();
  expect(ends).toEqual([]);
  expect(tell(running)).toEqual([]);
  tell(idle());
  await settled();
  expect(ends).toEqual([done]);
  // Repeated, it is no second end, and no work of its own.
  expect(tell(idle())).toEqual([]);
});

test('a turn that is over before it is known to be accepted ends once it is', async () => {
  const { turns, ask, ends, tell } = sent();
  ask();
  tell(running);
  tell({ ...idle('max_tokens'), usage: { inputTokens: 1, outputTokens: 2 } });
  await settled();
  expect(ends).toEqual([]);
  turns.accepted('s');
  await settled();
  expect(ends).toEqual([{ end: { type: 'stop', reason: 'max-tokens' }, tokens: { input: 1, output: 2 } }]);
});

test('what was cancelled ends as stopped, with or without a reason, and by an error', async () => {
  const { turns, ask, ends, tell } = sent();
  ask();
  turns.accepted('s');
  turns.cancelled('s');
  tell(idle());
  ask();
  turns.cancelled('s');
  turns.failed('s', new FailureError({ code: 'agent-failed', message: 'Aborted' }));
  await settled();
  expect(ends).toEqual([{ end: { type: 'stopped-by-person' } }, { end: { type: 'stopped-by-person' } }]);
});

test('an error is the agent’s own, without secrets; that the agent is gone is told even after Stop', async () => {
  const turns = createTurns('Agent', (text) => text.replace('s3cret', '[removed]'));
  const first = turns.begin('s');
  turns.accepted('s');
  turns.stateTold('s', { ...idle('error'), error: { code: -1, message: 'no s3cret' } });
  await expect(first).resolves.toMatchObject({
    end: { type: 'failed', failure: { code: 'agent-failed', message: 'Agent could not finish: no [removed]' } },
  });
  const second = turns.begin('s');
  turns.cancelled('s');
  turns.allFailed(new FailureError({ code: 'agent-gone', message: 'Gone.' }));
  await expect(second).rejects.toMatchObject({ code: 'agent-gone' });
});

test('tokens that cannot be counted are left out, as nobody could read them again', async () => {
  const turns = createTurns('Agent', String);
  const end = turns.begin('s');
  turns.answered('s', { stopReason: 'end_turn', usage: { inputTokens: -1, outputTokens: 2.5 } });
  expect(await end).toEqual(done);
});
