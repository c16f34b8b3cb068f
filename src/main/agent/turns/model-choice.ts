import { parseModelRef } from '../../../shared/contract/provider.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { ProviderRegistry } from '../../providers/provider-registry.ts';

export interface ModelChoiceDeps {
  readonly registry: Pick<ProviderRegistry, 'resolve'>;
  savedModel(): string | undefined;
  saveModel(model: string): void | Promise<void>;
  /** See `PromptAnswersDeps`. */
  personActed(extensionId: string, providerId: string): void;
  onChosen(model: string, previous: string | null): void;
}

/** The model that the person chooses for all threads; a later choice ends an earlier one that waits for a key. */
export function createModelChoice(deps: ModelChoiceDeps) {
  let choosing = new AbortController();
  const choose: RendererApi['agent']['chooseModel'] = async (model) => {
    choosing.abort();
    choosing = new AbortController();
    const ref = parseModelRef(model);
    if (ref) deps.personActed(ref.extensionId, ref.providerId);
    const chosen = await deps.registry.resolve(model, choosing.signal);
    if (!chosen.ok) return chosen;
    const previous = deps.savedModel() ?? null;
    await deps.saveModel(chosen.value);
    deps.onChosen(chosen.value, previous);
    return chosen;
  };
  return { choose, close: () => choosing.abort() };
}
