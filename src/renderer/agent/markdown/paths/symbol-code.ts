const called = /^([\p{L}_$][\p{L}\p{N}_$]{1,99})\(\)$/u;
/** Mixed case, or several words: any other word may be ordinary text. */
const compound = /^(?=.*(?:\p{Ll}\p{Lu}|\p{Lu}\p{Ll}|[^_]_[^_]))[\p{L}_$][\p{L}\p{N}_$]{2,99}$/u;

/** @returns the symbol that inline code such as `parseLink` or `run()` may name; main tells whether it is declared */
export function symbolInCode(code: string): string | null {
  const text = code.trim();
  return called.exec(text)?.[1] ?? (compound.test(text) ? text : null);
}
