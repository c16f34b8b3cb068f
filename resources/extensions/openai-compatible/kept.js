import { isRecord, parseJson } from './json.js';

/**
 * What a service wants to have back in the next request, as a text that the app keeps. It is for that service and model
 * alone: others refuse a request with fields that they do not know.
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
 * @param {string | undefined} text may come from anybody
 * @returns {Record<string, unknown>} no fields when it is not for this service and model
 */
export function keptFor(tag, text) {
  const value = text === undefined ? null : parseJson(text);
  if (!isRecord(value) || value.for !== tag) return {};
  const { for: _, ...fields } = value;
  return fields;
}
