/**
 * SHA-256 (FIPS 180-4). The runtime's own is kept from a worker host: its page has an origin of its own, which does not
 * count as secure. Not for secrets that others may measure by time; here it hashes what is sent in the next request.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Uint32Array(64);
  const padded = new DataView(pad(message).buffer);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = padded.getUint32(block + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const early = at(words, i - 15);
      const late = at(words, i - 2);
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
    }
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setUint32(i * 4, word);
  return new Uint8Array(digest.buffer);
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(constants, i) + at(words, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word;
}

/** A bit 1, zeros, and the length in bits in the last 8 bytes of a block. */
function pad(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  return padded;
}

const at = (values: Uint32Array, index: number): number => values[index] ?? 0;
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
/** The first 32 bits behind the point. */
const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32);

const primes: readonly number[] = Array.from({ length: 310 }, (_, i) => i + 2).filter((n) => {
  for (let factor = 2; factor * factor <= n; factor += 1) if (n % factor === 0) return false;
  return true;
});
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
