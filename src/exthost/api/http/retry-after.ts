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
 * How long a service asks to wait: by its header, which holds seconds or a date, else in its words.
 * @param now in milliseconds
 * @param errorMessage its words, as "Please try again in 1h12m0s."
 * @returns seconds
 */
export function retryAfter(headers: Headers, now: number, errorMessage: string): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return milliseconds(headers) ?? waitIn(errorMessage);
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** Some services are more exact than the standard's header is. */
function milliseconds(headers: Headers): number | undefined {
  const count = Number(headers.get('retry-after-ms') || Number.NaN);
  return count >= 0 ? Math.ceil(count / 1000) : undefined;
}

/** @returns seconds that are asked for in words */
export function waitIn(errorMessage: string): number | undefined {
  const found = whole.exec(errorMessage)?.[1];
  if (found === undefined) return undefined;
  const seconds = [...found.matchAll(part)].map(([, count, unit]) => Number(count) * (units.get(unitOf(unit)) ?? 1));
  // Without the noise of binary fractions, which would be a second more.
  return Math.ceil(Number(seconds.reduce((sum, one) => sum + one, 0).toFixed(3)));
}

const unitOf = (unit = 's'): string => (/^(ms|milli)/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase());
