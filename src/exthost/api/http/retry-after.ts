/** Seconds by unit. */
const units = new Map([
  ['ms', 0.001],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
]);
const part = /(\d+(?:\.\d+)?) ?(milliseconds?|ms|hours?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])/gi;
const whole = new RegExp(`(?:try again|retry) (?:in|after) ((?:${part.source}[, ]*)+)`, 'i');

/**
 * The time that a service asks to wait: from its header, with seconds or a date, otherwise from its message.
 * @param now in milliseconds
 * @param errorMessage such as "Please try again in 1h12m0s."
 * @returns seconds
 */
export function retryAfter(headers: Headers, now: number, errorMessage: string): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return milliseconds(headers) ?? waitIn(errorMessage);
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** From a header of some services that is more exact than the standard one. */
function milliseconds(headers: Headers): number | undefined {
  const count = Number(headers.get('retry-after-ms') || Number.NaN);
  return count >= 0 ? Math.ceil(count / 1000) : undefined;
}

/** @returns the seconds that a message asks for */
export function waitIn(errorMessage: string): number | undefined {
  const found = whole.exec(errorMessage)?.[1];
  if (found === undefined) return undefined;
  const seconds = [...found.matchAll(part)].map(([, count, unit]) => Number(count) * (units.get(unitOf(unit)) ?? 1));
  // Rounded first: binary fractions would add a second.
  return Math.ceil(Number(seconds.reduce((sum, one) => sum + one, 0).toFixed(3)));
}

const unitOf = (unit = 's'): string => (/^(ms|milli)/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase());
