import { expect, test } from 'vitest';
import { tagOfCapture } from './capture-tags.ts';
import { codeTags } from './code-tags.ts';

test.each([
  ['keyword', 'keyword'],
  ['keyword.coroutine', 'keyword'],
  ['string.special.key', 'property'],
  ['string.special.path.absolute', 'special-string'],
  ['function.method.call', 'method'],
  ['constructor', 'class'],
  ['type.builtin', 'standard-type'],
  ['embedded', null],
  ['none', null],
  ['_name', null],
  ['toString', null],
])('a capture is for what the longest known beginning of its name is: %s', (name, tag) => {
  const index = tagOfCapture(name);
  expect(index === null ? null : codeTags[index]).toBe(tag);
});
