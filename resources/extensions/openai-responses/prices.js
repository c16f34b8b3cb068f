/** @import { ModelInfo, ModelPrices } from '../../../src/shared/contract/provider.ts' */

/**
 * The service's prices per million tokens in US dollars: input, output, cache read. Very long requests cost more.
 * Models that are not listed, apart from dated versions, have no known price.
 * @type {Readonly<Record<string, readonly [number, number, number]>>}
 */
const prices = {
  'gpt-5.5': [5, 30, 0.5],
  'gpt-5.4': [2.5, 15, 0.25],
  'gpt-5.4-mini': [0.75, 4.5, 0.075],
  'gpt-5.2': [1.75, 14, 0.175],
  'gpt-5.1': [1.25, 10, 0.125],
  'gpt-5': [1.25, 10, 0.125],
  'gpt-5-mini': [0.25, 2, 0.025],
  'gpt-5-nano': [0.05, 0.4, 0.005],
  'gpt-4.1': [2, 8, 0.5],
  'gpt-4.1-mini': [0.4, 1.6, 0.1],
  'gpt-4.1-nano': [0.1, 0.4, 0.025],
  'gpt-4o': [2.5, 10, 1.25],
  'gpt-4o-mini': [0.15, 0.6, 0.075],
  o3: [2, 8, 0.5],
  'o4-mini': [1.1, 4.4, 0.275],
};

/** A model of the vendor's own service with its price. @param {ModelInfo} info @returns {ModelInfo} */
export function withPrices(info) {
  const known = pricesOf(info.id);
  return known ? { ...info, prices: known } : info;
}

/** @param {string} id such as "gpt-5.4-2026-03-05" @returns {ModelPrices | null} */
function pricesOf(id) {
  const name = id.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  const found = Object.hasOwn(prices, name) ? prices[name] : undefined;
  if (!found) return null;
  const [input, output, cacheRead] = found;
  return { currency: 'USD', input, output, cacheRead };
}
