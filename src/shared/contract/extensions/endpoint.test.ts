import { expect, test } from 'vitest';
import { registeredSchema } from './manifest.ts';

const addressOf = (base_url: string) =>
  registeredSchema.parse({ endpoints: { proxy: { name: 'P', api: 'plain-chat', base_url } } }).endpoints.proxy
    ?.base_url;

test.each([
  ['https://a.test/v1', 'https://a.test/v1'],
  ['https://a.test', 'https://a.test'],
  ['https://a.test:443/', 'https://a.test'],
  // A lookalike in another script, and marks that turn the text around.
  ['https://\u0430pi.test/v1', 'https://xn--pi-6kc.test/v1'],
  ['https://a.test/\u202ev1', 'https://a.test/%E2%80%AEv1'],
  // What could be read as the end of the address, and the dialect after it.
  [' https://a.te\nst/v1 plain-chat', 'https://a.test/v1%20plain-chat'],
  ['https://a.test\\@b.test', 'https://a.test/@b.test'],
  ['https://:@a.test/v1#', 'https://a.test/v1'],
  ['http://127.1:8080', 'http://127.0.0.1:8080'],
  ['https://a.test/v1?api-version=2', 'https://a.test/v1?api-version=2'],
])('the address %j of an endpoint is shown, consented to and kept as it is called', (given, called) => {
  expect(addressOf(given)).toBe(called);
  expect(addressOf(called)).toBe(called);
});

test.each(['a.test', 'https://me@a.test', `https://${'a.'.repeat(130)}test`, 'https://a.test/v1?api_key=canary'])(
  '%s is the address of no endpoint',
  (address) => {
    expect(() => addressOf(address)).toThrow('use an address with https');
  },
);
