import { expect, test } from 'vitest';
import { createKnownSecrets } from './known-secrets.ts';

test('what was handed out is taken out of texts, in each form in which it comes back', () => {
  const secrets = createKnownSecrets();
  const key = 'key/with "quotes" + more';
  secrets.add(key);
  secrets.add('short');
  const said = [key, `?key=${encodeURIComponent(key)}&x=1`, JSON.stringify({ key }), 'short'].map(secrets.scrub);
  expect(said).toEqual(['[removed]', '?key=[removed]&x=1', '{"key":"[removed]"}', 'short']);
  expect(secrets.scrubFailure({ code: 'internal', message: `No ${key}`, detail: `at ${key}` })).toEqual({
    code: 'internal',
    message: 'No [removed]',
    detail: 'at [removed]',
  });
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
