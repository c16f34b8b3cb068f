/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>} {} for other values
 */
export const recordOf = (value) => (isRecord(value) ? value : {});

/**
 * @param {string} text
 * @returns {unknown} undefined if it is no JSON
 */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value */
export const textOf = (value) => (typeof value === 'string' ? value : '');
