/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */
import { lastPrompt, textOf } from './last-prompt.js';

/** The app's own requests to a model: a title for a thread, and a summary of one. */

/**
 * A title from the first words of the thread; null if the request is not for a title.
 * @param {string} asked
 */
export function titleFor(asked) {
  if (!asked.startsWith('Name this thread')) return null;
  const request = /<request>\n(.*?)\n<\/request>/su.exec(asked)?.[1] ?? '';
  const words = withoutFences(request).match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
  return words.slice(0, 6).join(' ') || 'A thread';
}

/**
 * A summary that lists the prompts; null if the request is not for a summary.
 * @param {string} asked
 * @param {CompletionRequest} request
 */
export function summaryFor(asked, { messages }) {
  if (!/\b(summar(y|ize|ise)|sum up)\b/iu.test(asked.split('\n', 1)[0] ?? '')) return null;
  const before = messages.slice(0, lastPrompt(messages)).filter(({ role }) => role === 'user');
  const prompts = before
    .map((message) => withoutFences(textOf(message)).trim().split('\n', 1)[0] ?? '')
    .filter(Boolean);
  return ['A summary: the person asked for', ...prompts.map((prompt) => `- ${prompt}`)].join('\n');
}

const withoutFences = (/** @type {string} */ text) => text.replace(/^```.*?^```/gmsu, '');
