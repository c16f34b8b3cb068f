/**
 * Searches all values reachable from some objects: properties, getters, prototypes, entries, bytes.
 * @param {unknown[]} roots
 * @param {string[]} secrets
 * @returns {{ found: string[], seen: number }} paths of the secrets, and the number of objects
 */
export function walk(roots, secrets) {
  /** @type {Set<object>} */
  const seen = new Set();
  /** @type {string[]} */
  const found = [];
  /** @type {[unknown, string][]} */
  const left = roots.map((root, index) => [root, String(index)]);
  /** @param {string} text @param {string} path */
  const look = (text, path) => {
    if (secrets.some((secret) => text.includes(secret) || text.includes(secret.slice(0, 20)))) found.push(path);
  };
  for (let next = left.pop(); next !== undefined && seen.size < 200_000; next = left.pop()) {
    const [value, path] = next;
    if (typeof value === 'string') look(value, path);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [name, inner] of quietly(() => insideOf(value)) ?? []) left.push([inner, `${path}.${name}`]);
  }
  return { found, seen: seen.size };
}

/** @param {object} value @returns {[string, unknown][]} */
function insideOf(value) {
  /** @type {[string, unknown][]} */
  const inside = [['prototype', quietly(() => Object.getPrototypeOf(value))]];
  if (value instanceof Map) inside.push(...[...value].flat().map(named));
  if (value instanceof Set) inside.push(...[...value].map(named));
  if (value instanceof ArrayBuffer) value = new Uint8Array(value);
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return [['bytes', new TextDecoder('latin1').decode(new Uint8Array(buffer, byteOffset, byteLength))]];
  }
  for (const key of quietly(() => Reflect.ownKeys(value)) ?? []) {
    inside.push([String(key), String(key)], [String(key), quietly(() => Reflect.get(value, key))]);
  }
  return inside;
}

/** @param {unknown} value @returns {[string, unknown]} */
const named = (value) => ['entry', value];

/** @template T @param {() => T} read @returns {T | undefined} */
function quietly(read) {
  try {
    const value = read();
    // A getter called on a wrong object may reject a promise instead of throwing.
    if (value instanceof Promise) value.catch(() => undefined);
    return value;
  } catch {
    return undefined;
  }
}
