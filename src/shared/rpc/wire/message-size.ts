/** Limits of the fast estimate; larger or deeper values are measured by one that also handles cycles. */
const maxValues = 20_000;
const deepest = 100;
let valuesLeft = 0;

/** More than any limit. */
const maxCounted = 128 * 1024 ** 2;
/** In large values the cost of reading each one counts too, as an equivalent in bytes. */
const bytesOfMember = 8;
const bytesOfObject = 64;

/**
 * Estimated size of a value as a message, in bytes; a character counts as one. Looks at the lengths of texts and
 * buffers only. Both sides of a port use it, so that the sender refuses exactly what the receiver would not take.
 */
export function messageSize(value: unknown): number {
  valuesLeft = maxValues;
  try {
    const size = sizeOf(value, 0);
    return valuesLeft > 0 ? size : wholeSize(value);
  } catch {
    // A getter threw; sending the message will fail too.
    return 0;
  }
}

function sizeOf(value: unknown, depth: number): number {
  valuesLeft -= 1;
  switch (typeof value) {
    case 'string':
      return value.length + 4;
    case 'number':
      return Number.isInteger(value) ? 4 : 9;
    case 'bigint':
      return 16;
    case 'object':
      if (value === null) return 1;
      if (depth <= deepest) return sizeOfObject(value, depth + 1);
      valuesLeft = 0;
      return 1;
    default:
      return 1;
  }
}

/** Counts each object once. Stops beyond `maxCounted`, so that a list with a huge length is not walked. */
function wholeSize(value: unknown): number {
  const seen = new Set<object>();
  const left: object[] = [];
  let size = 0;
  const add = (member: unknown) => {
    if (typeof member === 'object' && member !== null && !isBytes(member)) left.push(member);
    else size += sizeOf(member, 0);
  };
  add(value);
  for (let next = left.pop(); next && size < maxCounted; next = left.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const members = membersOf(next);
    size += bytesOfObject + members.length * bytesOfMember;
    if (size < maxCounted) for (let index = 0; index < members.length; index += 1) add(members[index]);
  }
  return size;
}

function membersOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Set) return [...value];
  return (value instanceof Map ? [...value] : Object.entries(value)).flat();
}

const isBytes = (value: object): value is ArrayBuffer | ArrayBufferView =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

function sizeOfObject(value: object, depth: number): number {
  if (isBytes(value)) return value.byteLength + 8;
  let size = 4;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && valuesLeft > 0; index += 1) size += sizeOf(value[index], depth);
  } else if (value instanceof Map) {
    for (const [key, member] of value) {
      if (valuesLeft <= 0) break;
      size += sizeOf(key, depth) + sizeOf(member, depth);
    }
  } else if (value instanceof Set) {
    for (const member of value) {
      if (valuesLeft <= 0) break;
      size += sizeOf(member, depth);
    }
  } else {
    for (const key in value) {
      if (valuesLeft <= 0) break;
      size += key.length + sizeOf((value as Record<string, unknown>)[key], depth);
    }
  }
  return size;
}
