// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** The output of a program as a person would read it: no terminal colours, and of an overwritten line only the last text. */
export function plainOutput(text: string): string {
  if (!text.includes('\r') && !text.includes('\u001b')) return text;
  const written = text.replace(escapes, '').replaceAll('\r\n', '\n');
  // The last text of a line that ends in "\r" is still visible.
  return written.replace(/[^\n]*\r(?=[^\n\r])/g, '').replaceAll('\r', '');
}

export interface TextBounds {
  readonly lines: number;
  readonly characters: number;
}

/** The end of a text, from the beginning of a line if possible. */
export function tailOf(text: string, { lines, characters }: TextBounds): string {
  // A final line end begins no line.
  let from = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let count = 0; count < lines && from >= 0; count++) from = from === 0 ? -1 : text.lastIndexOf('\n', from - 1);
  const first = text.length - characters;
  if (from + 1 >= first) return text.slice(from + 1);
  const lineEnd = text.indexOf('\n', first - 1);
  return text.slice(lineEnd === -1 || lineEnd === text.length - 1 ? first : lineEnd + 1);
}

/** The beginning of a text, in whole lines if possible. @returns null when that is all of it */
export function headOf(text: string, { lines, characters }: TextBounds): string | null {
  let to = -1;
  for (let count = 0; count < lines; count++) {
    to = text.indexOf('\n', to + 1);
    if (to === -1 || to === text.length - 1) {
      to = text.length;
      break;
    }
  }
  if (to <= characters) return to === text.length ? null : text.slice(0, to);
  const lineEnd = text.lastIndexOf('\n', characters);
  return text.slice(0, lineEnd > 0 ? lineEnd : characters);
}

export function lineCount(text: string): number {
  if (text === '') return 0;
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
