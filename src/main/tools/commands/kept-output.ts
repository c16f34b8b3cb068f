/** Bytes of the beginning and of the end that are kept: less than one output may have, for a tool says more than that. */
const headBytes = 30 * 1024;
const tailBytes = 66 * 1024;

/** What a program puts out, of which the middle is left out when it is too long. */
export function createKeptOutput() {
  let head = '';
  let headSize = 0;
  const tail: { text: string; size: number }[] = [];
  let tailSize = 0;
  let leftOut = 0;

  return {
    add(text: string) {
      let rest = text;
      if (headSize < headBytes) {
        const piece = beginningOf(rest, headBytes - headSize);
        // A letter that does not fit any more ends the beginning.
        headSize = piece.length < rest.length ? headBytes : headSize + Buffer.byteLength(piece);
        head += piece;
        rest = rest.slice(piece.length);
      }
      if (rest === '') return;
      tail.push({ text: rest, size: Buffer.byteLength(rest) });
      tailSize += tail.at(-1)?.size ?? 0;
      while (tail.length > 1 && tailSize - (tail[0]?.size ?? 0) >= tailBytes) {
        const { size } = tail.shift() ?? { size: 0 };
        tailSize -= size;
        leftOut += size;
      }
    },
    /** The whole, with a note in the place of what is left out. */
    text() {
      const { end, cut } = ending();
      return cut === 0 ? head + end : `${head}\n\n[${Math.ceil(cut / 1024)} KB were left out here.]\n\n${end}`;
    },
    isCut: () => ending().cut > 0,
  };

  function ending(): { end: string; cut: number } {
    const text = tail.map((each) => each.text).join('');
    const over = tailSize - tailBytes;
    if (over <= 0) return { end: text, cut: leftOut };
    const end = endOf(text, tailBytes);
    return { end, cut: leftOut + tailSize - Buffer.byteLength(end) };
  }
}

/** The longest beginning of so many bytes that cuts through no letter. */
function beginningOf(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

function endOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  let at = all.length - bytes;
  // What follows the first byte of a letter looks like this.
  while (at < all.length && ((all[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return all.subarray(at).toString();
}
