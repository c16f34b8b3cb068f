import { expect, test } from 'vitest';
import { createKnownSecrets } from './known-secrets.ts';

test('what was handed out is taken out of texts, in each form in which it comes back', () => {
  const secrets = createKnownSecrets();
  const key = 'key/with "quotes" + more';
  secrets.add(key);
  const said = [key, `?key=${encodeURIComponent(key)}&x=1`, JSON.stringify({ key })].map(secrets.scrub);
  expect(said).toEqual(['[removed]', '?key=[removed]&x=1', '{"key":"[removed]"}']);
  expect(secrets.scrubFailure({ code: 'internal', message: `No ${key}`, detail: `at ${key}` })).toEqual({
    code: 'internal',
    message: 'No [removed]',
    detail: 'at [removed]',
  });
});

test('one of several lines is taken out line by line, as logs have them', () => {
  const secrets = createKnownSecrets();
  secrets.add('first line of a key\nsecond line of it\r\n}');
  const log = ['it has first line of a key', 'second line of it', '}'];
  expect(log.map(secrets.scrub)).toEqual(['it has [removed]', '[removed]', '}']);
});

test('so many are known, the ones used last', () => {
  const secrets = createKnownSecrets();
  secrets.add('the first secret');
  for (let count = 0; count < 499; count += 1) secrets.add(`another secret ${count};`);
  secrets.add('the first secret');
  secrets.add('one too many');
  expect(secrets.scrub('the first secret')).toBe('[removed]');
  expect(secrets.scrub('another secret 0;')).toBe('another secret 0;');
});

test('a short one is taken out where it stands by itself, and no word loses a part', () => {
  const secrets = createKnownSecrets();
  secrets.add('test');
  secrets.add('abc');
  expect(secrets.scrub('the latest key "test", abc; key=test')).toBe('the latest key "[removed]", abc; key=[removed]');
});

test.each(['test', 'sk-a-secret-key', 'a+b/c=d?e>f~'])('%s is found in base64, whatever stands beside it', (secret) => {
  const secrets = createKnownSecrets();
  secrets.add(secret);
  for (const before of ['', ':', 'me:', 'user:', 'a-longer-user:']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const header = `Basic ${Buffer.from(before + secret).toString(encoding)}`;
      expect(secrets.scrub(`refused: ${header}.`)).toBe('refused: Basic [removed].');
    }
  }
  expect(secrets.scrub(`Basic ${Buffer.from(`${secret}:`).toString('base64')}`)).toBe('Basic [removed]');
});

test('a secret that begins another leaves no tail of that', () => {
  for (const order of [
    ['sk-12345678', 'sk-12345678-and-more'],
    ['sk-12345678-and-more', 'sk-12345678'],
  ]) {
    const secrets = createKnownSecrets();
    for (const secret of order) secrets.add(secret);
    expect(secrets.scrub('sk-12345678-and-more, sk-12345678')).toBe('[removed], [removed]');
  }
});
