/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */
import { lastPrompt, textOf } from './last-prompt.js';

/** What the app itself asks of a model: a title for a thread, and a summary of one. */

/**
 * The first words of the thread that is to be named; null when no title is asked for.
 * @param {string} asked
 */
export function titleFor(asked) {
  if (!asked.startsWith('Name this thread')) return null;
  const request = /<request>\n(.*?)\n<\/request>/su.exec(asked)?.[1] ?? '';
  const words = withoutFences(request).match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
  return words.slice(0, 6).join(' ') || 'A thread';
}

/**
 * What the person asked for, prompt by prompt; null when no summary is asked for.
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
