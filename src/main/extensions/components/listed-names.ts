import { visibleName } from '../../../shared/visible-text.ts';

/** So many are named; a person reads the list. */
const most = 12;
/** Characters. */
const longest = 100;

/** `a, b, and 3 more`: names that an extension has given, which can be any text and any number. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, most).map((name) => visibleName(name.slice(0, longest)));
  const more = names.length - shown.length;
  return new Intl.ListFormat('en').format(more > 0 ? [...shown, `${more} more`] : shown);
}
