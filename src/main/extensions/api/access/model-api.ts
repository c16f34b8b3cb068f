import type { ModelQuestion, OfferedModel } from '../../../../shared/contract/extension-api/extension-models.ts';
import type { MainMethods } from '../../../../shared/contract/extensions/main-methods.ts';
import {
  type CompletionRequest,
  formatModelRef,
  type ProviderSnapshot,
  type RequestMessage,
  type TokenUsage,
} from '../../../../shared/contract/provider.ts';
import { completeText } from '../../../agent/request/complete-text.ts';
import type { FoundModel, ProviderRegistry } from '../../../providers/provider-registry.ts';
import { createReadyModel, type ReadyModelDeps } from '../../../providers/ready-model.ts';
import type { ExtensionServices } from '../../registry/extension-services.ts';
import { askerOf, askerRefusal } from '../asker.ts';
import { createKeyedLimit } from '../keyed-limit.ts';
import { createRateLimit } from '../rate-limit.ts';
import type { AccessGate } from './access-gate.ts';

export type ModelApi = Pick<ExtensionServices, Extract<keyof MainMethods, `model.${string}`>>;

export interface ModelApiDeps extends ReadyModelDeps {
  registry(): Pick<ProviderRegistry, 'providers' | 'find' | 'named' | 'refresh'>;
  readonly access: AccessGate;
  readonly now?: () => number;
}

const atOnce = 2;
const maxWaiting = 20;
/** A loop that asks costs the person no more than that. */
const requestsInAnHour = 100;
const hour = 3_600_000;
/** Characters. */
const longestAnswer = 1_000_000;

/** The person's models for extensions. */
export function createModelApi({ registry, chosen, access, now }: ModelApiDeps): ModelApi {
  const turns = createKeyedLimit(atOnce, maxWaiting);
  const budget = createRateLimit(requestsInAnHour, now, hour);

  const ready = createReadyModel({ registry, chosen });

  return {
    'model.list': () =>
      registry()
        .providers()
        .flatMap((provider) => offeredBy(provider, chosen())),
    async 'model.complete'(caller, question, { signal }) {
      await access.permit(caller, 'ask-models', signal);
      if (!budget.take(caller.id)) {
        throw askerRefusal(askerOf(caller), `asked models ${requestsInAnHour} times in an hour, which is the most.`);
      }
      return turns.take(caller.id, signal, async () => {
        const model = await ready(question.model);
        let usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
        const said = await completeText(model, requestOf(question, model), signal, {
          longest: longestAnswer,
          onUsed(used) {
            usage = used;
          },
        });
        return { model: formatModelRef(model.ref), ...said, usage };
      });
    },
  };
}

function offeredBy({ extensionId, providerId, name: provider, models, ...its }: ProviderSnapshot, chosen?: string) {
  return models.map(({ id, name, maxTokenCount, maxOutputTokens, capabilities }): OfferedModel => {
    const ref = formatModelRef({ extensionId, providerId, modelId: id });
    const isReady = its.isAuthenticated;
    return { ref, name, provider, maxTokenCount, maxOutputTokens, capabilities, isChosen: ref === chosen, isReady };
  });
}

function requestOf(
  { system, messages, temperature, ...given }: ModelQuestion,
  { info }: FoundModel,
): CompletionRequest {
  const message = (role: RequestMessage['role'], value: string): RequestMessage => ({
    role,
    content: [{ type: 'text', value }],
    cache: false,
  });
  const maxTokens = given.maxTokens ?? info?.maxOutputTokens;
  return {
    messages: [
      ...(system ? [message('system', system)] : []),
      ...messages.map(({ role, text }) => message(role, text)),
    ],
    tools: [],
    stopSequences: [],
    thinkingAllowed: false,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
  };
}
