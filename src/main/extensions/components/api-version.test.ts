import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiVersionOf } from './api-version.ts';

const head = (layer: 0 | 1) => [0, 0x61, 0x73, 0x6d, layer === 1 ? 0x0d : 1, 0, layer, 0];
/** A number of at least two bytes in LEB128, which are as good as fewer. */
const long = (value: number) => [(value & 0x7f) | 0x80, ((value >> 7) & 0x7f) | 0x80, value >> 14];
const section = (id: number, content: readonly number[]) => [id, ...long(content.length), ...content];
const named = (name: string, data: readonly number[]) =>
  section(0, [name.length, ...Buffer.from(name, 'latin1'), ...data]);
const says = named('zed:api-version', [0, 0, 0, 7, 1, 2]);
const other = named('name', [0, 1, 0, 2, 0, 3]);
const core = (...sections: number[][]) => section(1, [...head(0), ...sections.flat()]);
const component = (...sections: number[][]) => [...head(1), ...sections.flat()];

test.each([
  ['of the component', component(other, says)],
  ['of a module in it', component(core(other), core(section(1, [1, 2, 3]), says))],
  ['of a module of a component in it', component(section(4, component(core(other, says))), other)],
])('the version that a section %s tells is read', (_where, bytes) => {
  expect(apiVersionOf(Uint8Array.from(bytes))).toEqual([0, 7, 258]);
});

test.each([
  ['no such section', component(other, core(other))],
  ['one that is too short', component(named('zed:api-version', [0, 0, 0, 7, 1]))],
  ['the bytes of one within another section', component(core(section(11, says)))],
])('%s tells none', (_what, bytes) => {
  expect(apiVersionOf(Uint8Array.from(bytes))).toBeNull();
});

test('whatever the bytes are, reading them ends', () => {
  const good = Uint8Array.from(component(section(4, component(core(other, says)))));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255))), fc.nat(good.length), (changes, length) => {
      const bytes = good.slice();
      for (const [at, byte] of changes) bytes[at] = byte;
      const version = apiVersionOf(bytes.subarray(0, length));
      expect(version === null || version.length === 3).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
