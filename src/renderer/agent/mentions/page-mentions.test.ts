import { expect, test } from 'vitest';
import { findMentions } from '../../../shared/links/mention.ts';
import { pageMentions } from './page-mentions.ts';

const pagesOf = (text: string) => pageMentions(text, 'posix').map(({ from, to }) => text.slice(from, to));

test('an address after "@" is a page, without the stop that ends the sentence', () => {
  expect(pagesOf('See @https://example.org/a, and (@http://localhost:80/b). @HTTPS://E.org')).toEqual([
    '@https://example.org/a',
    '@http://localhost:80/b',
    '@HTTPS://E.org',
  ]);
  expect(pagesOf('@https://en.example.org/wiki/A_(b) is')).toEqual(['@https://en.example.org/wiki/A_(b)']);
});

test('what it is replaced by names the very page', () => {
  for (const url of [
    'https://example.org/',
    'https://example.org/wiki/A_(b)?c=[d]#e',
    `https://e.org/${'x'.repeat(200)}`,
  ]) {
    const [page] = pageMentions(`@${url}`, 'posix');
    const [mention] = findMentions(page?.insert ?? '', 'posix');
    expect(mention?.target).toEqual({ kind: 'web', url });
    expect(mention?.label.length).toBeLessThanOrEqual(60);
  }
});

test.each(['https://example.org', 'me@https://e.org', '`@https://e.org`', '@https://user:pass@e.org', '@ftp://e.org'])(
  '%s is none',
  (text) => expect(pagesOf(text)).toEqual([]),
);
