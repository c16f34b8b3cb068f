/** A limit as typed; `undefined` is none, for an empty field. */
export type TypedLimit = { readonly value: number | undefined } | { readonly problem: string };

/** Reads a number as a person types it: with commas or spaces between thousands, or with k and m. */
export function readTokens(text: string): TypedLimit {
  const typed = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s,_]/g, '');
  if (typed === '') return { value: undefined };
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([km]?)$/.exec(typed) ?? [];
  // In some countries a point separates thousands.
  if (unit === '' && digits.includes('.')) return { problem: `Write ${digits} without the point, or with k or m.` };
  const value = Math.round(Number(digits) * (unit === 'm' ? 1_000_000 : unit === 'k' ? 1000 : 1));
  if (digits === '' || value < 1 || !Number.isSafeInteger(value)) {
    return { problem: 'Write a number of tokens such as 200,000, or nothing for no limit.' };
  }
  return { value };
}

export function readCost(text: string): TypedLimit {
  const amount = text.trim().replace(/^[^\d.,-]+/, '');
  if (text.trim() === '') return { value: undefined };
  // A thousand to some, one to others.
  if (/^[1-9]\d*,\d{3}$/.test(amount)) return { problem: `Write ${amount} without the comma, or with a point.` };
  const typed = amount.replace(',', '.');
  const value = Number(typed);
  if (typed === '' || !Number.isFinite(value) || value <= 0 || value > 1_000_000) {
    return { problem: 'Write an amount such as 0.50, or nothing for no limit.' };
  }
  return { value };
}
