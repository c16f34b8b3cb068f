const called = /^([\p{L}_$][\p{L}\p{N}_$]{1,99})\(\)$/u;
/** Letters of both kinds, or more words than one: any other word may be anything. */
const compound = /^(?=.*(?:\p{Ll}\p{Lu}|\p{Lu}\p{Ll}|[^_]_[^_]))[\p{L}_$][\p{L}\p{N}_$]{2,99}$/u;

/** @returns the name that inline code such as `parseLink` or `run()` may be declared by; whether it is, only the folder knows */
export function symbolInCode(code: string): string | null {
  const text = code.trim();
  return called.exec(text)?.[1] ?? (compound.test(text) ? text : null);
}
