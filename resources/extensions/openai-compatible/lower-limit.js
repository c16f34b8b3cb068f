/** @typedef {Record<string, unknown>} Json */

/** Tokens; an answer with fewer is not worth a request. */
const least = 256;

/**
 * Services count the limit of an answer as used. If an error message is about that, the request is repeated with a
 * smaller limit, or without one.
 * @param {Json} body
 * @param {string} refusal message of the service
 * @returns {Json | null} null if it is about something else, or the limit cannot be lowered further
 */
export function withLowerLimit(body, refusal) {
  if (!/max_(completion_)?tokens|tokens per min|\bTPM\b/i.test(refusal)) return null;
  const name = 'max_completion_tokens' in body ? 'max_completion_tokens' : 'max_tokens';
  const limit = Number(body[name] ?? Number.NaN);
  const { [name]: _, ...rest } = body;
  const affordable = numberIn(/can only afford (\d[\d,]*)/i, refusal);
  if (affordable >= limit || affordable < least) return null;
  if (affordable >= least) return { ...rest, [name]: affordable };
  if (!(name in body)) return null;
  const most = numberIn(/\blimit:? (\d[\d,]*)/i, refusal) - (numberIn(/\bused:? (\d[\d,]*)/i, refusal) || 0);
  const room = most - (numberIn(/\brequested:? (\d[\d,]*)/i, refusal) - limit);
  return room >= least && room < limit ? { ...rest, [name]: room } : rest;
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 */
const numberIn = (pattern, text) => Number(pattern.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);
