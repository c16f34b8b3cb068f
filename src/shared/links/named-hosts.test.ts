import { expect, test } from 'vitest';
import { expectToGrowWithText } from '../testing/growth.ts';
import { hostOfAddress, isReordered, isSameHost, namedHosts } from './named-hosts.ts';

test.each([
  ['https://docs.python.org/', ['docs.python.org']],
  ['docs.python.org', ['docs.python.org']],
  ['See DOCS.Python.ORG. for more', ['docs.python.org']],
  ['HTTPS://Docs.Python.org:443/3/?x=evil.example#a.com', ['docs.python.org']],
  ['http://docs.python.org:8080/', ['docs.python.org:8080']],
  ['docs.python.org:8080/3', ['docs.python.org:8080']],
  ['https://docs.python.org@evil.com/', ['docs.python.org', 'evil.com']],
  ['https://docs.python.org%2F@evil.com/', ['docs.python.org', 'evil.com']],
  ['docs.python.org@evil.com', ['docs.python.org', 'evil.com']],
  ['(docs.python.org)', ['docs.python.org']],
  ['docs.python.org→evil.com', ['docs.python.org', 'evil.com']],
  ['docs。python．org', ['docs.python.org']],
  ['docs.\u200bpython\u00ad.org', ['docs.python.org']],
  ['\uff44ocs.python.org', ['docs.python.org']],
  ['docs.pyth\u043en.org', ['docs.xn--pythn-mye.org']],
  ['https:\\\\docs.python.org\\x', ['docs.python.org']],
  ['bücher.de', ['xn--bcher-kva.de']],
  ['пример.рф', ['xn--e1afmkfd.xn--p1ai']],
  ['127.0.0.1:3000', ['127.0.0.1:3000']],
  ['localhost', ['localhost']],
  ['http://[::1]:3000/', ['[::1]:3000']],
  ['a@example.com', ['example.com']],
])('%s names %j', (text, hosts) => {
  expect(namedHosts(text)).toEqual(hosts);
});

test.each([
  'the docs',
  'Node.js',
  'v1.2.3',
  'src/main.ts',
  'a.b',
  '1.2.3',
  'e.g. this',
  '...',
  ':',
  '',
  '@',
  'package.json',
])('“%s” names no host', (text) => {
  expect(namedHosts(text)).toEqual([]);
});

test('a host below another, or one that looks like it, is another; a port that nobody names is any, and www is the same site', () => {
  expect(isSameHost('docs.python.org', 'docs.python.org')).toBe(true);
  expect(isSameHost('python.org', 'www.python.org')).toBe(true);
  expect(isSameHost('python.org', 'python.org:8080')).toBe(true);
  expect(isSameHost('python.org:8080', 'python.org')).toBe(false);
  expect(isSameHost('python.org', 'docs.python.org')).toBe(false);
  expect(isSameHost('docs.python.org', 'docs.python.org.evil.com')).toBe(false);
  expect(isSameHost('docs.python.org', 'docs-python.org')).toBe(false);
  expect(hostOfAddress(new URL('https://Docs.Python.org.:443/'))).toBe('docs.python.org');
  expect(hostOfAddress(new URL('https://a.org.:8080/'))).toBe('a.org:8080');
  expect(hostOfAddress(new URL('mailto:a@Example.com?subject=x'))).toBe('example.com');
});

test('a text that turns round what is beside it is known', () => {
  expect(isReordered('gro.nohtyp\u202e')).toBe(true);
  expect(isReordered('docs.python.org')).toBe(false);
});

test('hosts are found in time that grows with the length of the text only', { tags: ['soak'] }, async () => {
  const hostile = ['a.', 'http://', 'a@', '@', '\u200b', 'a:1', '://', 'a.com ', 'https://a.com/', '-', '.'];
  await expectToGrowWithText(100_000, hostile, namedHosts);
});
