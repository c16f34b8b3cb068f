import type { CompletionEvent, CompletionRequest, ModelInfo, ProviderInfo } from './provider.ts';

/**
 * The API that an extension's module is given. A module exports `activate(context)` and, when it has something to
 * close, `deactivate()`. See docs/extensions/.
 */
export interface ExtensionModule {
  activate(context: ExtensionContext): void | Promise<void>;
  /** Has 3 seconds; then the host is ended. */
  deactivate?(): void | Promise<void>;
}

/** Undoes a registration; calling it twice is harmless. */
export interface Disposable {
  dispose(): void;
}

export interface ExtensionContext {
  readonly extensionId: string;
  readonly languageModels: {
    /**
     * Offers a provider. `info.id` must be one of `[language_model_providers.<id>]` of the manifest.
     * @throws when the id is not in the manifest or is registered already
     */
    registerProvider(info: ProviderInfo, provider: LanguageModelProvider): Disposable;
    /** Says that `models()` or `isAuthenticated()` would answer differently now. */
    modelsChanged(providerId: string): Promise<void>;
  };
  /** Keys live in the system's keychain; each extension reaches only those of its own providers. */
  readonly credentials: {
    get(providerId: string): Promise<string | null>;
    store(providerId: string, value: string): Promise<void>;
    delete(providerId: string): Promise<void>;
    /**
     * Asks the person in a dialog of the app. What is typed is stored by the app; read it with `get`.
     * @returns true: given and stored. false: cancelled.
     */
    request(
      providerId: string,
      options: { credentialType: 'api-key' | 'oauth-token'; label: string; placeholder?: string },
    ): Promise<boolean>;
  };
  readonly env: {
    /** null unless the manifest declares the variable and the person allowed it. */
    get(name: string): Promise<string | null>;
  };
  readonly settings: {
    /** A setting of the manifest's `[settings.<key>]`; its default when the person set none. */
    get(key: string): Promise<string>;
  };
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (text: string) => void>>;
}

/**
 * A provider of language models. To say no, throw an error whose `code` is one of `extensionFailureCodes`
 * (contract/errors.ts) and whose message is a sentence for a person; `data.retryAfterSeconds` is honoured.
 */
export type LanguageModelProvider = ProviderCalls & (PolledCompletion | StreamedCompletion);

interface ProviderCalls {
  models(): ModelInfo[] | Promise<ModelInfo[]>;
  isAuthenticated(): boolean | Promise<boolean>;
  authenticate(): void | Promise<void>;
  resetCredentials(): void | Promise<void>;
}

/** The polled form. `streamCompletionClose` is called exactly once for every stream that was started. */
export interface PolledCompletion {
  /** @returns the id of the new stream */
  streamCompletionStart(modelId: string, request: CompletionRequest): string | Promise<string>;
  /** @returns null when there is nothing more */
  streamCompletionNext(streamId: string): CompletionEvent | null | Promise<CompletionEvent | null>;
  streamCompletionClose(streamId: string): void | Promise<void>;
}

/** The convenience form, built on the polled one. `signal` aborts when the person stops the answer. */
export interface StreamedCompletion {
  stream(modelId: string, request: CompletionRequest, signal: AbortSignal): AsyncIterable<CompletionEvent>;
}
