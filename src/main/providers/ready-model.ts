import { isAgentRef } from '../../shared/contract/agent-servers/agent-ref.ts';
import { FailureError } from '../../shared/contract/errors.ts';
import type { FoundModel, ProviderRegistry } from './provider-registry.ts';

export interface ReadyModelDeps {
  registry(): Pick<ProviderRegistry, 'find' | 'named' | 'refresh'>;
  /** The model that the panel asks. */
  chosen(): string | undefined;
}

/** @returns finds a model for an extension: a reference, `fast`, or the chosen one; nobody is asked for a key */
export function createReadyModel({ registry, chosen }: ReadyModelDeps) {
  function find(model: string | undefined): FoundModel {
    const ref = registry().named(model, chosen());
    if (!ref) throw refused('model-missing', 'No model is chosen. Choose one in the agent panel.');
    if (isAgentRef(ref)) {
      throw refused(
        'model-missing',
        'An agent is chosen in the agent panel, which answers no extension. Name a model.',
      );
    }
    const found = registry().find(ref);
    if (!found.ok) throw new FailureError(found.failure);
    return found.value;
  }

  /** @throws {FailureError} when it cannot be asked now */
  return async (model: string | undefined): Promise<FoundModel> => {
    const found = find(model);
    const { extensionId, providerId } = found.ref;
    // Of one that was not asked yet nothing is known.
    if (found.isAuthenticated === null || !found.info) await registry().refresh(extensionId, providerId);
    const known = find(model);
    if (known.isAuthenticated) return known;
    const name = known.info?.name ?? known.ref.modelId;
    throw refused('credential-missing', `The provider of ${name} has no key yet. Choose it in the agent panel.`);
  };
}

const refused = (code: 'model-missing' | 'credential-missing', message: string) => new FailureError({ code, message });
