/** Text normalised for a search: without case, accents and kinds of blanks. */
export interface SearchText {
  readonly text: string;
  /** The original offset of each character, and of the end; null: all offsets are equal. */
  readonly places: Uint32Array | null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const plain = /^[\u0000-\u007f]*$/;
const marks = /\p{M}/gu;

export function foldText(text: string): SearchText {
  if (plain.test(text)) return { text: text.toLowerCase().replace(/\s/g, ' '), places: null };
  const folded: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const letters = character.normalize('NFKD').replace(marks, '').toLowerCase().replace(/\s/g, ' ');
    for (const letter of letters) {
      folded.push(letter);
      for (let unit = 0; unit < letter.length; unit++) places.push(at);
    }
    at += character.length;
  }
  places.push(at);
  return { text: folded.join(''), places: Uint32Array.from(places) };
}

/** Offsets of a folded query in folded text, without overlaps. */
export function occurrencesIn(text: string, query: string): number[] {
  const found: number[] = [];
  if (query === '') return found;
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) found.push(at);
  return found;
}

/** Maps a range of the folded text to the original. Accents after its last letter belong to it. */
export function unfold({ places }: SearchText, from: number, to: number): { from: number; to: number } {
  if (!places) return { from, to };
  return { from: places[from] ?? 0, to: places[to] ?? places[places.length - 1] ?? 0 };
}
