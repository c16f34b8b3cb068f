import type { LanguageModelProvider } from '../../../shared/contract/extension-api/extension-api.ts';
import type { CompletionEvent, CompletionRequest, ModelInfo, ModelPrices } from '../../../shared/contract/provider.ts';
import { Handoff } from '../../../shared/handoff.ts';
import type { LuaScript } from './lua-script.ts';
import { currency, type ScriptModel, usualWindow } from './script-models.ts';

export interface ScriptProvider {
  readonly id: string;
  readonly name: string;
  readonly models: readonly ScriptModel[];
  /** Key of the function in the prelude. */
  readonly stream: string;
  /** The answer, or the function that gives it; it is always ready without. */
  readonly is_authenticated?: boolean | string;
}

function modelInfo(model: ScriptModel): ModelInfo {
  const tools = model.supports_tools ?? false;
  return {
    id: model.id,
    name: model.name ?? model.id,
    maxTokenCount: model.context_window ?? usualWindow,
    ...(model.max_tokens !== undefined && { maxOutputTokens: model.max_tokens }),
    capabilities: {
      supportsImages: model.supports_images ?? false,
      supportsTools: tools,
      supportsToolChoiceAuto: tools,
      supportsToolChoiceAny: tools,
      supportsToolChoiceNone: tools,
      supportsThinking: model.supports_thinking ?? false,
      toolInputFormat: 'json-schema',
    },
    isDefault: model.default ?? false,
    isDefaultFast: model.default_fast ?? false,
    ...(model.cost && { prices: pricesOf(model.cost) }),
  };
}

const pricesOf = ({ input, output, cache_read, cache_write }: NonNullable<ScriptModel['cost']>): ModelPrices => ({
  currency,
  input,
  output,
  ...(cache_read !== undefined && { cacheRead: cache_read }),
  ...(cache_write !== undefined && { cacheWrite: cache_write }),
});

/** A provider of language models whose answers a function of a script streams. */
export function providerOf(script: LuaScript, { id, models, stream, is_authenticated }: ScriptProvider) {
  async function isAuthenticated(signal = new AbortController().signal): Promise<boolean> {
    if (typeof is_authenticated !== 'string') return is_authenticated ?? true;
    return (await script.call('question', is_authenticated, [], { signal })) === true;
  }

  async function* answer(modelId: string, request: CompletionRequest, signal: AbortSignal) {
    const events = new Handoff<CompletionEvent>();
    const running = script
      .call('stream', stream, [{ ...request, model: modelId }], {
        signal,
        emit: (event) => events.put(event as CompletionEvent),
      })
      .finally(() => events.end());
    // Whoever leaves the loop does not wait for it.
    running.catch(() => undefined);
    let isStopped = false;
    for await (const event of events) {
      isStopped ||= event?.type === 'stop';
      yield event;
    }
    await running;
    if (!isStopped) yield { type: 'stop', value: 'end-turn' } satisfies CompletionEvent;
  }

  return {
    models: () => models.map(modelInfo),
    isAuthenticated: () => isAuthenticated(),
    async authenticate(signal) {
      if (await isAuthenticated(signal)) return;
      throw new Error(`The provider "${id}" is not ready, and a script cannot sign in yet`);
    },
    resetCredentials() {},
    stream: answer,
  } satisfies LanguageModelProvider;
}
