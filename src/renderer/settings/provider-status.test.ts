import { expect, test } from 'vitest';
import { needsOf, statusOf } from './provider-status.ts';

type Told = Parameters<typeof statusOf>[0];

test('the status says what keeps a provider from answering, the weightiest first', () => {
  const words = (told: Told) => {
    const { word, sentence } = statusOf(told, 'key');
    return [word, sentence];
  };
  const problem = 'Nothing answers at 127.0.0.1';
  const offBecause = 'It sent what it may not';
  expect(words({ isAuthenticated: true })).toEqual(['Ready', 'Ready.']);
  expect(words({ isAuthenticated: null })).toEqual(['No answer yet', 'Its extension has not answered yet.']);
  expect(words({ isAuthenticated: false })).toEqual(['Needs a key', 'Needs a key.']);
  for (const isAuthenticated of [true, false, null]) {
    expect(words({ isAuthenticated, problem })).toEqual(['Problem', `${problem}.`]);
    expect(words({ isAuthenticated, problem, offBecause })).toEqual(['Switched off', `Switched off. ${offBecause}.`]);
  }
});

test('what a provider needs is named only where it is known', () => {
  const credential = {
    extensionId: 'cloud',
    extensionName: 'Cloud',
    providerId: 'cloud',
    providerName: 'Cloud',
    label: 'API key',
    keptIn: null,
    destination: 'keychain',
  } as const;
  const word = (page: Parameters<typeof needsOf>[0]) => statusOf({ isAuthenticated: false }, needsOf(page)).word;
  expect(word(undefined)).toBe('Not set up');
  expect(word({ credential: null })).toBe('Not set up');
  expect(word({ credential })).toBe('Needs a key');
  expect(word({ credential, signsIn: true })).toBe('Not signed in');
});
