/** @import { Json } from './json.js' */
import { parseRecord, textOf } from './json.js';

/**
 * The part of a reasoning item that the service needs back: stored as the signature of the thinking, or as redacted
 * thinking if there is no readable text.
 * @param {Json} item
 * @returns {string | undefined} undefined if the service has not encrypted it: then it cannot be sent back
 */
export function signatureOf({ id, encrypted_content }) {
  if (typeof encrypted_content !== 'string' || encrypted_content === '') return undefined;
  return JSON.stringify({ id: textOf(id), encrypted_content });
}

/**
 * @param {string | undefined} signature perhaps of another provider, whose thinking is useless here
 * @param {string} text the summary
 * @returns {Json[]} one item, or none
 */
export function reasoningItem(signature, text) {
  const { id, encrypted_content } = parseRecord(signature ?? '') ?? {};
  if (typeof encrypted_content !== 'string') return [];
  const summary = text.trim() ? [{ type: 'summary_text', text: text.trim() }] : [];
  return [{ type: 'reasoning', ...(id ? { id } : {}), summary, encrypted_content }];
}
