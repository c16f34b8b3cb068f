/** Numbers in LEB128, as the binary form of WebAssembly has them: seven bits in a byte, the lowest first. */

/** @returns the number at `from`, and where it ends; one that is cut off ends with the bytes */
export function readNumber(bytes: Uint8Array, from: number): { value: bigint; end: number } {
  let value = 0n;
  for (let at = from, shift = 0n; ; at += 1, shift += 7n) {
    const byte = bytes[at];
    if (byte === undefined || shift > 63n) return { value, end: bytes.byteLength };
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
}
