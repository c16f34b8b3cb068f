import { expect, test } from 'vitest';
import { KnownSecrets } from './known-secrets.ts';

test('those that came last are hidden, however many a component stores', () => {
  const secrets = new KnownSecrets();
  secrets.add('sk-first');
  for (let count = 0; count < 1000; count += 1) {
    secrets.add(`sk-number-${count}`);
    secrets.add('sk-in-use');
  }
  expect(secrets.all).toHaveLength(32);
  expect(secrets.hide('sk-in-use, sk-number-999, sk-first')).toBe('[key], [key], sk-first');
});

test('they have no more characters than the longest key that the app keeps', () => {
  const secrets = new KnownSecrets();
  const long = (letter: string) => letter.repeat(65_536);
  secrets.add('sk-short');
  for (const letter of 'abc') secrets.add(long(letter));
  expect(secrets.all).toEqual([long('c')]);
  secrets.add(`${long('d')}d`);
  expect(secrets.all).toEqual([long('c')]);
});

test('what is too short to be a key is hidden in no word', () => {
  const secrets = new KnownSecrets();
  secrets.add('');
  secrets.add('other');
  expect(secrets.hide('another one')).toBe('another one');
});
