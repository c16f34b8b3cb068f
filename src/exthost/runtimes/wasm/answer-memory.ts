/**
 * Shared memory by which a host answers a thread that waits: whether there is an answer, whether it is an error, how long
 * its two parts are, and the parts: JSON, and the bytes that it names. It grows with the largest answer.
 */

const place = { state: 0, isError: 1, json: 2, bytes: 3 } as const;
const headBytes = 16;
/** Bytes at first: more than most answers have. */
const usualBytes = 64 * 1024;
const waiting = 0;
const answered = 1;

export type Answer = { readonly value: unknown } | { readonly error: string };

/** Bytes in JSON: where they are in the second part. No record of an import has a field of this name. */
interface BytesPlace {
  readonly $bytes: readonly [offset: number, length: number];
}

/** @param most bytes of an answer */
export const createAnswerMemory = (most: number): SharedArrayBuffer =>
  new SharedArrayBuffer(headBytes + Math.min(usualBytes, most), { maxByteLength: headBytes + most });

/** @throws if the answer is larger than the memory may be; nothing is written then */
export function writeAnswer(memory: SharedArrayBuffer, answer: Answer): void {
  const isError = 'error' in answer;
  const pieces: Uint8Array[] = [];
  let length = 0;
  const placed = (_key: string, value: unknown): unknown => {
    if (!(value instanceof Uint8Array)) return value;
    pieces.push(value);
    length += value.byteLength;
    return { $bytes: [length - value.byteLength, value.byteLength] } satisfies BytesPlace;
  };
  const json = new TextEncoder().encode(JSON.stringify(isError ? answer.error : (answer.value ?? null), placed));
  const needed = headBytes + json.byteLength + length;
  if (needed > memory.maxByteLength) {
    throw new RangeError(`it has more than ${memory.maxByteLength >> 20} MB, the most of one answer`);
  }
  if (needed > memory.byteLength) memory.grow(needed);
  const all = new Uint8Array(memory, headBytes);
  all.set(json);
  let at = json.byteLength;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  const head = new Int32Array(memory, 0, headBytes / 4);
  head[place.isError] = isError ? 1 : 0;
  head[place.json] = json.byteLength;
  head[place.bytes] = length;
  Atomics.store(head, place.state, answered);
  Atomics.notify(head, place.state);
}

/** Before a question is asked: what comes from now on is its answer. */
export function expectAnswer(memory: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(memory, 0, 1), place.state, waiting);
}

/** Waits until there is an answer; nothing else runs in this thread meanwhile. */
export function readAnswer(memory: SharedArrayBuffer): Answer {
  const head = new Int32Array(memory, 0, headBytes / 4);
  Atomics.wait(head, place.state, waiting);
  const jsonBytes = head[place.json] as number;
  // Copied: text is not decoded from shared memory, and the next answer is written over it.
  const copy = (from: number, bytes: number) =>
    new Uint8Array(new Uint8Array(memory, headBytes + from, bytes)) as Uint8Array<ArrayBuffer>;
  const value: unknown = JSON.parse(new TextDecoder().decode(copy(0, jsonBytes)), (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || !('$bytes' in inner)) return inner;
    const [offset, length] = (inner as BytesPlace).$bytes;
    return copy(jsonBytes + offset, length);
  });
  return head[place.isError] === 1 ? { error: String(value) } : { value };
}
