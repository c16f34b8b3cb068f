import { expect, test } from 'vitest';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import { codeTags } from '../../../shared/contract/themes/code-tags.ts';
import { createGrammarColours } from './grammar-colours.ts';

const request = { language: 'a', document: '1', version: 1, text: { whole: 'text' }, from: 0, to: 4 };

/** @param answer of the extension's host */
function setUp(answer: () => unknown, isOff = false) {
  const told: string[] = [];
  const faults: string[] = [];
  const colours = createGrammarColours({
    require: () => ({
      manifest: { name: 'Quux' } as never,
      call: async () => answer() as never,
      noteFault: (text) => void faults.push(text),
    }),
    isOff: () => isOff,
    notices: { show: ({ text }) => void told.push(text) },
    deadlineMs: 1000,
  });
  return { ...colours, told, faults };
}

const failing = (code: Failure['code']) => () => {
  throw new FailureError({ code, message: 'Quux failed: the grammar “a” ran on', extensionId: 'quux' });
};

test.each([
  ['nothing', new Uint32Array()],
  ['two parts', new Uint32Array([0, 1, 0, 1, 4, codeTags.length - 1])],
  ['the wish for the whole text', 'unknown-base'],
])('what a host answers is passed on if it is in order: %s', async (_what, answer) => {
  const { highlight, told } = setUp(() => answer);
  expect(await highlight('quux', request)).toEqual({ ok: true, value: answer });
  expect(told).toEqual([]);
});

test.each([
  ['a list', [0, 1, 0]],
  ['other numbers', new Int32Array([0, 1, 0])],
  ['half a part', new Uint32Array([0, 1, 0, 2])],
  ['parts that overlap', new Uint32Array([0, 3, 0, 2, 4, 0])],
  ['an empty part', new Uint32Array([2, 2, 0])],
  ['an unknown class', new Uint32Array([0, 1, codeTags.length])],
  ['too much', new Uint32Array(150_003)],
  ['an error', null],
])('anything else is refused, and told in the log and to the person: %s', async (_what, answer) => {
  const { highlight, told, faults } = setUp(() => answer);
  const message = 'The grammars of Quux gave colours that cannot be used.';
  expect(await highlight('quux', request)).toMatchObject({ ok: false, failure: { code: 'protocol-fault', message } });
  expect(faults).toEqual([message]);
  expect(told).toEqual([`${message} Texts are plain where it fails, until Quux is reloaded.`]);
});

test('a failure is told once, and again after another run of the extension', async () => {
  const { highlight, ended, told } = setUp(failing('extension-failed'));
  await highlight('quux', request);
  await highlight('quux', request);
  const sentence = 'Quux failed: the grammar “a” ran on. Texts are plain where it fails, until Quux is reloaded.';
  expect(told).toEqual([sentence]);
  ended('quux');
  await highlight('quux', request);
  expect(told).toEqual([sentence, sentence]);
});

test.each([
  ['its host has ended, which is told there', 'host-crashed', false],
  ['it was disabled', 'extension-disabled', false],
  ['it could not be loaded, which is told there', 'extension-failed', true],
] as const)('nothing is told when %s', async (_why, code, isOff) => {
  const { highlight, told } = setUp(failing(code), isOff);
  expect(await highlight('quux', request)).toMatchObject({ ok: false, failure: { code } });
  expect(told).toEqual([]);
});
