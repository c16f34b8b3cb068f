import { expect, test } from 'vitest';
import type { CredentialRequest } from '../../shared/contract/credential.ts';
import { nextRequests } from './credential-requests.ts';

const request = (id: string): CredentialRequest => ({
  id,
  extensionId: 'cloud',
  extensionName: 'Cloud',
  providerName: 'Cloud',
  label: 'API key',
  placeholder: '',
  keptIn: 'keychain',
});

test('requests wait in the order they came, each once, until they end', () => {
  const first = nextRequests([], { type: 'credential-request', request: request('a') });
  const both = nextRequests(first, { type: 'credential-request', request: request('b') });
  expect(nextRequests(both, { type: 'credential-request', request: request('a') })).toBe(both);
  expect(nextRequests(both, { type: 'close-requested' })).toBe(both);
  expect(nextRequests(both, { type: 'credential-request-ended', requestId: 'a' }).map(({ id }) => id)).toEqual(['b']);
});
