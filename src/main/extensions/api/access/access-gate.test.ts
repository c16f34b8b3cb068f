import { expect, test } from 'vitest';
import type { Access } from '../../../../shared/contract/access.ts';
import type { QuestionAnswer } from '../../../../shared/contract/question.ts';
import { manifestOf } from '../test-support/manifests.ts';
import { personWith } from '../test-support/person.ts';
import { createAccessGate } from './access-gate.ts';

/** @param answers of the person, one a question */
function gateOf(...answers: QuestionAnswer[]) {
  const { ask, shown } = personWith(...answers);
  const kept: Access[] = [];
  let origin = '/user/one';
  const gate = createAccessGate({
    ask,
    originOf: () => origin,
    allowed: () => kept,
    async keep(_id, access) {
      kept.push(access);
    },
  });
  const runtime = { kind: 'worker', main: 'main.js' };
  const caller = manifestOf('one', { runtime, capabilities: { network: ['a.test'] } });
  const permit = (access: Access, who = caller) =>
    gate.permit(who, access, new AbortController().signal).then(
      () => 'let',
      (error) => `${error.code}: ${error.message}`,
    );
  const moveTo = (folder: string) => {
    origin = folder;
  };
  return { permit, shown, kept, moveTo };
}
const denied = 'access-denied: You have not let Extension one read your threads.';

test('asks once, with the extension’s name and where it may send things', async () => {
  const { permit, shown } = gateOf('allow');
  expect(await Promise.all([permit('read-threads'), permit('read-threads')])).toEqual(['let', 'let']);
  expect(await permit('read-threads')).toBe('let');
  expect(shown).toMatchObject([
    { type: 'access', access: 'read-threads', hosts: ['a.test'], title: 'Let Extension one read your threads?' },
  ]);
});

test('two hundred handlers may wait for one answer', async () => {
  const { permit, shown } = gateOf('allow');
  const all = await Promise.all(Array.from({ length: 200 }, () => permit('read-threads')));
  expect(new Set(all)).toEqual(new Set(['let']));
  expect(shown).toHaveLength(1);
});

test('a refusal holds for the run of the app, and putting it off for one time', async () => {
  const { permit, shown } = gateOf(null, 'deny', 'allow');
  expect(await permit('read-threads')).toBe(denied);
  expect(await permit('read-threads')).toBe(denied);
  expect(await permit('read-threads')).toBe(denied);
  expect(shown).toHaveLength(2);
});

test('who may change threads may read them, and may not ask models for that', async () => {
  const { permit, shown } = gateOf('allow', 'deny');
  expect(await permit('change-threads')).toBe('let');
  expect(await permit('read-threads')).toBe('let');
  expect(await permit('ask-models')).toContain('You have not let Extension one ask your models.');
  expect(shown).toHaveLength(2);
});

test('“always” is kept, and holds only as long as it is', async () => {
  const { permit, shown, kept } = gateOf('always', 'deny');
  expect(await permit('ask-models')).toBe('let');
  expect(kept).toEqual(['ask-models']);
  expect(await permit('ask-models')).toBe('let');
  kept.length = 0;
  expect(await permit('ask-models')).toContain('access-denied');
  expect(shown).toHaveLength(2);
});

test('an answer is for the copy that asked: neither for another of its id, nor for another extension', async () => {
  const { permit, shown, moveTo } = gateOf('allow', 'deny', 'deny');
  expect(await permit('read-threads')).toBe('let');
  expect(await permit('read-threads', manifestOf('two'))).toContain('access-denied');
  moveTo('/work/.outrigger/one');
  expect(await permit('read-threads')).toBe(denied);
  expect(shown).toHaveLength(3);
});

test('one that runs outside the sandbox may send things to any server, whatever its manifest says', async () => {
  const { permit, shown } = gateOf('deny');
  await permit('read-threads', manifestOf('two', { capabilities: { network: ['a.test'] } }));
  expect(shown).toMatchObject([{ hosts: ['*'] }]);
});
