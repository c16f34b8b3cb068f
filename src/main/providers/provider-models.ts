import { z } from 'zod/mini';
import { FailureError } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import { type ModelInfo, type ModelPrices, modelInfoSchema } from '../../shared/contract/provider.ts';

const modelListSchema = z.array(modelInfoSchema).check(z.maxLength(5000));

/**
 * Validates a list of models from an extension. Of two models with the same id the first is used.
 * @throws {FailureError} `protocol-fault` with the place of the error
 */
export function readModels(sent: unknown, extensionName: string): ModelInfo[] {
  const read = modelListSchema.safeParse(sent);
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
    throw new FailureError({
      code: 'protocol-fault',
      message: `${extensionName} sent an invalid list of models${place}. The last good list is kept.`,
      detail: issue?.message,
    });
  }
  const seen = new Set<string>();
  return read.data.filter(({ id }) => !seen.has(id) && seen.add(id));
}

type ManifestProvider = Manifest['language_model_providers'][string];
type ManifestPrices = NonNullable<ManifestProvider['models'][number]['prices']>;

/** The models in the manifest, shown until the extension has answered. */
export function manifestModels(provider: Pick<ManifestProvider, 'models'>): ModelInfo[] {
  return provider.models.map((model) => ({
    id: model.id,
    name: model.name,
    maxTokenCount: model.max_token_count,
    ...(model.max_output_tokens === undefined ? {} : { maxOutputTokens: model.max_output_tokens }),
    capabilities: {
      supportsImages: model.supports_images,
      supportsTools: model.supports_tools,
      supportsToolChoiceAuto: model.supports_tools,
      supportsToolChoiceAny: false,
      supportsToolChoiceNone: false,
      supportsThinking: model.supports_thinking,
      toolInputFormat: 'json-schema',
    },
    isDefault: model.default,
    isDefaultFast: model.default_fast,
    ...(model.prices && { prices: pricesOf(model.prices) }),
  }));
}

function pricesOf({ currency, input, output, cache_read, cache_write }: ManifestPrices): ModelPrices {
  return {
    currency,
    input,
    output,
    ...(cache_read !== undefined && { cacheRead: cache_read }),
    ...(cache_write !== undefined && { cacheWrite: cache_write }),
  };
}

/** @returns the model with this id, else the default one, else the first; null for an empty list */
export const pickModel = (models: readonly ModelInfo[], id: string): ModelInfo | null =>
  models.find((model) => model.id === id) ?? models.find((model) => model.isDefault) ?? models[0] ?? null;
