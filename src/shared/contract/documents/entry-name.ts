import { visibleName } from '../../visible-text.ts';

/** Names that are devices on Windows in every folder, with any ending. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
const forbidden = /[<>:"|?*\\/\u0000-\u001F\u007F]/;
/** Bytes of UTF-8. */
const longest = 255;

/**
 * Why not every system can have a file or a folder of this name, so that it is not given to one. It completes "the name …".
 * @param name one part of a path @returns null: it may be used
 */
export function faultOfName(name: string): string | null {
  if (name === '') return 'is empty';
  if (name === '.' || name === '..') return 'stands for a folder already';
  if (!name.isWellFormed()) return 'has half of a character, which not every system permits';
  const sign = forbidden.exec(name)?.[0];
  if (sign !== undefined) return `has a “${visibleName(sign)}”, which not every system permits`;
  if (/[. ]$/.test(name)) return 'ends with a dot or a space, which not every system permits';
  if (deviceName.test(name)) return 'is reserved on Windows';
  if (new TextEncoder().encode(name).length > longest) return 'is too long';
  return null;
}

/** The parts of what a person types for a new file or folder: each before the last one is a folder that is made as well. */
export const partsOfTyped = (typed: string): readonly string[] => typed.trim().split(/[\\/]/);

/** Why what was typed names no new file or folder, as a sentence; null: it does. */
export function faultOfTyped(typed: string): string | null {
  for (const part of partsOfTyped(typed)) {
    const fault = faultOfName(part);
    if (fault) return part === '' ? 'A name is missing.' : `The name “${visibleName(part)}” ${fault}.`;
  }
  return null;
}
