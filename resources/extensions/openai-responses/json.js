/** @typedef {Record<string, unknown>} Json */

/**
 * @param {unknown} value
 * @returns {value is Json}
 */
export const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {Json} {} for other values
 */
export const recordOf = (value) => (isRecord(value) ? value : {});

/**
 * @param {unknown} value
 * @returns {Json[]} the objects of a list; none for other values
 */
export const recordsOf = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** @param {unknown} value */
export const textOf = (value) => (typeof value === 'string' ? value : '');

/**
 * @param {string} text
 * @returns {Json | null} null unless it is a JSON object
 */
export function parseRecord(text) {
  try {
    const value = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
