import { isAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import { parseModelRef } from '../../../shared/contract/provider.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { AgentCatalog } from '../../agent-servers/catalog/agent-catalog.ts';
import type { ProviderRegistry } from '../../providers/provider-registry.ts';

export interface ModelChoiceDeps {
  readonly registry: Pick<ProviderRegistry, 'resolve'>;
  readonly agentCatalog: Pick<AgentCatalog, 'usable'>;
  savedModel(): string | undefined;
  saveModel(model: string): void | Promise<void>;
  /** See `PromptAnswersDeps`. */
  personActed(extensionId: string, providerId: string): void;
  /** @param threadId of the thread for which it was chosen, too */
  onChosen(model: string, previous: string | null, threadId: string | undefined): Promise<void>;
}

/** The model, or the agent server, that the person chooses; a later choice ends an earlier one that waits for a key. */
export function createModelChoice(deps: ModelChoiceDeps) {
  let choosing = new AbortController();
  const choose: RendererApi['agent']['chooseModel'] = async (model, threadId) => {
    choosing.abort();
    choosing = new AbortController();
    const ref = parseModelRef(model);
    if (ref) deps.personActed(ref.extensionId, ref.providerId);
    const chosen = isAgentRef(model) ? agentServer(model) : await deps.registry.resolve(model, choosing.signal);
    if (!chosen.ok) return chosen;
    const previous = deps.savedModel() ?? null;
    await deps.saveModel(chosen.value);
    await deps.onChosen(chosen.value, previous, threadId);
    return chosen;
  };
  /** Whether it is signed in is known when it is asked. */
  function agentServer(ref: string): Result<string> {
    const found = deps.agentCatalog.usable(ref);
    return found.ok ? ok(ref) : found;
  }

  return { choose, close: () => choosing.abort() };
}
