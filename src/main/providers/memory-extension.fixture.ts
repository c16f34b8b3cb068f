import { within } from '../../shared/bounded.ts';
import type { ExtensionMethods } from '../../shared/contract/extensions/exthost-api.ts';
import { type Manifest, manifestSchema } from '../../shared/contract/extensions/manifest.ts';
import type { CompletionEvent, CompletionRequest } from '../../shared/contract/provider.ts';
import { modelInfo as model } from '../../shared/testing/model-info.ts';
import type { ExtensionHandle } from '../extensions/registry/extension-handle.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** An extension for tests within this process: it offers one provider, `chat`, and really streams. */
export interface MemoryBehaviour {
  models?(): unknown;
  isAuthenticated?(): unknown;
  authenticate?(signal: AbortSignal): Promise<void>;
  resetCredentials?(): void | Promise<void>;
  settingsMarkdown?(): unknown;
  countTokens?(modelId: string, request: CompletionRequest): unknown;
  cacheConfiguration?(modelId: string): unknown;
  complete?(request: CompletionRequest, signal: AbortSignal): AsyncIterable<unknown>;
}

export interface MemoryExtension extends ExtensionHandle {
  /** Names of the calls so far. */
  readonly calls: string[];
  openStreams: number;
  /** Faults in its log. */
  readonly faults: string[];
}

export { model };

export const memoryManifest = (id: string): Manifest =>
  manifestSchema.parse({
    id,
    name: `Extension ${id}`,
    version: '1.0.0',
    schema_version: 1,
    runtime: { kind: 'js', main: 'main.js' },
    language_model_providers: {
      chat: {
        name: `Chat of ${id}`,
        models: [{ id: 'static', name: 'Static' }],
        auth: { env_var: 'CHAT_KEY', env_vars: ['CHAT_KEY_2'], credential_label: 'Chat key' },
      },
    },
  });

export async function* say(...events: CompletionEvent[]): AsyncGenerator<CompletionEvent> {
  for (const event of events) {
    await new Promise((resolve) => setImmediate(resolve));
    yield event;
  }
}

export const helloWorld = () =>
  say(
    { type: 'started' },
    { type: 'text', value: 'Hello, ' },
    { type: 'text', value: 'world!' },
    { type: 'stop', value: 'end-turn' },
  );

export function memoryExtension(id: string, behaviour: MemoryBehaviour = {}): MemoryExtension {
  const calls: string[] = [];
  const extension: MemoryExtension = {
    manifest: memoryManifest(id),
    rootPath: `/extensions/${id}`,
    calls,
    openStreams: 0,
    faults: [],
    noteFault: (text) => extension.faults.push(text),
    async call(method, params, options) {
      calls.push(method);
      const answer = async (): Promise<unknown> => {
        switch (method) {
          case 'provider.models':
            return behaviour.models ? behaviour.models() : [model('live', { isDefault: true })];
          case 'provider.isAuthenticated':
            return behaviour.isAuthenticated ? behaviour.isAuthenticated() : true;
          case 'provider.authenticate':
            await behaviour.authenticate?.(options?.signal ?? new AbortController().signal);
            return null;
          case 'provider.countTokens': {
            const { modelId, request } = params as ExtensionMethods['provider.countTokens']['params'];
            return behaviour.countTokens?.(modelId, request) ?? null;
          }
          case 'provider.cacheConfiguration': {
            const { modelId } = params as ExtensionMethods['provider.cacheConfiguration']['params'];
            return behaviour.cacheConfiguration?.(modelId) ?? null;
          }
          case 'provider.settingsMarkdown':
            return behaviour.settingsMarkdown?.() ?? null;
          case 'provider.resetCredentials':
            await behaviour.resetCredentials?.();
            return null;
          default:
            return null;
        }
      };
      // Answers of extensions are unknown at run time, whatever their type.
      const { deadlineMs } = options ?? {};
      return (await (deadlineMs === undefined
        ? answer()
        : within(answer(), deadlineMs, () => 'It did not answer.'))) as never;
    },
    async *stream(_name, { request }, signal) {
      extension.openStreams += 1;
      try {
        yield* behaviour.complete ? behaviour.complete(request, signal) : helloWorld();
      } finally {
        extension.openStreams -= 1;
      }
    },
  };
  return extension;
}

/** Never settles, like an extension that hangs. */
export const forever = (): Promise<never> => new Promise(() => {});

/** As at the first start. */
export const nothingKept: KeptAnswers = {
  of: () => null,
  keep: () => {},
  forget: () => {},
  flush: async () => {},
};
