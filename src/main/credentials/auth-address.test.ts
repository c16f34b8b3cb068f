import { expect, test } from 'vitest';
import { isSafeAddress, readAuthAddress } from './auth-address.ts';

const query =
  'state=0123456789abcdef&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256';

test.each([
  ['{port}', '8123'],
  ['%7Bport%7D', '8123'],
  ['%7bport%7d', '8123'],
  ['%257Bport%257D', '8123'],
])('the port takes the place of %s', (written, read) => {
  const base = `https://login.example/?redirect_uri=http%3A%2F%2F127.0.0.1%3A`;
  const address = readAuthAddress(`${base}${written}%2Fback&${query}`);
  expect(address.ok && address.value.at(8123)).toBe(`${base}${read}%2Fback&${query}`);
  expect(address.ok && address.value.state).toBe('0123456789abcdef');
});

test('addresses that may be opened are https, or http on this computer', () => {
  const safe = ['https://a.example', 'http://127.0.0.1:1/', 'http://localhost:1/', 'http://[::1]:1/'];
  const unsafe = [
    '',
    'http://a.example/',
    'http://127.0.0.1.a.example/',
    'http://localhost.a.example/',
    'https:a.example',
    'https:\\\\a.example',
    'https://me@a.example/',
    'https://a.example/\n',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ];
  expect(safe.filter(isSafeAddress)).toEqual(safe);
  expect(unsafe.filter(isSafeAddress)).toEqual([]);
});
