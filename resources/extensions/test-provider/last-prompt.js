/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

/**
 * Index of the last message from the person. Messages with results of tools have the user's role too, but do not
 * count.
 * @param {CompletionRequest['messages']} messages
 */
export const lastPrompt = (messages) =>
  messages.findLastIndex(({ role, content }) => role === 'user' && !content.some(({ type }) => type === 'tool-result'));

/** @param {CompletionRequest['messages'][number] | undefined} message */
export const textOf = (message) =>
  (message?.content ?? []).map((part) => (part.type === 'text' ? part.value : '')).join('\n');
