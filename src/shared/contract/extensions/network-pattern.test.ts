import { describe, expect, test } from 'vitest';
import type { SettingValue } from '../settings/setting-value.ts';
import { networkPatternSchema, permitsUrl } from './network-pattern.ts';

const settings: Record<string, SettingValue> = {
  base_url: ' http://models.lan:8080/v1 ',
  file: 'file:///etc/passwd',
  words: 'not an address',
  hosts: [
    { id: 'a', name: 'A', url: 'http://gpu.lan:8080/v1', note: 'https://note.test' },
    { id: 'b', name: 'B', url: '' },
    { id: 'c', name: 'C', url: 'https://models.test/' },
  ],
};
const permits = (pattern: string, url: string) => permitsUrl([pattern], new URL(url), (key) => settings[key] ?? '');

describe('a network pattern of a manifest', () => {
  test.each([
    ['api.example.com', 'https://api.example.com/v1'],
    ['api.example.com', 'https://API.EXAMPLE.com:443/v1'],
    ['*.example.com', 'https://a.b.example.com/'],
    ['*', 'https://anything.test/'],
    ['api.example.com:8443', 'https://api.example.com:8443/'],
    ['api.example.com:*', 'https://api.example.com:9/'],
    ['http://printer.lan', 'http://printer.lan/'],
    ['localhost:*', 'http://localhost:11434/'],
    ['localhost', 'https://localhost/'],
    ['127.0.0.1:80', 'http://127.0.0.1/'],
    ['[::1]:*', 'http://[::1]:3000/'],
    ['setting:base_url', 'http://models.lan:8080/other'],
    ['setting:hosts.url', 'http://gpu.lan:8080/v1/models'],
    ['setting:hosts.url', 'https://models.test/v1'],
  ])('"%s" permits %s', (pattern, url) => {
    expect(networkPatternSchema.safeParse(pattern).success).toBe(true);
    expect(permits(pattern, url)).toBe(true);
  });

  test.each([
    ['api.example.com', 'http://api.example.com/'],
    ['api.example.com', 'https://api.example.com:8443/'],
    ['api.example.com', 'https://example.com/'],
    ['api.example.com', 'https://api.example.com.evil.test/'],
    ['api.example.com', 'https://evil.test/?api.example.com'],
    ['api.example.com', 'https://api.example.com@evil.test/'],
    ['*.example.com', 'https://example.com/'],
    ['*.example.com', 'https://.example.com/'],
    ['*.example.com', 'https://badexample.com/'],
    ['*', 'http://anything.test/'],
    ['*', 'ftp://anything.test/'],
    ['*', 'file:///etc/passwd'],
    ['http://printer.lan', 'https://printer.lan/'],
    ['127.0.0.1', 'http://127.0.0.1:9/'],
    ['127.0.0.1:*', 'http://127.0.0.2:9/'],
    ['setting:base_url', 'http://models.lan/'],
    ['setting:base_url', 'https://models.lan:8080/'],
    ['setting:file', 'file:///etc/passwd'],
    ['setting:words', 'https://words.test/'],
    ['setting:absent', 'https://anything.test/'],
    ['setting:hosts.url', 'http://gpu.lan/v1'],
    ['setting:hosts.url', 'https://note.test/'],
    ['setting:hosts', 'https://models.test/'],
    ['setting:hosts.absent', 'https://models.test/'],
    ['setting:base_url.url', 'http://models.lan:8080/'],
    ['ask', 'https://ask/'],
  ])('"%s" refuses %s', (pattern, url) => {
    expect(permits(pattern, url)).toBe(false);
  });

  test.each([
    '',
    'https://',
    'api.example.com/v1',
    '*.com',
    'a.*.com',
    'ftp://a.test',
    'a.test:x',
    'setting:',
    'setting:a.',
    'setting:a.b.c',
    'a b',
    'A.test',
  ])('"%s" is none', (pattern) => {
    expect(networkPatternSchema.safeParse(pattern).success).toBe(false);
    expect(permits(pattern, 'https://a.test/')).toBe(false);
  });
});
