/** @import { ExtensionFailureCode } from '../../../src/shared/contract/errors.ts' */

/** @typedef {Record<string, unknown>} Json */

/**
 * @param {unknown} value
 * @returns {value is Json}
 */
export const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value */
export const textIn = (value) => (typeof value === 'string' ? value : '');

/** @param {unknown} value */
export const countIn = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);

/** @param {string} text */
export function recordIn(text) {
  try {
    const value = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * An error that reports a failure to the app.
 * @param {ExtensionFailureCode} code
 * @param {string} message
 */
export const failure = (code, message) => Object.assign(new Error(message), { code });
