/** An escape, a class with at most one level of classes in it, or a line end as it is. */
const unit = /\\.|\[\^?\]?(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\]\\])*\]|\n/gs;

/**
 * A regular expression in which whatever takes a line end takes `\r\n` as one, too: ripgrep has the text as it is in the
 * file, and a person sees lines.
 */
export const withBothLineEnds = (pattern: string): string =>
  pattern.replace(unit, (one) => {
    const parts: readonly string[] = one.match(/\\?./gs) ?? [];
    const isClass = one.startsWith('[');
    // What classes in a class have in common is left as it is written.
    if (isClass && (parts.lastIndexOf('[') > 0 || one.includes('&&'))) return one;
    if (!one.startsWith('[^')) return parts.some((part) => isLineEnd(part) || isWider(part)) ? either(one) : one;
    // Without line ends is without their `\r`.
    if (parts.some(isLineEnd)) return parts.map((part) => (isLineEnd(part) ? `\\r${part}` : part)).join('');
    return parts.some(isWider) ? one : either(one);
  });

const isLineEnd = (part: string): boolean => part === '\n' || part === '\\n';
const isWider = (part: string): boolean => /^\\[sDW]$/.test(part);

const either = (one: string): string => `(?:\\r\\n|${one})`;

/** A text as a regular expression that takes it, and nothing else. */
export const patternOf = (text: string): string => text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, '\\$&');
