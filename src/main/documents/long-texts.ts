import { randomUUID } from 'node:crypto';
import type { LongText } from '../../shared/contract/documents/document.ts';
import { maxPieceLength } from '../../shared/contract/documents/text-limits.ts';

/** Characters of a piece that main gives. */
const usualPieceLength = 1024 * 1024;
/** Milliseconds after which a text whose next piece nobody asks for or sends is forgotten: the page has gone. */
const longestPause = 60_000;
/** Characters of a text that the page may send: more than any document has. */
const maxLength = 512 * 1024 * 1024;

/** Long texts on their way to the page or from it, in pieces: a call with a whole one would block main. */
export type LongTexts = ReturnType<typeof createLongTexts>;

export function createLongTexts() {
  const texts = new Map<string, { readonly pieces: string[][]; length: number; timer: NodeJS.Timeout }>();

  function forget(id: string): void {
    clearTimeout(texts.get(id)?.timer);
    texts.delete(id);
  }

  function hold(id: string, pieces: string[][]) {
    forget(id);
    const timer = setTimeout(() => forget(id), longestPause);
    timer.unref();
    const text = { pieces, length: 0, timer };
    texts.set(id, text);
    return text;
  }

  /** @throws when it has been forgotten, or was never there */
  function held(id: string) {
    const text = texts.get(id);
    if (!text) throw new Error('The text is no longer kept. Try again.');
    text.timer.refresh();
    return text;
  }

  return {
    /** @returns the text itself, or what the page gets it with */
    give(parts: readonly string[]): string | LongText {
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      if (length <= maxPieceLength) return parts.join('');
      const id = randomUUID();
      const { pieces } = hold(id, grouped(parts));
      return { id, pieces: pieces.length };
    },
    /** The page has a text after its last piece, which it asks for in their order. */
    piece(id: string, at: number): string {
      const { pieces } = held(id);
      const parts = pieces[at];
      if (parts === undefined) throw new Error(`The text has no piece ${at}.`);
      pieces[at] = [];
      if (at === pieces.length - 1) forget(id);
      return parts.join('');
    },
    /** Takes a piece from the page; they come in their order. */
    keep(id: string, at: number, piece: string): void {
      const text = at === 0 ? hold(id, []) : held(id);
      text.length += piece.length;
      if (text.pieces.length !== at || text.length > maxLength) {
        forget(id);
        throw new Error(`Piece ${at} of the text does not belong there.`);
      }
      text.pieces.push([piece]);
    },
    /** The pieces of a text that the page sent; a long one is forgotten. @throws when some are not there */
    take(text: string | LongText): readonly string[] {
      if (typeof text === 'string') return [text];
      const { pieces } = held(text.id);
      forget(text.id);
      if (pieces.length !== text.pieces) throw new Error('Not all of the text arrived. Try again.');
      return pieces.flat();
    },
  };
}

/** Puts short parts of a text together, as each call costs. */
function grouped(parts: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = maxPieceLength;
  for (const part of parts) {
    if (length + part.length > usualPieceLength) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(part);
    length += part.length;
  }
  return groups;
}
