import { createKeptEnd } from './kept-end.ts';

/** Bytes kept of the beginning and of the end: together less than an output's limit, as the tool adds text. */
const headBytes = 30 * 1024;
const tailBytes = 66 * 1024;

/** The output of a program, without the middle if it is too long. */
export function createKeptOutput() {
  let head = '';
  let headSize = 0;
  const tail = createKeptEnd(tailBytes);

  return {
    add(text: string) {
      let rest = text;
      if (headSize < headBytes) {
        const piece = beginningOf(rest, headBytes - headSize);
        // A character that no longer fits ends the beginning.
        headSize = piece.length < rest.length ? headBytes : headSize + Buffer.byteLength(piece);
        head += piece;
        rest = rest.slice(piece.length);
      }
      if (rest !== '') tail.add(rest);
    },
    /** The output, with a note in place of the omitted part. */
    text() {
      const { text, leftOut } = tail.read();
      if (leftOut === 0) return head + text;
      return `${head}\n\n[${Math.ceil(leftOut / 1024)} KB were left out here.]\n\n${text}`;
    },
    isCut: () => tail.read().leftOut > 0,
  };
}

/** The longest prefix within a number of bytes that splits no character. */
function beginningOf(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
