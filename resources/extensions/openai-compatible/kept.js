import { isRecord, parseJson } from './json.js';

/**
 * Data that a service wants back in the next request, as a text that the app stores. It is only for that service and
 * model: others refuse requests with unknown fields.
 */

/**
 * @param {string} base
 * @param {string} model
 */
export const tagOf = (base, model) => `${base} ${model}`;

/**
 * @param {string} tag
 * @param {Record<string, unknown>} fields
 */
export const keep = (tag, fields) => JSON.stringify({ for: tag, ...fields });

/**
 * @param {string} tag
 * @param {string | undefined} text of any origin
 * @returns {Record<string, unknown>} {} if it is not for this service and model
 */
export function keptFor(tag, text) {
  const value = text === undefined ? null : parseJson(text);
  if (!isRecord(value) || value.for !== tag) return {};
  const { for: _, ...fields } = value;
  return fields;
}
