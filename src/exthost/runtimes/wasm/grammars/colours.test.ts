import { expect, test } from 'vitest';
import type { TextChange } from '../../../../shared/contract/documents/document-events.ts';
import { randomOf } from '../../../../shared/testing/random.ts';
import { jsonColours, namedSpans, sampleGrammar } from './sample-grammar.fixture.ts';

test('the colours of a text are those of its query, of which a later pattern goes over an earlier one', async () => {
  const { coloursOf, warnings } = sampleGrammar();
  expect(await coloursOf('{ "ä": "s", // 1\n "b": [1.5, "KEY", true, null] }')).toEqual([
    'property: "ä"',
    'string: "s"',
    'comment: // 1',
    'property: "b"',
    'number: 1.5',
    'keyword: "KEY"',
    'bool: true',
  ]);
  expect(warnings).toEqual([]);
});

test('a part of a text is coloured alone, also what begins before it', async () => {
  const { ask } = sampleGrammar();
  const text = '["abcdef", 1, 2]';
  const spans = await ask({ document: 'd', version: 1, text: { whole: text }, from: 4, to: 12 });
  expect(namedSpans(spans, text)).toEqual(['string: cdef"', 'number: 1']);
});

test('after any edits the colours are those of a text that was read from its beginning', async () => {
  const { ask, coloursOf } = sampleGrammar();
  const random = randomOf('edits of a coloured text');
  const pieces = ['"', '{', '}', '[', ']', ',', ': ', '1', 'true', '\n', '// ', '"key"', '{"a": 1}', 'ä', '🙂', '\\'];
  const someOf = (count: number) => Math.floor(random() * count);
  let text = '{"a": [1, 2, "b"],\n"c": {"d": true}}';
  await ask({ document: 'd', version: 0, text: { whole: text }, from: 0, to: text.length });
  for (let version = 1; version <= 200; version += 1) {
    const changes: TextChange[] = [];
    for (let count = 1 + someOf(3); count > 0; count -= 1) {
      const from = someOf(text.length + 1);
      const to = Math.min(text.length, from + someOf(4));
      const insert = someOf(3) === 0 ? '' : (pieces[someOf(pieces.length)] ?? '');
      changes.push({ from, to, insert });
      text = text.slice(0, from) + insert + text.slice(to);
    }
    const base = version - 1;
    const spans = await ask({ document: 'd', version, text: { base, changes }, from: 0, to: text.length });
    expect(namedSpans(spans, text)).toEqual(await coloursOf(text));
  }
});

test('changes of a text that it does not know, or not as it is, are answered so that the text is sent whole', async () => {
  const { ask } = sampleGrammar();
  const changes = [{ from: 0, to: 0, insert: '1' }];
  const part = { from: 0, to: 1 };
  const unknown = 'unknown-base';
  expect(await ask({ document: 'd', version: 2, text: { base: 1, changes }, ...part })).toBe(unknown);
  await ask({ document: 'd', version: 2, text: { whole: '' }, ...part });
  expect(await ask({ document: 'd', version: 4, text: { base: 3, changes }, ...part })).toBe(unknown);
  expect(await ask({ document: 'd', version: 3, text: { base: 2, changes }, ...part })).toHaveLength(3);
  const beyond = [{ from: 5, to: 9, insert: '' }];
  expect(await ask({ document: 'd', version: 4, text: { base: 3, changes: beyond }, ...part })).toBe(unknown);
});

test('a grammar forgets the texts that were not asked for the longest time, and all of them when nobody asks it', async () => {
  const { ask } = sampleGrammar({ limits: { idleMs: 1 } });
  const whole = '[1]';
  const again = (document: string) =>
    ask({ document, version: 1, text: { base: 1, changes: [] }, from: 0, to: whole.length });
  const all = Array.from({ length: 17 }, (_each, index) => `d${index}`);
  const asked = all.map((document) => ask({ document, version: 1, text: { whole }, from: 0, to: 3 }));
  const answers = await Promise.all([...asked, again('d16'), again('d0')]);
  expect(answers.map((answer) => (typeof answer === 'string' ? answer : answer.length))).toEqual([
    ...all.map(() => 3),
    3,
    'unknown-base',
  ]);
  await expect.poll(() => again('d16')).toBe('unknown-base');
});

test('of long texts it keeps fewer', async () => {
  const { ask } = sampleGrammar();
  const whole = JSON.stringify('a'.repeat(1_500_000));
  const part = { version: 1, from: 0, to: 1 };
  for (const document of ['one', 'two', 'three']) await ask({ document, text: { whole }, ...part });
  const again = (document: string) => ask({ document, text: { base: 1, changes: [] }, ...part });
  expect(await again('one')).toBe('unknown-base');
  expect(await again('two')).toHaveLength(3);
});

test('a bad pattern is told once, with its line, and left out, and the rest of the file stays', async () => {
  const { coloursOf, warnings } = sampleGrammar({
    highlights: `; "comments" count for nothing ( (
(string) @string

(no_such_node) @keyword
(pair
  key: (string) @property
  nofield: (string))
((number) @number
  (#match? @number "("))
"," @operator
[(null)
  (no_such_either)] @keyword
(number)
  @number`,
  });
  expect(await coloursOf('["s", 1]')).toEqual(['string: "s"', 'operator: ,', 'number: 1']);
  expect(await coloursOf('[2]')).toEqual(['number: 2']);
  expect(warnings).toEqual([
    "languages/sample/highlights.scm:4: Bad node name 'no_such_node'; the pattern is left out",
    "languages/sample/highlights.scm:7: Bad field name 'nofield'; the pattern is left out",
    expect.stringMatching(
      /^languages\/sample\/highlights.scm:8: Invalid regular expression: .*; the pattern is left out$/,
    ),
    "languages/sample/highlights.scm:12: Bad node name 'no_such_either'; the pattern is left out",
  ]);
});

test('a file that ends within a pattern loses that one alone', async () => {
  const { coloursOf, warnings } = sampleGrammar({ highlights: `${jsonColours}\n(pair (string` });
  expect(await coloursOf('[1]')).toEqual(['number: 1']);
  expect(warnings).toEqual([expect.stringContaining('the pattern is left out')]);
});
