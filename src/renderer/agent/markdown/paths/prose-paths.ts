import type { PathPlatform } from '../../../../shared/links/link-target.ts';
import { type FileTarget, pathInCode } from './path-code.ts';

/** A piece of a text: a word that may name a file, or the text between such words. */
export interface ProsePiece {
  readonly text: string;
  /** null: no name. */
  readonly target: FileTarget | null;
}

/** Excludes characters that no path in prose has; in code more are possible. */
const word = /[^\s<>"'`|*?{}=;,&!^“”‘’«»—…，。、；：！？（）「」『』【】《》]+/g;
/**
 * A file name has letters after a dot, or in a folder a capital as a Makefile has; “and/or” has neither. A path with a line
 * number may have any name. Without a folder only known names count, such as Dockerfile.
 */
const pathLike =
  /(?:^|[^.])\.[A-Za-z][A-Za-z0-9_-]{0,15}(?:[:#]|$)|\.[A-Za-z].*[/\\]|[/\\]\.?[A-Z][\w.-]*(?:[:#]|$)|[/\\][\w-]+(?::|#L)\d|^[A-Z][A-Za-z-]*(?:[:#]|$)|^[a-z]+file(?:[:#]|$)/;
const longestWord = 300;

/**
 * The words of a text that may name a file, such as `src/a.ts:40` and `a.ts#L4-L9`; only the disk tells whether it exists.
 * Runs in linear time.
 * @param isOpen the last word is half-written, and no name yet
 * @returns the text in pieces
 */
export function prosePaths(text: string, platform: PathPlatform, isOpen: boolean): ProsePiece[] {
  const pieces: ProsePiece[] = [];
  let end = 0;
  for (const found of text.matchAll(word)) {
    const [whole] = found;
    if (whole.length > longestWord) continue;
    if (isOpen && found.index + whole.length === text.length) continue;
    const [before, name] = withoutPunctuation(whole);
    const target = pathLike.test(name) ? pathInCode(name, platform) : null;
    if (!target) continue;
    const from = found.index + before;
    if (from > end) pieces.push({ text: text.slice(end, from), target: null });
    end = from + name.length;
    pieces.push({ text: name, target });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), target: null });
  return pieces;
}

/** Scripts without spaces stand right before a name. */
const unspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+(?=[A-Za-z])/u;
const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** @returns the length of the text before the name, and the name; balanced brackets within it belong to a folder */
function withoutPunctuation(text: string): [before: number, name: string] {
  let before = unspaced.exec(text)?.[0].length ?? 0;
  let end = text.length;
  for (;;) {
    const [first = '', last = ''] = [text[before], text[end - 1]];
    const closer = closers[first];
    const closed = closer === undefined ? -1 : text.indexOf(closer, before);
    const opener = last === ')' ? '(' : last === ']' ? '[' : '';
    const opened = opener === '' ? -1 : text.lastIndexOf(opener, end - 1);
    if (end <= before) break;
    if (/[.:]/.test(last)) end -= 1;
    else if (closer !== undefined && (closed < 0 || closed >= end - 1)) before += 1;
    else if (opener !== '' && opened < before) end -= 1;
    else break;
  }
  return [before, text.slice(before, end)];
}
