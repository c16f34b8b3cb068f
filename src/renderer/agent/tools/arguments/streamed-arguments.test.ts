import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectToGrowWithLength } from '../../../../shared/testing/growth.ts';
import { lengthOf } from '../../../../shared/testing/soak.ts';
import { createArgumentReader } from './streamed-arguments.ts';

const read = (input: string) => createArgumentReader().read(input);

test('fields are there as far as they came, with what their strings say', () => {
  const input = JSON.stringify({ path: 'src/ä "b".ts', count: 12, text: 'one\n\ttwo 🙂\u0001', list: [1, { a: '}' }] });
  expect(read(input)).toEqual([
    { name: 'path', text: 'src/ä "b".ts', isString: true, isOpen: false },
    { name: 'count', text: '12', isString: false, isOpen: false },
    { name: 'text', text: 'one\n\ttwo 🙂\u0001', isString: true, isOpen: false },
    { name: 'list', text: '[\n  1,\n  {\n    "a": "}"\n  }\n]', isString: false, isOpen: false },
  ]);
  expect(read('{"path":"a","text":"one\\ntw')).toEqual([
    { name: 'path', text: 'a', isString: true, isOpen: false },
    { name: 'text', text: 'one\ntw', isString: true, isOpen: true },
  ]);
  expect(read('{"text":"one\\u00e')).toMatchObject([{ text: 'one', isOpen: true }]);
  expect(read('{"a":')).toEqual([]);
  expect(read('')).toEqual([]);
});

test('arguments that are no object are shown as they are', () => {
  expect(read('"just text"')).toEqual([{ name: '', text: '"just text"', isString: false, isOpen: true }]);
  expect(read('{nonsense')).toEqual([]);
});

test('however they are cut, the fields are the ones of the whole, and what was read stays as it was', {
  tags: ['search'],
}, () => {
  const value = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 });
  fc.assert(
    fc.property(value, fc.array(fc.nat(200), { maxLength: 12 }), (fields, cuts) => {
      const input = JSON.stringify(fields);
      const reader = createArgumentReader();
      for (const cut of cuts.toSorted((one, other) => one - other)) {
        const before = reader.read(input.slice(0, cut)).filter(({ isOpen }) => !isOpen);
        expect(reader.read(input.slice(0, cut + 1)).slice(0, before.length)).toEqual(before);
      }
      const shown = reader.read(input);
      expect(shown.map(({ name }) => name)).toEqual(Object.keys(fields));
      for (const { name, text, isString, isOpen } of shown) {
        expect(isOpen).toBe(false);
        expect(isString ? text : JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(fields[name])));
      }
    }),
    { numRuns: lengthOf(60, 500) },
  );
});

test('whatever a model writes, reading comes to an end', () => {
  const mess = fc.array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', ' ', '1', '\\u', '\n'));
  fc.assert(
    fc.property(mess, (parts) => {
      const reader = createArgumentReader();
      for (let count = 1; count <= parts.length; count++) reader.read(parts.slice(0, count).join(''));
      expect(reader.read('{"b":2}')).toEqual([{ name: 'b', text: '2', isString: false, isOpen: false }]);
    }),
  );
});

test('a megabyte that arrives in small pieces takes time that grows with its length only', {
  tags: ['soak'],
}, async () => {
  const input = JSON.stringify({ text: 'some words of a line\n'.repeat(50_000) });
  await expectToGrowWithLength(input.length, (length) => {
    const reader = createArgumentReader();
    for (let part = 0; part < length; part += 1000) reader.read(input.slice(0, part));
  });
});
