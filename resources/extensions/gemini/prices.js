/** @import { ModelInfo, ModelPrices } from '../../../src/shared/contract/provider.ts' */

/**
 * The service's prices per million tokens, for requests up to 200,000 tokens, in US dollars: input, output, cache
 * read. The first match counts; models that are not listed have no known price.
 * @type {readonly [RegExp, number, number, number?][]}
 */
const prices = [
  [/^gemini-3\.8-flash(?!-lite)/, 0.75, 3.75],
  [/^gemini-3\.6-flash(?!-lite)/, 1.5, 7.5, 0.15],
  [/^gemini-3\.5-flash-lite/, 0.3, 2.5, 0.03],
  [/^gemini-3\.1-flash-lite/, 0.25, 1.5, 0.025],
  [/^gemini-3(\.1)?-pro/, 2, 12, 0.2],
  [/^gemini-3-flash(?!-lite)/, 0.5, 3, 0.05],
  [/^gemini-2\.5-pro/, 1.25, 10, 0.125],
  [/^gemini-2\.5-flash-lite/, 0.1, 0.4, 0.01],
  [/^gemini-2\.5-flash/, 0.3, 2.5, 0.03],
];

/** A model of the vendor's own service with its price. @param {ModelInfo} info @returns {ModelInfo} */
export function withPrices(info) {
  const known = pricesOf(info.id);
  return known ? { ...info, prices: known } : info;
}

/** @param {string} id @returns {ModelPrices | null} */
function pricesOf(id) {
  const found = prices.find(([pattern]) => pattern.test(id));
  if (!found) return null;
  const [, input, output, cacheRead] = found;
  return { currency: 'USD', input, output, ...(cacheRead !== undefined && { cacheRead }) };
}
