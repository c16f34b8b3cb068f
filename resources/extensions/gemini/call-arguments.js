/** @import { Json } from './reading.js' */
import { isRecord, textIn } from './reading.js';

/** Limits for steps of a path, and for skipped places of a list: no tool would understand a call beyond them. */
const [maxSteps, widestGap] = [100, 1000];

/**
 * The arguments of a call that arrive in pieces: each names its place by a path of RFC 9535, such as `$.files[0]['a
 * b']`, and texts grow.
 * @param {Json} whole the part of them that came complete
 */
export function createArguments(whole) {
  const root = /** @type {Json} */ (structuredClone(whole));
  let length = JSON.stringify(root).length;
  /** Places that are to be continued. */
  const growing = new Set();

  return {
    /** Whether a piece announced a continuation that has not come. */
    get isOpen() {
      return growing.size > 0;
    },
    /** Approximate length of their JSON. */
    get length() {
      return length;
    },
    /** Adds complete arguments. @param {Json} more */
    add(more) {
      for (const [name, value] of Object.entries(more)) put(root, name, value);
      length = JSON.stringify(root).length;
    },
    /**
     * @param {Json} piece
     * @throws {Error} with a sentence, if its place does not fit
     */
    grow(piece) {
      const path = textIn(piece.jsonPath ?? piece.json_path);
      const value = valueIn(piece);
      const steps = stepsOf(path);
      const place = JSON.stringify(steps);
      const last = steps?.pop();
      if (!steps || last === undefined) throw new Error(`A piece of the arguments has no place: ${path.slice(0, 100)}`);
      if ((piece.willContinue ?? piece.will_continue) === true) growing.add(place);
      else growing.delete(place);
      if (value === undefined) return;
      const holder = steps.reduce(
        (at, step, depth) => within(at, step, steps[depth + 1] ?? last),
        /** @type {unknown} */ (root),
      );
      if (!fits(holder, last)) throw new Error(`A piece of the arguments does not fit: ${path.slice(0, 100)}`);
      const before = valueAt(holder, last);
      put(holder, last, typeof before === 'string' && typeof value === 'string' ? before + value : value);
      length += String(value).length + (before === undefined ? path.length : 0);
    },
    toJson: () => JSON.stringify(root),
  };
}

/**
 * @param {Json} piece
 * @returns {string | number | boolean | null | undefined} undefined if the piece only announces a value
 */
function valueIn(piece) {
  const text = piece.stringValue ?? piece.string_value;
  const number = piece.numberValue ?? piece.number_value;
  const bool = piece.boolValue ?? piece.bool_value;
  if (typeof text === 'string') return text;
  if (typeof number === 'number') return number;
  if (typeof bool === 'boolean') return bool;
  return 'nullValue' in piece || 'null_value' in piece ? null : undefined;
}

const step = /\.([^.*[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;

/**
 * @param {string} path
 * @returns {(string | number)[] | null} null unless it names a single place
 */
function stepsOf(path) {
  /** @type {(string | number)[]} */
  const steps = [];
  if (!path.startsWith('$')) return null;
  step.lastIndex = 1;
  for (let end = 1; end < path.length; end = step.lastIndex) {
    const [found, name, index, single, double] = step.exec(path) ?? [];
    if (found === undefined || steps.length >= maxSteps) return null;
    steps.push(index === undefined ? (name ?? unescaped(single ?? double ?? '')) : Number(index));
  }
  return steps.length > 0 ? steps : null;
}

/** @param {string} quoted */
const unescaped = (quoted) =>
  quoted.replace(/\\(u[0-9A-Fa-f]{4}|.)/g, (_, /** @type {string} */ code) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return escapes.get(code) ?? code;
  });

const escapes = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * The value at a place, which is created if it is missing.
 * @param {unknown} holder
 * @param {string | number} at
 * @param {string | number} next the step after it
 */
function within(holder, at, next) {
  if (!fits(holder, at)) throw new Error(`A piece of the arguments does not fit at ${String(at).slice(0, 100)}.`);
  const there = valueAt(holder, at);
  if (there !== undefined) return there;
  const made = typeof next === 'number' ? [] : {};
  put(holder, at, made);
  return made;
}

/**
 * @param {unknown} holder
 * @param {string | number} at
 * @returns {holder is object}
 */
const fits = (holder, at) =>
  typeof at === 'number' ? Array.isArray(holder) && at <= holder.length + widestGap : isRecord(holder);

/**
 * @param {object} holder
 * @param {string | number} at
 */
const valueAt = (holder, at) => (Object.hasOwn(holder, at) ? Reflect.get(holder, at) : undefined);

/**
 * Defines a property, so that a name such as "__proto__" is an ordinary one.
 * @param {object} holder
 * @param {string | number} at
 * @param {unknown} value
 */
const put = (holder, at, value) =>
  void Object.defineProperty(holder, at, { value, writable: true, enumerable: true, configurable: true });
