/** Bounds the work for one message: what lies behind is not counted, so a size is "at least this much" from there on. */
const mostValues = 20_000;
const deepest = 100;
let valuesLeft = 0;

/** About how many bytes the value takes as a message. Reads no text and no bytes, only how long they are. */
export function messageSize(value: unknown): number {
  valuesLeft = mostValues;
  try {
    return sizeOf(value, 0);
  } catch {
    // A getter threw; the message will not be sent either.
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
      return value === null || depth > deepest ? 1 : sizeOfObject(value, depth + 1);
    default:
      return 1;
  }
}

function sizeOfObject(value: object, depth: number): number {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength + 8;
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
