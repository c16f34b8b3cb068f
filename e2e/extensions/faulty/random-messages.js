/** @import { Port } from './raw-port.js' */

const count = 10_000;
/** A fixed seed, so that a harmful message is sent again in the next run. */
const seed = 20_261_121;

/**
 * Sends random messages: arbitrary values, and malformed batches of the protocol.
 * @param {Port} port
 */
export async function garble(port) {
  const random = generator(seed);
  for (let index = 0; index < count; index += 1) {
    port.postMessage(random.chance(0.4) ? anything(random, 3) : nearlyBatch(random));
    // Spread over two seconds, so that making them takes no noticeable time.
    if (index % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** @param {number} state */
function generator(state) {
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit);
  return {
    below,
    chance: (/** @type {number} */ share) => next() < share,
    /** @template T @param {readonly T[]} values @returns {T} */
    oneOf: (values) => /** @type {T} */ (values[below(values.length)]),
    /** @template T @param {() => T} make @param {number} most */
    some: (make, most) => Array.from({ length: below(most + 1) }, make),
  };
}

/** @typedef {ReturnType<typeof generator>} Random */

const names = [
  ...['log.write', 'state.set', 'state.get', 'credential.get', 'env.get', 'setting.get', 'workspace.readFile'],
  ...['document.subscribe', 'window.status', 'progress.report', 'provider.completion', 'network.fetch', 'activate'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', '', '\0', 'x'.repeat(10_000)],
];

const strange = [
  ...[null, undefined, true, false, 0, -0, -1, 1.5, NaN, Infinity, 2 ** 31, 2 ** 53, -(2 ** 53), 10n ** 30n],
  ...['', '\ud800', '__proto__', 'a line\nand another', new Date(NaN), /(a+)+$/g, new Error('an error')],
];

/** @param {Random} random @param {number} depth @returns {unknown} */
function anything(random, depth) {
  const inner = () => anything(random, depth - 1);
  const name = () => random.oneOf([...names, 'id', 'key', 'value', 'path', 'message', 'length']);
  /** @type {(() => unknown)[]} */
  const shapes = [
    () => random.oneOf(strange),
    () => random.below(20),
    () => 'text '.repeat(random.below(50)),
    () => new Uint8Array(random.below(1000)),
    () => new ArrayBuffer(random.below(1000)),
  ];
  const nested = [
    () => random.some(inner, 6),
    () => new Array(random.below(1000)),
    () => Object.fromEntries(random.some(() => [name(), inner()], 5)),
    () => new Map(random.some(() => [inner(), inner()], 3)),
    () => new Set(random.some(inner, 3)),
    () => inItself(random.some(inner, 3)),
  ];
  return random.oneOf(depth > 0 ? [...shapes, ...nested] : shapes)();
}

/** @param {unknown[]} value */
function inItself(value) {
  value.push(value, { value });
  return value;
}

/**
 * A batch of valid and invalid parts. Its ids are none that main waits for: an extension may answer main's own
 * requests as it likes.
 * @param {Random} random
 */
function nearlyBatch(random) {
  const value = () => anything(random, 2);
  const id = () => (random.chance(0.8) ? 1_000_000 + random.below(100) : value());
  const name = () => (random.chance(0.9) ? random.oneOf(names) : value());
  /** @type {(() => unknown)[]} */
  const messages = [
    () => [0, id(), name(), value()],
    () => [1, name(), value()],
    () => [random.oneOf([2, 3]), id(), value()],
    () => [random.oneOf([4, 8]), id()],
    () => [5, id(), name(), value(), random.chance(0.5) ? random.below(1000) : value()],
    () => [6, id(), random.chance(0.5) ? random.some(value, 3) : value()],
    () => [7, id(), random.oneOf([0, 1, 2 ** 53 - 1, -1, NaN, '1'])],
    () => [random.below(20), ...random.some(value, 5)],
    value,
  ];
  const counts = [0, 0, 1, 5, 1_000_000, 2 ** 53 - 1, -1, 0.5, NaN, '0', null];
  return [random.oneOf(counts), random.oneOf(counts), ...random.some(() => random.oneOf(messages)(), 6)];
}
