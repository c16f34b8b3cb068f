/**
 * Sizes of messages. A host shares its realm with extensions, which may change everything in it, so that all needed
 * functions are taken before the first extension is loaded.
 */

const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { isView } = ArrayBuffer;

/** @returns the getter of a prototype, safe from later changes of the prototype */
export function getterOf<Value>(prototype: object, name: string): (object: object) => Value {
  const read = getOwnPropertyDescriptor(prototype, name)?.get;
  if (!read) throw new Error(`There is no ${name} to read`);
  return (object) => apply(read, object, []) as Value;
}

const bufferOf = getterOf<ArrayBufferLike>(getPrototypeOf(Uint8Array.prototype) as object, 'buffer');
const bufferOfDataView = getterOf<ArrayBufferLike>(DataView.prototype, 'buffer');
const bytesOf = getterOf<number>(ArrayBuffer.prototype, 'byteLength');
const { forEach: eachOfMap } = Map.prototype;
const { forEach: eachOfSet } = Set.prototype;
const { prototype: plain } = Object;
const { prototype: array } = Array;
const { prototype: map } = Map;
const { prototype: set } = Set;
const { prototype: date } = Date;
const { prototype: regExp } = RegExp;
const { prototype: arrayBuffer } = ArrayBuffer;
const { prototype: dataView } = DataView;

/** Cost for main of reading a value, as an equivalent in bytes; a character may have two bytes. */
const bytesOfValue = 64;
const bytesOfCharacter = 2;

/**
 * @param value a clone that nobody else has
 * @returns estimated size in bytes; counting stops beyond `most`
 * @throws for values that are not plain data
 */
export function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return bytesOfValue + value.length * bytesOfCharacter;
  if (typeof value !== 'object' || value === null) return bytesOfValue;
  let size = bytesOfValue;
  const add = (member: unknown) => {
    if (size <= most) size += sizeOf(member, most - size);
  };
  const kind = getPrototypeOf(value);
  if (isView(value)) return size + bytesOf(kind === dataView ? bufferOfDataView(value) : bufferOf(value));
  if (kind === plain || kind === array) {
    // For an array `length` is a key too.
    const keys = ownKeys(value);
    const { length } = keys;
    for (let index = 0; index < length && size <= most; index += 1) {
      const key = keys[index] as string;
      if (kind === plain) size += key.length * bytesOfCharacter;
      add((value as Record<string, unknown>)[key]);
    }
    return size;
  }
  if (kind === map) {
    const addBoth = (member: unknown, key: unknown) => {
      add(key);
      add(member);
    };
    apply(eachOfMap, value, [addBoth]);
    return size;
  }
  if (kind === set) {
    apply(eachOfSet, value, [add]);
    return size;
  }
  if (kind === arrayBuffer) return size + bytesOf(value);
  if (kind === date || kind === regExp) return size;
  throw new TypeError('only plain data can be sent: no errors, blobs or boxed values');
}

/** @returns what a message with this value would have too much of; null if it can be sent */
export const tooLarge = (value: unknown, messageBytes: number): string | null =>
  sizeOf(value, messageBytes) > messageBytes
    ? `it has more than ${messageBytes >> 20} MB, the most of one message`
    : null;
