/**
 * A view is cloned with its whole buffer. Node cuts small Buffers from a shared pool, so that one of three bytes would
 * cost 8 KiB and expose other content of the pool; a view of a part is sent as a copy of that part.
 */

/** Limits of the walk through one message; values beyond are sent unchanged. */
const maxValues = 10_000;
const deepest = 32;
let valuesLeft = 0;

/** @returns the value, or a clone without other bytes if it contains a view of a part of a buffer */
export function withOwnBytes<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  try {
    valuesLeft = maxValues;
    if (!holdsPart(value, 0)) return value;
    if (ArrayBuffer.isView(value)) return ownBytes(value) as T;
    const clone = structuredClone(value);
    valuesLeft = maxValues;
    replaceParts(clone, 0);
    return clone;
  } catch {
    // A getter threw, or a value cannot be cloned. The port will find the same, and report it.
    return value;
  }
}

const isPart = (view: ArrayBufferView): boolean =>
  view.buffer instanceof ArrayBuffer && view.byteLength < view.buffer.byteLength;

/** A Buffer becomes a Uint8Array, as it would on the other side anyway. */
function ownBytes(view: ArrayBufferView): ArrayBufferView {
  const bytes = view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength);
  const kind = (view as ArrayBufferView & { readonly [Symbol.toStringTag]: string })[Symbol.toStringTag];
  const View = (globalThis as unknown as Record<string, new (bytes: ArrayBufferLike) => ArrayBufferView>)[kind];
  return View ? new View(bytes) : view;
}

/** Runs for every message, so it allocates nothing. */
function holdsPart(value: unknown, depth: number): boolean {
  valuesLeft -= 1;
  if (typeof value !== 'object' || value === null || valuesLeft < 0 || depth > deepest) return false;
  if (ArrayBuffer.isView(value)) return isPart(value);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && valuesLeft > 0; index += 1) {
      if (holdsPart(value[index], depth + 1)) return true;
    }
  } else if (value instanceof Map || value instanceof Set) {
    for (const member of value.values()) {
      if (valuesLeft <= 0) return false;
      if (holdsPart(member, depth + 1)) return true;
    }
  } else {
    for (const key in value) {
      if (valuesLeft <= 0) return false;
      if (holdsPart((value as Record<string, unknown>)[key], depth + 1)) return true;
    }
  }
  return false;
}

/** Changes the value in place, as it is our clone. Walks like `holdsPart`, and so finds the same views. */
function replaceParts(value: unknown, depth: number): void {
  valuesLeft -= 1;
  if (typeof value !== 'object' || value === null || valuesLeft < 0 || depth > deepest) return;
  const own = (member: unknown): unknown => {
    if (ArrayBuffer.isView(member) && isPart(member)) return ownBytes(member);
    replaceParts(member, depth + 1);
    return member;
  };
  if (ArrayBuffer.isView(value)) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && valuesLeft > 0; index += 1) {
      if (index in value) value[index] = own(value[index]);
    }
  } else if (value instanceof Map) {
    for (const [key, member] of value) value.set(key, own(member));
  } else if (value instanceof Set) {
    const members = [...value];
    value.clear();
    for (const member of members) value.add(own(member));
  } else {
    const record = value as Record<string, unknown>;
    for (const key in record) record[key] = own(record[key]);
  }
}
