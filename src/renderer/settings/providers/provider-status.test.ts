import { expect, test } from 'vitest';
import { isChosen, needsOf, statusOf } from './provider-status.ts';

type Told = Parameters<typeof statusOf>[0];

test('the status says what keeps a provider from answering, the weightiest first', () => {
  const words = (told: Told) => {
    const { word, sentence } = statusOf(told, 'key', true);
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

test('a provider that nobody chose is no problem when nothing answers, and says what it would need', () => {
  const problem = 'Ollama is not running at localhost:11434';
  const status = (isAuthenticated: boolean | null, chosen: boolean) =>
    statusOf({ isAuthenticated, problem }, 'unknown', chosen);
  const quiet = { tone: 'unknown', word: 'Not set up', sentence: `${problem}.` };
  expect(status(false, false)).toEqual(quiet);
  expect(status(null, false)).toEqual(quiet);
  expect(status(false, true)).toMatchObject({ tone: 'problem', word: 'Problem' });
  // A provider that was given a key counts as chosen.
  expect(status(true, false)).toMatchObject({ tone: 'problem', word: 'Problem' });
  const offBecause = 'It sent what it may not';
  expect(statusOf({ isAuthenticated: false, problem, offBecause }, 'key', false).tone).toBe('problem');
});

test('a provider is chosen by the model that answers, or by a favourite', () => {
  const ollama = { extensionId: 'ollama', providerId: 'ollama' };
  const none = { model: undefined, favouriteModels: [] };
  expect(isChosen(ollama, none)).toBe(false);
  expect(isChosen(ollama, { ...none, model: 'ollama:ollama/qwen3:4b' })).toBe(true);
  expect(isChosen(ollama, { ...none, favouriteModels: ['cloud:cloud/x', 'ollama:ollama/y'] })).toBe(true);
  expect(isChosen(ollama, { model: 'ollama:ollama-2/x', favouriteModels: ['cloud:cloud/ollama:ollama/x'] })).toBe(
    false,
  );
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
  const word = (page: Parameters<typeof needsOf>[0]) => statusOf({ isAuthenticated: false }, needsOf(page), false).word;
  expect(word(undefined)).toBe('Not set up');
  expect(word({ credential: null })).toBe('Not set up');
  expect(word({ credential })).toBe('Needs a key');
  expect(word({ credential, signsIn: true })).toBe('Not signed in');
});
