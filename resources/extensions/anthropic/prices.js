/** @import { ModelInfo, ModelPrices } from '../../../src/shared/contract/provider.ts' */

/**
 * The service's prices per million tokens in US dollars: input, output, cache read. A cache write costs a quarter more
 * than input. Models that are not listed, apart from dated versions, have no known price.
 * @type {Readonly<Record<string, readonly [number, number, number]>>}
 */
const prices = {
  'claude-fable-5-1': [10, 50, 1],
  'claude-fable-5': [10, 50, 1],
  'claude-opus-5-5': [4, 20, 0.2],
  'claude-opus-5': [5, 25, 0.5],
  'claude-opus-4-8': [5, 25, 0.5],
  'claude-opus-4-7': [5, 25, 0.5],
  'claude-opus-4-6': [5, 25, 0.5],
  'claude-opus-4-5': [5, 25, 0.5],
  'claude-opus-4-1': [15, 75, 1.5],
  'claude-opus-4': [15, 75, 1.5],
  'claude-sonnet-5-5': [2, 10, 0.1],
  'claude-sonnet-5': [2, 10, 0.2],
  'claude-sonnet-4-6': [3, 15, 0.3],
  'claude-sonnet-4-5': [3, 15, 0.3],
  'claude-sonnet-4': [3, 15, 0.3],
  'claude-3-7-sonnet': [3, 15, 0.3],
  // A request of more than 100,000 tokens costs more.
  'claude-haiku-5-5': [0.1, 0.5, 0.01],
  'claude-haiku-4-5': [1, 5, 0.1],
  'claude-3-5-haiku': [0.8, 4, 0.08],
  'claude-3-haiku': [0.25, 1.25, 0.03],
};

/** A model of the vendor's own service with its price. @param {ModelInfo} info @returns {ModelInfo} */
export function withPrices(info) {
  const known = pricesOf(info.id);
  return known ? { ...info, prices: known } : info;
}

/** @param {string} id such as "claude-haiku-4-5-20251001" or "claude-opus-4-0" @returns {ModelPrices | null} */
function pricesOf(id) {
  const name = id.replace(/-(?:\d{8}|latest|0)$/, '');
  const found = Object.hasOwn(prices, name) ? prices[name] : undefined;
  if (!found) return null;
  const [input, output, cacheRead] = found;
  return { currency: 'USD', input, output, cacheRead, cacheWrite: input * 1.25 };
}
