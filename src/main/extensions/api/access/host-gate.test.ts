import { expect, test } from 'vitest';
import type { QuestionAnswer } from '../../../../shared/contract/question.ts';
import { manifestOf } from '../test-support/manifests.ts';
import { personWith } from '../test-support/person.ts';
import { createHostGate } from './host-gate.ts';

/** @param answers of the person, one a question */
function gateOf(...answers: QuestionAnswer[]) {
  const { ask, shown } = personWith(...answers);
  const kept: string[] = [];
  let waiting = 0;
  let origin = '/user/one';
  const gate = createHostGate({
    ask,
    originOf: () => origin,
    isAllowed: (_id, host) => kept.includes(host),
    async keep(_id, host) {
      kept.push(host);
    },
    asking() {
      waiting += 1;
      return () => {
        waiting -= 1;
      };
    },
  });
  const runtime = { kind: 'wasm', main: 'extension.wasm' };
  const one = manifestOf('one', { runtime, capabilities: { network: ['ask'], workspace: 'read' } });
  const permit = (url: string, signal = new AbortController().signal, caller = one) =>
    gate.permit(caller, new URL(url), signal).then(
      () => 'let',
      (error) => `${error.code}: ${error.message}`,
    );
  const moveTo = (folder: string) => {
    origin = folder;
  };
  return { permit, shown, kept, moveTo, waits: () => waiting };
}

test('asks once for each host, with what the extension could tell it', async () => {
  const { permit, shown, waits } = gateOf('allow', 'allow');
  expect(await Promise.all([permit('https://a.test/x'), permit('https://a.test/y')])).toEqual(['let', 'let']);
  expect(await permit('https://b.test/')).toBe('let');
  expect(shown).toMatchObject([
    { type: 'host', host: 'a.test', reads: true, title: 'Let Extension one talk to a.test?' },
    { type: 'host', host: 'b.test' },
  ]);
  expect(waits()).toBe(0);
});

test('scheme and port are a part of what is asked about, but for https at its own', async () => {
  const { permit, shown } = gateOf('allow', 'allow', 'allow', 'allow');
  for (const url of ['https://a.example/', 'https://a.example:444/', 'http://a.example/', 'http://127.0.0.1:8080/x']) {
    expect(await permit(url)).toBe('let');
  }
  expect(shown.map((question) => question.type === 'host' && [question.host, question.isPrivate])).toEqual([
    ['a.example', false],
    ['a.example:444', false],
    ['http://a.example', false],
    ['http://127.0.0.1:8080', true],
  ]);
});

test('an answer is for the copy that asked', async () => {
  const { permit, shown, moveTo } = gateOf('allow', 'deny');
  expect(await permit('https://a.test/')).toBe('let');
  moveTo('/work/.outrigger/one');
  expect(await permit('https://a.test/')).toContain('You have not let Extension one talk to a.test.');
  expect(shown).toHaveLength(2);
});

test('a refusal is an error of the network, and holds; putting it off holds for one time', async () => {
  const { permit, shown, kept } = gateOf(null, 'deny', 'always');
  const denied = 'network-refused: You have not let Extension one talk to a.test.';
  expect([await permit('https://a.test/'), await permit('https://a.test/'), await permit('https://a.test/')]).toEqual([
    denied,
    denied,
    denied,
  ]);
  expect(shown).toHaveLength(2);
  expect(await permit('https://b.test/')).toBe('let');
  expect(kept).toEqual(['b.test']);
  expect(await permit('https://b.test/')).toBe('let');
  expect(shown).toHaveLength(3);
});

test('ten thousand hosts at once put few questions before the person, and none is let', async () => {
  const { permit, shown } = gateOf();
  const all = await Promise.all(Array.from({ length: 10_000 }, (_, index) => permit(`https://h${index}.test/`)));
  expect(all).not.toContain('let');
  expect(shown.length).toBeLessThanOrEqual(5);
});

test('who refuses one host after the other is not asked for ever', async () => {
  const { permit, shown } = gateOf(...Array.from({ length: 50 }, () => 'deny' as const));
  for (let index = 0; index < 20; index += 1) await permit(`https://${index}.test/`);
  expect(shown).toHaveLength(5);
  const together = gateOf(...Array.from({ length: 50 }, () => 'deny' as const));
  for (const name of ['a', 'b', 'c']) await together.permit(`https://${name}.test/`);
  await Promise.all(['d', 'e', 'f', 'g'].map((name) => together.permit(`https://${name}.test/`)));
  expect(together.shown).toHaveLength(5);
});

test('a host that is too long to be one is not asked about', async () => {
  const { permit, shown } = gateOf('allow');
  expect(await permit(`https://api.github.com.${'a.'.repeat(5000)}evil.example/`)).toMatch(
    /^network-refused: .{0,400}$/s,
  );
  expect(shown).toEqual([]);
});
