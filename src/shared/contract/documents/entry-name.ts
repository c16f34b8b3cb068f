import { visibleName } from '../../visible-text.ts';

/** Names of devices on Windows in every folder, with any extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
const forbidden = /[<>:"|?*\\/\u0000-\u001F\u007F]/;
/** Bytes of UTF-8. */
const longest = 255;

/**
 * Why a file's or folder's name is invalid on some system, and therefore refused; it completes "the name …".
 * @param name one part of a path @returns null if the name is valid
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

/** The same for another name of what is there: what was wrong with its name before may stay. */
export function faultOfNewName(before: string, name: string): string | null {
  const fault = faultOfName(name);
  return fault === faultOfName(before) ? null : fault;
}

/** The parts of a path typed for a new file or folder: the folders before the last part are created too. */
export const partsOfTyped = (typed: string): readonly string[] => typed.trim().split(/[\\/]/);

/** Why a typed path is invalid for a new file or folder, as a sentence; null if it is valid. */
export function faultOfTyped(typed: string): string | null {
  for (const part of partsOfTyped(typed)) {
    const fault = faultOfName(part);
    if (fault) return part === '' ? 'A name is missing.' : `The name “${visibleName(part)}” ${fault}.`;
  }
  return null;
}
