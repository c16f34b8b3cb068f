import { create } from 'zustand';
import type { CredentialRequest } from '../../shared/contract/credential.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

/** The requests that wait, after an event; the first one is shown. */
export function nextRequests(waiting: readonly CredentialRequest[], event: MainEvent): readonly CredentialRequest[] {
  switch (event.type) {
    case 'credential-request':
      return waiting.some(({ id }) => id === event.request.id) ? waiting : [...waiting, event.request];
    case 'credential-request-ended':
      return waiting.filter(({ id }) => id !== event.requestId);
    default:
      return waiting;
  }
}

/**
 * The requests that wait. Kept apart from the dialog, which is loaded later: a request that was open before the page
 * was loaded anew comes with the first events.
 */
export const useCredentialRequests = create<{ readonly waiting: readonly CredentialRequest[] }>(() => ({
  waiting: [],
}));

export const receiveCredentialEvent = (event: MainEvent): void =>
  useCredentialRequests.setState(({ waiting }) => ({ waiting: nextRequests(waiting, event) }));
