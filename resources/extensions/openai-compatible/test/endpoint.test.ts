import { describe, expect, it } from 'vitest';
import { isPrivateHost, parseEndpoint } from '../endpoint.js';

describe('the base URL', () => {
  it('may end in slashes and carry a query', () => {
    expect(parseEndpoint(' https://EXAMPLE.com:8443/a/v1//?api-version=2 ')).toEqual({
      base: 'https://example.com:8443/a/v1',
      search: '?api-version=2',
      origin: 'https://example.com:8443',
      host: 'example.com:8443',
      isPrivate: false,
    });
  });

  it.each([
    ['http://localhost:1', true],
    ['http://127.9.9.9', true],
    ['http://[::1]:80', true],
    ['http://[fd00::1]', true],
    ['http://[fe80::1]', true],
    ['http://10.0.0.1', true],
    ['http://172.16.0.1', true],
    ['http://172.32.0.1', false],
    ['http://192.168.1.1', true],
    ['http://192.169.1.1', false],
    ['http://169.254.1.1', true],
    ['http://printer.local', true],
    ['http://gpu-box', true],
    ['http://0x7f.1', true],
    ['http://[2001:db8::1]', false],
    ['http://127.0.0.1.example.com', false],
    ['https://localhost.example.com', false],
  ])('%s is private: %s', (url, expected) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(expected);
  });
});
