/** Seconds of each unit, as services spell them. */
const units = new Map([
  ['ms', 0.001],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
]);
const part = /(\d+(?:\.\d+)?) ?(milliseconds?|ms|hours?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])/gi;
const whole = new RegExp(`(?:try again|retry) (?:in|after) ((?:${part.source}[, ]*)+)`, 'i');

/**
 * How long a service says to wait, where the usual header does not say it: "try again in 1h12m0s".
 * @param {string} said its words
 * @param {Headers} [headers]
 * @returns {number | undefined} seconds
 */
export function waitIn(said, headers) {
  if (headers?.has('retry-after')) return undefined;
  const milliseconds = Number(headers?.get('retry-after-ms') || Number.NaN);
  if (milliseconds >= 0) return Math.ceil(milliseconds / 1000);
  const found = whole.exec(said)?.[1];
  if (found === undefined) return undefined;
  const seconds = [...found.matchAll(part)].map(([, count, unit]) => Number(count) * (units.get(unitOf(unit)) ?? 1));
  // Without the noise of binary fractions, which would be a second more.
  return Math.ceil(Number(seconds.reduce((sum, one) => sum + one, 0).toFixed(3)));
}

/** @param {string | undefined} unit */
const unitOf = (unit = 's') => (/^(ms|milli)/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase());
