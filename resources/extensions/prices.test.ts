import { describe, expect, it } from 'vitest';
import { type ModelInfo, modelInfoSchema } from '../../src/shared/contract/provider.ts';
import { withPrices as anthropicPrices } from './anthropic/prices.js';
import { activated } from './extension-harness.ts';
import { withPrices as geminiPrices } from './gemini/prices.js';
import { withPrices as openaiPrices } from './openai-responses/prices.js';
import { manifestOf, services } from './provider-services.fixture.ts';

describe.each([services.anthropic, services.gemini, services.responses])('the models of $name', (service) => {
  const modelsAt = async (origin: string) => {
    const base_url = `${origin}${service.format.basePath}`;
    return (await activated(service.extension, { base_url }, manifestOf(service))).provider.models();
  };

  it('have prices at the address of their vendor', async () => {
    const models = await modelsAt(service.vendor);
    expect(models.length).toBeGreaterThan(1);
    for (const model of models) {
      expect(modelInfoSchema.parse(model)).toEqual(model);
      expect(model.prices?.currency).toBe('USD');
    }
  });

  it('have none anywhere else, where nobody knows what is asked', async () => {
    for (const model of await modelsAt('https://other.example')) expect(model).not.toHaveProperty('prices');
  });
});

describe('a price', () => {
  const named = (id: string) => ({ id }) as ModelInfo;
  it.each([
    [anthropicPrices, 'claude-sonnet-4-5-20250929', 3],
    [anthropicPrices, 'claude-sonnet-4-20250514', 3],
    [anthropicPrices, 'claude-opus-4-20250514', 15],
    [anthropicPrices, 'claude-opus-4-1', 15],
    [anthropicPrices, 'claude-opus-4-5-20251101', 5],
    [anthropicPrices, 'claude-opus-5', 5],
    [anthropicPrices, 'claude-opus-5-5', 4],
    [anthropicPrices, 'claude-sonnet-5', 2],
    [anthropicPrices, 'claude-3-7-sonnet-20250219', 3],
    [anthropicPrices, 'claude-sonnet-6', undefined],
    [anthropicPrices, 'claude-opus-5-7', undefined],
    [anthropicPrices, 'claude-sonnet-5-7', undefined],
    [geminiPrices, 'gemini-2.5-flash-lite', 0.1],
    [geminiPrices, 'gemini-2.5-flash', 0.3],
    [geminiPrices, 'gemini-9-flash', undefined],
    [openaiPrices, 'gpt-5-mini', 0.25],
    [openaiPrices, 'gpt-5.4-2026-03-05', 2.5],
    [openaiPrices, 'gpt-5.4-codex', undefined],
    [openaiPrices, 'constructor', undefined],
  ])('%o gives %s its price, and none to what it does not know', (withPrices, id, input) => {
    expect(withPrices(named(id)).prices?.input).toBe(input);
  });
});
