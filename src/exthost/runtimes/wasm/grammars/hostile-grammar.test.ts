import { expect, test } from 'vitest';
import { sectionOf, withSection } from '../core-module.ts';
import { jsonModule, sampleGrammar } from './sample-grammar.fixture.ts';

/** WebAssembly core specification 3.0, 5.5; all numbers here have one byte. */
const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
const name = (text: string) => [text.length, ...Buffer.from(text)];
const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const noNeeds = section(0, [...name('dylink.0'), 1, 4, 0, 0, 0, 0]);

/** A grammar whose language is made by these instructions, in a memory that it shares. */
function grammar(instructions: readonly number[], { exports = [] as readonly number[][], ownMemory = false } = {}) {
  const body = [0, ...instructions, 0x0b];
  const all = [[...name('tree_sitter_json'), 0, 0], ...exports];
  return new Uint8Array([
    ...magic,
    ...noNeeds,
    ...section(1, [1, 0x60, 0, 1, 0x7f]),
    ...(ownMemory ? [] : section(2, [1, ...name('env'), ...name('memory'), 2, 0, 1])),
    ...section(3, [1, 0]),
    ...(ownMemory ? section(5, [1, 0, 1]) : []),
    ...section(6, [1, 0x7f, 0, 0x41, 0, 0x0b]),
    ...section(7, [all.length, ...all.flat()]),
    ...section(10, [1, body.length, ...body]),
  ]);
}

const loop = [0x03, 0x40, 0x0c, 0, 0x0b, 0x41, 0];
/** Takes 1 GB, and traps if there is none. */
const greedy = [0x41, 0x80, 0x80, 0x01, 0x40, 0, 0x41, 0x7f, 0x46, 0x04, 0x40, 0x00, 0x0b, 0x41, 0];

test('while one loops, another colours its texts', async () => {
  const looping = sampleGrammar({ module: grammar(loop), limits: { startMs: 600_000 } });
  let isEnded = false;
  const first = looping.coloursOf('1').finally(() => {
    isEnded = true;
  });
  first.catch(() => undefined);
  expect(await sampleGrammar().coloursOf('[1]')).toEqual(['number: 1']);
  expect(isEnded).toBe(false);
});

test('what takes too long for a text is ended, and not tried again', async () => {
  // A repetition within a repetition takes longer for each letter.
  const highlights = '((string) @string (#match? @string "^\\"(a+)+$"))';
  const { coloursOf, threads } = sampleGrammar({ highlights, limits: { runMs: 500, idleMs: 1 } });
  const sentence = 'its grammar “json” stopped: it ran for more than 0.5 s and was ended';
  await expect(coloursOf(`["${'a'.repeat(200)}"]`)).rejects.toThrow(sentence);
  // Nobody asks it for a while.
  await sampleGrammar().coloursOf('[]');
  await expect(coloursOf('[]')).rejects.toThrow(sentence);
  expect(threads()).toBe(1);
});

test('one that takes a gigabyte gets none', async () => {
  const { coloursOf } = sampleGrammar({ module: grammar(greedy) });
  await expect(coloursOf('1')).rejects.toThrow('its grammar “json” stopped: unreachable');
});

test.each([
  ['memory of its own', grammar(loop, { ownMemory: true }), 'it makes memory of its own'],
  [
    'JavaScript',
    grammar(loop, { exports: [[...name('__em_js__evil'), 3, 0]] }),
    'it brings JavaScript with it (__em_js__evil), which is not run',
  ],
  ['nothing that is WebAssembly', new TextEncoder().encode('module.exports'), 'expected magic word'],
])('one with %s is refused', async (_what, module, reason) => {
  const { coloursOf } = sampleGrammar({ module });
  await expect(coloursOf('1')).rejects.toThrow(reason);
});

test('one that was built for a library of C has what the parser has of it', async () => {
  const needs = [2, 9, 1, ...name('libc.so')];
  const module = withSection(jsonModule, 0, [...(sectionOf(jsonModule, 0) ?? []), ...needs]);
  expect(await sampleGrammar({ module }).coloursOf('[1]')).toEqual(['number: 1']);
});
