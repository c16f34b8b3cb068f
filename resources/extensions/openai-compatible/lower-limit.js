/** @typedef {Record<string, unknown>} Json */

/** Tokens; an answer that may have fewer is not worth asking for. */
const least = 256;

/**
 * Services count the limit of an answer as if it were used up. A refusal that is about that is answered by a body with a
 * smaller limit, or without one.
 * @param {Json} body
 * @param {string} refusal what the service said
 * @returns {Json | null} null when it is about something else, or nothing is left to give
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
