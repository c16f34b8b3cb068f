/** Bytes kept of the beginning and of the end: together less than an output's limit, as the tool adds text. */
const headBytes = 30 * 1024;
const tailBytes = 66 * 1024;

/** The output of a program, without the middle if it is too long. */
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
        // A character that no longer fits ends the beginning.
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
    /** The output, with a note in place of the omitted part. */
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

/** The longest prefix within a number of bytes that splits no character. */
function beginningOf(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

function endOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  let at = all.length - bytes;
  // Skips UTF-8 continuation bytes.
  while (at < all.length && ((all[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return all.subarray(at).toString();
}
