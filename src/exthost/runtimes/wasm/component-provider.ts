import type { LanguageModelProvider } from '../../../shared/contract/extension-api/extension-api.ts';
import type {
  CacheConfiguration,
  CompletionEvent,
  CompletionRequest,
  DeviceFlow,
  ModelInfo,
} from '../../../shared/contract/provider.ts';
import { HttpFailure } from '../../api/http/http-failure.ts';
import type { ActiveComponent } from './active-component.ts';
import { isRefusal } from './component-errors.ts';
import { fromWit, requestToWit } from './wit-values.ts';

/**
 * A provider of language models that a component exports. What it returns has the form of the contract, and is not
 * checked here: main checks whatever an extension returns.
 */
export function componentProvider(component: ActiveComponent, id: string): LanguageModelProvider {
  const call = async (name: string, args: readonly unknown[], what: string, signal?: AbortSignal) =>
    fromWit(await component.call(name, [id, ...args], signal), what);
  /** A method that is there if the component has the export. */
  const optional = <M extends object>(name: string, methods: M): M | undefined =>
    component.has(name) ? methods : undefined;

  return {
    models: async () => (await call('llmProviderModels', [], 'models')) as ModelInfo[],
    isAuthenticated: async () => (await call('llmProviderIsAuthenticated', [], 'is-authenticated')) === true,
    authenticate: async (signal) => void (await call('llmProviderAuthenticate', [], 'authenticate', signal)),
    resetCredentials: async () => void (await call('llmProviderResetCredentials', [], 'reset-credentials')),
    // A component that waits for its service cannot say that it is alive. One that runs without end is ended.
    stream: (modelId, request, signal) =>
      component.context.http.keepAlive<CompletionEvent>(stream(component, [id, modelId], request, signal), () => ({
        type: 'started',
      })),
    ...optional('llmProviderSettingsMarkdown', {
      settingsMarkdown: async () => ((await call('llmProviderSettingsMarkdown', [], 'markdown')) ?? null) as string,
    }),
    ...optional('llmCountTokens', {
      countTokens: async (modelId: string, request: CompletionRequest) =>
        (await call('llmCountTokens', [modelId, requestToWit(request)], 'tokens')) as number,
    }),
    ...optional('llmCacheConfiguration', {
      cacheConfiguration: async (modelId: string) =>
        ((await call('llmCacheConfiguration', [modelId], 'cache-configuration')) ?? null) as CacheConfiguration | null,
    }),
    ...optional('llmProviderStartDeviceFlowSignIn', deviceFlow(component, id)),
  };
}

/** One answer, in an instance of its own. */
async function* stream(
  component: ActiveComponent,
  of: readonly [providerId: string, modelId: string],
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent> {
  const answer = await component.open(signal);
  let streamId: unknown;
  try {
    streamId = await answer.call('llmStreamCompletionStart', [...of, requestToWit(request)]);
    for (;;) {
      const event = await answer.call('llmStreamCompletionNext', [streamId]).catch((thrown) => {
        throw answer.isAnswered() ? brokenOff(thrown) : thrown;
      });
      if (event === undefined || event === null) return;
      yield fromWit(event, 'event') as CompletionEvent;
    }
  } finally {
    if (streamId !== undefined && !answer.isOver()) {
      await component.atTheEnd((until) => answer.call('llmStreamCompletionClose', [streamId], until));
    }
    answer.end();
  }
}

/** What a component says in the middle of an answer, when nothing else is known: its service has broken it off. */
function brokenOff(thrown: unknown): unknown {
  if (!isRefusal(thrown) || thrown instanceof HttpFailure) return thrown;
  return new HttpFailure('provider-error', thrown.message, { cause: thrown });
}

/** Both of its calls are those of one instance: what the service gave for the code is in its memory. */
function deviceFlow(component: ActiveComponent, id: string) {
  let begun: Awaited<ReturnType<ActiveComponent['open']>> | undefined;
  const end = () => {
    begun?.end();
    begun = undefined;
  };
  return {
    async startDeviceFlowSignIn(signal: AbortSignal): Promise<DeviceFlow> {
      end();
      begun = await component.open(signal);
      try {
        return fromWit(await begun.call('llmProviderStartDeviceFlowSignIn', [id]), 'device-flow') as DeviceFlow;
      } catch (thrown) {
        end();
        throw thrown;
      }
    },
    async pollDeviceFlowSignIn(signal: AbortSignal): Promise<void> {
      const signIn = begun;
      try {
        if (signIn) await signIn.call('llmProviderPollDeviceFlowSignIn', [id], signal);
        else await component.call('llmProviderPollDeviceFlowSignIn', [id], signal);
      } finally {
        end();
      }
    },
  };
}
