/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

/**
 * Where the person spoke last. The results of tools come in their name, too, and do not count.
 * @param {CompletionRequest['messages']} messages
 */
export const lastPrompt = (messages) =>
  messages.findLastIndex(({ role, content }) => role === 'user' && !content.some(({ type }) => type === 'tool-result'));

/** @param {CompletionRequest['messages'][number] | undefined} message */
export const textOf = (message) =>
  (message?.content ?? []).map((part) => (part.type === 'text' ? part.value : '')).join('\n');
