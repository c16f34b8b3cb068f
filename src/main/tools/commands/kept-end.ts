/** The end of a text that arrives in pieces: its last bytes, without the parts of a character. */
export function createKeptEnd(limit: number) {
  const pieces: { text: string; size: number }[] = [];
  let size = 0;
  let leftOut = 0;

  return {
    add(text: string) {
      const piece = { text, size: Buffer.byteLength(text) };
      pieces.push(piece);
      size += piece.size;
      while (pieces.length > 1 && size - (pieces[0]?.size ?? 0) >= limit) {
        const gone = pieces.shift()?.size ?? 0;
        size -= gone;
        leftOut += gone;
      }
    },
    /** `leftOut`: bytes before it. */
    read(): { readonly text: string; readonly leftOut: number } {
      const text = pieces.map((piece) => piece.text).join('');
      if (size <= limit) return { text, leftOut };
      const end = endOf(text, limit);
      return { text: end, leftOut: leftOut + size - Buffer.byteLength(end) };
    },
  };
}

function endOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  let at = all.length - bytes;
  // Skips UTF-8 continuation bytes.
  while (at < all.length && ((all[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return all.subarray(at).toString();
}
