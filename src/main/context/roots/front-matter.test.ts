import { expect, test } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

const fieldOf = (head: string, name = 'a') => readFrontMatter(`---\n${head}\n---\nBody`).fields.get(name);

test.each([
  ['a: plain words', 'plain words'],
  ['A:   "quoted: \\"so\\" # no comment"', 'quoted: "so" # no comment'],
  ["a: 'it''s'", "it's"],
  ['a: words # a comment', 'words'],
  ['a: C#', 'C#'],
  ['a: # a comment', ''],
  ['a:\n  on the\n  next lines', 'on the next lines'],
  ['a: >\n  folded\n  lines\n\n  of two', 'folded lines\nof two'],
  ['a: |-\n  line one\n  line two', 'line one\nline two'],
  ['a: first\na: second', 'first'],
  ['a:\n- one\n- two', 'one, two'],
])('%j has the text %j', (head, text) => expect(fieldOf(head)?.text).toBe(text));

test.each([
  ['a: one, two ,three', ['one', 'two', 'three']],
  ['a: [one, "two"]', ['one', 'two']],
  ['a:\n  - one # said\n  - "two, three"', ['one', 'two, three']],
  ['a: []', []],
  ['a:', []],
])('%j has the items %j', (head, items) => expect(fieldOf(head)?.items).toEqual(items));

test('each field knows its line, and what is no field is told with its own', () => {
  const { fields, fault, body } = readFrontMatter(
    '---\r\n# said\r\na: x\r\n\r\nb:\r\n  c: d\r\nwhat\r\n---\r\n\r\nText\r\n',
  );
  expect([fields.get('a')?.line, fields.get('b')?.line, fields.get('b')?.text]).toEqual([3, 5, 'c: d']);
  expect([fault?.line, body]).toEqual([7, 'Text']);
});

test('a text without a head is all body', () => {
  expect(readFrontMatter('Text\n---\na: x\n---')).toMatchObject({ body: 'Text\n---\na: x\n---', fault: null });
  expect(readFrontMatter('---\n---\nText')).toMatchObject({ body: 'Text', fault: null });
  expect(readFrontMatter('---\na: x\n')).toMatchObject({ fault: { line: 1 } });
});
