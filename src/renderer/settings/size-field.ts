import { formatBytes, type SizeLimit, sizeLimitRanges } from '../../shared/contract/size-limits.ts';

/** A size as typed; `undefined` is the usual one, for an empty field. */
export type TypedSize = { readonly value: number | undefined } | { readonly problem: string };

const units: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Reads a size as a person types it, such as "500 KB"; a bare number is in megabytes. */
export function readSize(limit: SizeLimit, text: string): TypedSize {
  const { least, usual, most } = sizeLimitRanges[limit];
  const typed = text.trim().toUpperCase().replace(',', '.');
  if (typed === '') return { value: undefined };
  const [, digits = '', unit = 'MB'] = /^(\d+(?:\.\d+)?)\s*([KMG]B)?$/.exec(typed) ?? [];
  const value = Math.round(Number(digits) * (units[unit] ?? 1));
  if (digits !== '' && value >= least && value <= most) return { value };
  const range = `from ${formatBytes(least)} to ${formatBytes(most)}`;
  return { problem: `Write a size ${range}, or nothing for ${formatBytes(usual)}.` };
}
