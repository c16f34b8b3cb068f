/** @import { Json } from './json.js' */
import { parseRecord, textOf } from './json.js';

/**
 * What the service needs to have of a reasoning item when it goes on: kept as the signature of the thinking, or as
 * redacted thinking when there is nothing to read.
 * @param {Json} item
 * @returns {string | undefined} undefined when the service has not encrypted it: it could not be read back
 */
export function signatureOf({ id, encrypted_content }) {
  if (typeof encrypted_content !== 'string' || encrypted_content === '') return undefined;
  return JSON.stringify({ id: textOf(id), encrypted_content });
}

/**
 * @param {string | undefined} signature possibly of another provider, whose thinking means nothing here
 * @param {string} text the summary
 * @returns {Json[]} one item, or none
 */
export function reasoningItem(signature, text) {
  const { id, encrypted_content } = parseRecord(signature ?? '') ?? {};
  if (typeof encrypted_content !== 'string') return [];
  const summary = text.trim() ? [{ type: 'summary_text', text: text.trim() }] : [];
  return [{ type: 'reasoning', ...(id ? { id } : {}), summary, encrypted_content }];
}
