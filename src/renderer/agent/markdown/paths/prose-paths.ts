import type { PathPlatform } from '../../../../shared/links/link-target.ts';
import { type FileTarget, pathInCode } from './path-code.ts';

/** A piece of a text: words that may name a file, or what is between them. */
export interface ProsePiece {
  readonly text: string;
  /** null: it names none. */
  readonly target: FileTarget | null;
}

/** What no path in a sentence holds; in code there is more room. */
const word = /[^\s<>"'`|*?{}=;,&!^“”‘’«»—…，。、；：！？（）「」『』【】《》]+/g;
/**
 * A name of a file has letters after a dot, or in a folder a capital, as a Makefile has; “and/or” has neither. A path may have a
 * place behind it, and then any name. By itself only a name that is known counts, such as Dockerfile.
 */
const pathLike =
  /(?:^|[^.])\.[A-Za-z][A-Za-z0-9_-]{0,15}(?:[:#]|$)|\.[A-Za-z].*[/\\]|[/\\]\.?[A-Z][\w.-]*(?:[:#]|$)|[/\\][\w-]+(?::|#L)\d|^[A-Z][A-Za-z-]*(?:[:#]|$)|^[a-z]+file(?:[:#]|$)/;
const longestWord = 300;

/**
 * The words of a sentence that may name a file, such as `src/a.ts:40` and `a.ts#L4-L9`; whether there is one, only the disk
 * knows. In time that grows with the length of the text only.
 * @param isOpen the last word is still being written, and names nothing yet
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

/** @returns how much stands before the name, and the name; brackets that open and close within it are those of a folder */
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
