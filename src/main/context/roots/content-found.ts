import { visibleName } from '../../../shared/visible-text.ts';

/** What roots have of one kind. */
export interface ContentFound<T> {
  readonly found: readonly T[];
  /** Why some of it is not used, in sentences for the person. */
  readonly problems: readonly string[];
  /** The same where nothing is wrong: for the log. */
  readonly remarks: readonly string[];
}

/** @param line of the file, from 1 */
export const notUsed = (kind: string, file: string, reason: string, line?: number): string =>
  visibleName(`The ${kind} ${file}${line === undefined ? '' : `:${line}`} is not used: ${reason}`);

/** Names for a sentence: a folder may have hundreds. */
export const someOf = (names: readonly string[], most = 10): string =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;

export interface NamedContent {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
}

/** @param read in the order of the roots; a text is a problem, null is nothing. */
export function firstOfName<T extends NamedContent>(read: readonly (T | string | null)[], kind: string) {
  const found = new Map<string, T>();
  const problems: string[] = [];
  const remarks: string[] = [];
  for (const one of read) {
    if (one === null) continue;
    const first = typeof one === 'string' ? undefined : found.get(one.name);
    if (typeof one === 'string') problems.push(one);
    else if (first) remarks.push(`The ${kind} ${one.file} is not used: ${first.file} has its name and comes first.`);
    else found.set(one.name, one);
  }
  return { found: [...found.values()], problems, remarks };
}
