/** Joins the class names that apply; a CSS module's lookups may be undefined. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
