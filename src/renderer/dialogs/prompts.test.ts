import { expect, test } from 'vitest';
import type { CredentialRequest, SignIn, VariableQuestion } from '../../shared/contract/credential.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { type DialogPrompt, nextPrompts, shownPrompts } from './prompts.ts';

const owner = (extensionId: string) => ({
  extensionId,
  extensionName: 'Cloud',
  providerId: 'cloud',
  providerName: 'Cloud',
});
const request = (id: string, extensionId = 'cloud'): CredentialRequest => ({
  ...owner(extensionId),
  id,
  credentialType: 'api-key',
  label: 'API key',
  placeholder: '',
  replaces: false,
  keptIn: 'keychain',
});
const question = (id: string): VariableQuestion => ({ ...owner('cloud'), id, variable: 'CLOUD_KEY' });
const browser = (id: string): SignIn => ({
  ...owner('cloud'),
  id,
  type: 'browser',
  url: 'https://cloud.example/',
  endsAt: 1,
});
const failed = (id: string): SignIn => ({ ...owner('cloud'), id, type: 'failed', message: 'No.' });

const after = (...events: readonly MainEvent[]) => events.reduce(nextPrompts, [] as readonly DialogPrompt[]);
const ids = (prompts: readonly DialogPrompt[]) => prompts.map(({ value }) => value.id);

test('what is asked waits in the order it came, each once, until it ends', () => {
  const both = after(
    { type: 'credential-request', request: request('a') },
    { type: 'variable-question', question: question('b') },
    { type: 'credential-request', request: request('a') },
    { type: 'close-requested' },
  );
  expect(ids(both)).toEqual(['a', 'b']);
  // An id is of its own kind alone.
  expect(ids(nextPrompts(both, { type: 'credential-request-ended', requestId: 'b' }))).toEqual(['a', 'b']);
  expect(ids(nextPrompts(both, { type: 'credential-request-ended', requestId: 'a' }))).toEqual(['b']);
});

test('a sign-in goes on to its next state in its place', () => {
  const waiting = after(
    { type: 'sign-in', signIn: browser('s') },
    { type: 'credential-request', request: request('other', 'elsewhere') },
    { type: 'sign-in', signIn: failed('s') },
  );
  expect(ids(waiting)).toEqual(['s', 'other']);
  expect(shownPrompts(waiting).map(({ value }) => value)).toEqual([failed('s')]);
});

test('one is shown at a time; only what the same provider asks meanwhile lies over its own', () => {
  const shownIds = (prompts: readonly DialogPrompt[]) => ids(shownPrompts(prompts));
  const asks: MainEvent = { type: 'variable-question', question: question('q') };
  const elsewhere: MainEvent = { type: 'credential-request', request: request('other', 'elsewhere') };
  expect(shownIds([])).toEqual([]);
  for (const begins of [
    { type: 'sign-in', signIn: browser('first') },
    { type: 'credential-request', request: request('first') },
  ] as const) {
    const asked = after(begins, elsewhere, asks);
    expect(shownIds(after(begins, elsewhere))).toEqual(['first']);
    expect(shownIds(asked)).toEqual(['first', 'q']);
    expect(shownIds(nextPrompts(asked, { type: 'variable-question-ended', questionId: 'q' }))).toEqual(['first']);
  }
  expect(shownIds(after(asks, { type: 'credential-request', request: request('later') }))).toEqual(['q']);
});
