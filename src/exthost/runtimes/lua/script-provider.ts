import type { LanguageModelProvider } from '../../../shared/contract/extension-api/extension-api.ts';
import type { CompletionEvent, CompletionRequest, ModelInfo } from '../../../shared/contract/provider.ts';
import { Handoff } from '../../../shared/handoff.ts';
import type { LuaScript } from './lua-script.ts';

/** A model as `zi.register_provider` takes it. */
export interface ScriptModel {
  readonly id: string;
  readonly name?: string;
  readonly context_window?: number;
  readonly max_tokens?: number;
  readonly supports_images?: boolean;
  readonly supports_tools?: boolean;
  readonly supports_thinking?: boolean;
  readonly default?: boolean;
  readonly default_fast?: boolean;
}

export interface ScriptProvider {
  readonly id: string;
  readonly name: string;
  readonly models: readonly ScriptModel[];
  /** What the prelude knows the function by. */
  readonly stream: string;
  /** The answer, or the function that gives it; it is always ready without. */
  readonly is_authenticated?: boolean | string;
}

const usualWindow = 8192;

/** In the form of the manifest. */
export const manifestModel = ({ id, name, context_window, max_tokens, ...more }: ScriptModel) => ({
  id,
  name: name ?? id,
  max_token_count: context_window ?? usualWindow,
  ...(max_tokens !== undefined && { max_output_tokens: max_tokens }),
  ...more,
});

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
  };
}

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
