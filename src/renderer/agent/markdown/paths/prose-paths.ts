import type { PathPlatform } from '../../../../shared/links/link-target.ts';
import { type FileTarget, pathInCode } from './path-code.ts';

/** A piece of a text: words that may name a file, or what is between them. */
export interface ProsePiece {
  readonly text: string;
  /** null: it names none. */
  readonly target: FileTarget | null;
}

/** What no path in a sentence holds; in code there is more room. */
const word = /[^\s<>"'`|*?{}=;,&!^“”‘’«»—…]+/g;
/** A name of a file has letters after a dot. A path may have a place behind it. */
const pathLike = /[^.]\.[A-Za-z][A-Za-z0-9_-]{0,15}(?:[:#]|$)|[/\\]/;
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
    if (whole.length > longestWord || !/[./\\]/.test(whole)) continue;
    if (isOpen && found.index + whole.length === text.length) continue;
    const [before, name] = withoutPunctuation(whole);
    const target = pathLike.test(name) && /\.[A-Za-z]/.test(name) ? pathInCode(name, platform) : null;
    if (!target) continue;
    const from = found.index + before;
    if (from > end) pieces.push({ text: text.slice(end, from), target: null });
    end = from + name.length;
    pieces.push({ text: name, target });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), target: null });
  return pieces;
}

/** @returns how much stands before the name, and the name; brackets within it are those of a folder */
function withoutPunctuation(text: string): [before: number, name: string] {
  const before = /^[([]*/.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > before && /[.:)\]]/.test(text[end - 1] ?? '')) end -= 1;
  return [before, text.slice(before, end)];
}
