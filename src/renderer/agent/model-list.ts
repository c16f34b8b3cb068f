import { formatModelRef, type ModelInfo, type ProviderSnapshot } from '../../shared/contract/provider.ts';

export interface ModelOption {
  /** Model reference. */
  readonly ref: string;
  readonly name: string;
}

export interface ModelGroup {
  readonly key: string;
  readonly providerName: string;
  readonly extensionName: string;
  readonly needsKey: boolean;
  readonly problem: string | undefined;
  readonly options: readonly ModelOption[];
}

/**
 * The picker's groups, a provider each. A query keeps what has every word of it in the model's or provider's name. A
 * provider that lists nothing yet, for want of a key perhaps, can be chosen all the same: main then picks the model.
 */
export function groupModels(providers: readonly ProviderSnapshot[], query: string): ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return providers.flatMap((provider) => {
    const options = provider.models
      .map((model) => ({ ref: refOf(provider, model), name: model.name }))
      .filter(({ ref, name }) => {
        const searched = `${name} ${ref} ${provider.name} ${provider.extensionName}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      });
    if (options.length === 0 && words.length > 0) return [];
    if (provider.models.length === 0)
      options.push({ ref: refOf(provider, { id: 'default' }), name: 'Its default model' });
    return {
      key: `${provider.extensionId}:${provider.providerId}`,
      providerName: provider.name,
      extensionName: provider.extensionName,
      needsKey: !provider.isAuthenticated,
      problem: provider.problem,
      options,
    };
  });
}

/** @returns the name of a model and of its provider; undefined when no provider offers it now */
export function findModel(
  providers: readonly ProviderSnapshot[],
  ref: string | undefined,
): { name: string; provider: ProviderSnapshot } | undefined {
  for (const provider of providers) {
    const model = provider.models.find((candidate) => refOf(provider, candidate) === ref);
    if (model) return { name: model.name, provider };
  }
  return undefined;
}

/** A model that answers without a key: the default one of the first provider that is ready. */
export function firstReadyModel(providers: readonly ProviderSnapshot[]): string | undefined {
  for (const provider of providers) {
    const model = provider.models.find((candidate) => candidate.isDefault) ?? provider.models[0];
    if (provider.isAuthenticated && provider.problem === undefined && model) return refOf(provider, model);
  }
  return undefined;
}

const refOf = ({ extensionId, providerId }: ProviderSnapshot, { id }: Pick<ModelInfo, 'id'>): string =>
  formatModelRef({ extensionId, providerId, modelId: id });
