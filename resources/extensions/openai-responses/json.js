/** @typedef {Record<string, unknown>} Json */

/**
 * @param {unknown} value
 * @returns {value is Json}
 */
export const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {Json} {} when it is none
 */
export const recordOf = (value) => (isRecord(value) ? value : {});

/**
 * @param {unknown} value
 * @returns {Json[]} its records; none when it is no list
 */
export const recordsOf = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** @param {unknown} value */
export const textOf = (value) => (typeof value === 'string' ? value : '');

/**
 * @param {string} text
 * @returns {Json | null} null when it is not the JSON of a record
 */
export function parseRecord(text) {
  try {
    const value = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
