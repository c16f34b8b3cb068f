import { expect, test } from 'vitest';
import { foldText, occurrencesIn, unfold } from './fold-text.ts';

const found = (text: string, query: string) => {
  const folded = foldText(text);
  const needle = foldText(query).text;
  return occurrencesIn(folded.text, needle).map((at) => {
    const { from, to } = unfold(folded, at, at + needle.length);
    return text.slice(from, to);
  });
};

test.each([
  ['Parse the PARSER', 'parse', ['Parse', 'PARSE']],
  ['Über uns, uber you', 'uber', ['Über', 'uber']],
  ['plain uber', 'über', ['uber']],
  ['cafe\u0301 and café', 'café', ['cafe\u0301', 'café']],
  ['ﬁle İstanbul', 'file', ['ﬁle']],
  ['a\u00a0b a\nb', 'a b', ['a\u00a0b', 'a\nb']],
  ['日本語 😀 x 😀', '😀', ['😀', '😀']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['ΣΊΣΥΦΟΣ', 'σισ', ['ΣΊΣ']],
  ['none', 'x', []],
  ['anything', '', []],
])('%s holds %s', (text, query, expected) => {
  expect(found(text, query)).toEqual(expected);
});
