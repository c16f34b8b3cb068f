/**
 * A failure of an extension: an error with one of the known codes, and a sentence for the person.
 * @param {string} code
 * @param {string} message
 * @param {Record<string, unknown>} [data]
 */
export const failure = (code, message, data) => Object.assign(new Error(message), { code, data });

/** @param {string} prompt */
export function failureFor(prompt) {
  if (/\berror auth\b/i.test(prompt)) {
    return failure('provider-auth', 'The sample model did not accept the key, as you asked.');
  }
  if (/\berror rate\b/i.test(prompt)) {
    return failure('provider-rate-limited', 'The sample model is asked too often, as you asked.', {
      retryAfterSeconds: 5,
    });
  }
  return failure('provider-overloaded', 'The sample model is overloaded, as you asked.');
}
