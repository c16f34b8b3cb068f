import { expect, test } from 'vitest';
import { withFrontMatterAsCode } from './front-matter.ts';
import { headingsOf } from './headings.ts';

test.each([
  ['# One\n\ntext\n\n## Two Words\n', ['one 1', 'two-words 5']],
  ['Set\n===\n\nAlso\n---\n', ['set 1', 'also 4']],
  ['# A, b & `c_d`!\n## [Link](x.md) *and* **more**\n', ['a-b--c_d 1', 'link-and-more 2']],
  ['# Same\n# Same\n# Same 1\n# Same\n', ['same 1', 'same-1 2', 'same-1-1 3', 'same-2 4']],
  ['# Über Größe\n# 日本語\n', ['über-größe 1', '日本語 2']],
  ['```\n# no\n```\n\n# Yes\n', ['yes 5']],
  ['- item\n\n  ## In a list\n\n> # Quoted\n\n# Last\n', ['in-a-list 3', 'quoted 5', 'last 7']],
  ['---\ntitle: x\n---\n\n# Title\n', ['title 5']],
])('%j has its headings by the names of GitHub', (text, expected) => {
  expect(headingsOf(text).map(({ slug, line }) => `${slug} ${line}`)).toEqual(expected);
});

test('facts before the text are a block of code, and rules stay rules', () => {
  expect(withFrontMatterAsCode('---\ntitle: x\ntags: [a]\n---\n# T\n')).toBe(
    '```yaml\ntitle: x\ntags: [a]\n```\n\n# T\n',
  );
  for (const text of ['---\n\nwords\n\n---\n', '# T\n\n---\na: b\n---\n', '---\nnever: closed\n', '']) {
    expect(withFrontMatterAsCode(text)).toBe(text);
  }
});
