import { create } from 'zustand';
import type { CredentialRequest, SignIn, VariableQuestion } from '../../shared/contract/credential.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

/** A prompt of main while a provider is signed in. */
export type DialogPrompt =
  | { readonly type: 'credential'; readonly value: CredentialRequest }
  | { readonly type: 'variable'; readonly value: VariableQuestion }
  | { readonly type: 'sign-in'; readonly value: SignIn };

type Prompts = readonly DialogPrompt[];

/** The queue after an event, in the order of arrival. A sign-in that goes on to its next state keeps its place. */
export function nextPrompts(waiting: Prompts, event: MainEvent): Prompts {
  switch (event.type) {
    case 'credential-request':
      return put(waiting, { type: 'credential', value: event.request });
    case 'variable-question':
      return put(waiting, { type: 'variable', value: event.question });
    case 'sign-in':
      return put(waiting, { type: 'sign-in', value: event.signIn });
    case 'credential-request-ended':
      return without(waiting, 'credential', event.requestId);
    case 'variable-question-ended':
      return without(waiting, 'variable', event.questionId);
    case 'sign-in-ended':
      return without(waiting, 'sign-in', event.signInId);
    default:
      return waiting;
  }
}

/**
 * The prompts on screen: the first one. A question of a provider whose key is being checked, or whose sign-in waits, lies
 * over that, which may not go on without the answer.
 */
export function shownPrompts(waiting: Prompts): Prompts {
  const [first, ...others] = waiting;
  if (!first || first.type === 'variable') return waiting.slice(0, 1);
  const { extensionId, providerId } = first.value;
  const asked = others.find(
    ({ type, value }) => type !== 'sign-in' && value.extensionId === extensionId && value.providerId === providerId,
  );
  return asked ? [first, asked] : [first];
}

function put(waiting: Prompts, prompt: DialogPrompt): Prompts {
  const place = waiting.findIndex(({ type, value }) => type === prompt.type && value.id === prompt.value.id);
  return place === -1 ? [...waiting, prompt] : waiting.with(place, prompt);
}

const without = (waiting: Prompts, type: DialogPrompt['type'], id: string): Prompts =>
  waiting.filter((prompt) => prompt.type !== type || prompt.value.id !== id);

/** Apart from the dialogs, which are loaded later. After a reload of the page the prompts that were open come first. */
export const usePrompts = create<{ readonly waiting: Prompts }>(() => ({ waiting: [] }));

export const receivePrompt = (event: MainEvent): void =>
  usePrompts.setState(({ waiting }) => ({ waiting: nextPrompts(waiting, event) }));

/** Closes a prompt at once; main's own event comes later. */
export const removePrompt = (prompt: DialogPrompt): void =>
  usePrompts.setState(({ waiting }) => ({ waiting: without(waiting, prompt.type, prompt.value.id) }));
