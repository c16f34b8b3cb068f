import { expect, test } from 'vitest';
import { mentionQueryAt } from './completion-query.ts';

const at = (text: string) => mentionQueryAt(text, text.length);

test.each([
  ['@', 0, '', null],
  ['see @par', 4, 'par', null],
  ['one\n(@src/a.t', 5, 'src/a.t', null],
  ['@symbol par', 0, 'par', 'symbol'],
  ['@thread ', 0, '', 'thread'],
  ['@https://example.org/a?b=@', null, '', null],
])('what is looked for at the end of "%s" is known', (text, from, words, kind) => {
  const query = at(text);
  if (from === null) expect(query).toBeNull();
  else expect(query).toEqual({ from, to: text.length, words, kind });
});

test.each(['', 'a@b', 'me@example.org', '@par ', '@a b', 'a/@b', '@\n'])('"%s" asks for nothing', (text) =>
  expect(at(text)).toBeNull(),
);

test('what stands behind the cursor is not asked for', () => {
  expect(mentionQueryAt('@parser and more', 4)).toEqual({ from: 0, to: 4, words: 'par', kind: null });
});
