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
  const address = readAuthAddress(`${base}${written}%2Fback&${query}`, '/back');
  expect(address.ok && address.value.at(8123)).toBe(`${base}${read}%2Fback&${query}`);
  expect(address.ok && address.value.state).toBe('0123456789abcdef');
});

const back = (redirect: string) =>
  readAuthAddress(`https://login.example/?redirect_uri=${encodeURIComponent(redirect)}&${query}`, '/back');

test.each(['http://127.0.0.1:{port}/back', 'http://localhost:{port}/back', 'http://127.0.0.1:{port}/back?x=1'])(
  'the browser may come back to %s',
  (redirect) => expect(back(redirect).ok).toBe(true),
);

test.each([
  'http://127.0.0.1:8123/back',
  'http://127.0.0.1/back?port={port}',
  'http://127.0.0.1:{port}/elsewhere',
  'http://a.example:{port}/back',
  'http://127.0.0.1.a.example:{port}/back',
  'http://[::1]:{port}/back',
  'https://127.0.0.1:{port}/back',
  'http://me@127.0.0.1:{port}/back',
  'app://back/{port}',
  '',
])('an address whose browser would come back to “%s” is not opened', (redirect) => {
  expect(back(redirect)).toMatchObject({
    ok: false,
    failure: {
      code: 'invalid-request',
      message: expect.stringContaining('“redirect_uri” of http://127.0.0.1:{port}/back'),
    },
  });
});

test('an address without a place to come back to, or with two, is not opened', () => {
  const one = 'redirect_uri=http://127.0.0.1:{port}/back';
  expect(readAuthAddress(`https://login.example/?${query}`, '/back').ok).toBe(false);
  expect(readAuthAddress(`https://login.example/?${one}&${one}&${query}`, '/back').ok).toBe(false);
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
