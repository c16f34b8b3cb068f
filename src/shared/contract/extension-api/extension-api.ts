import type { SlashCommandResult } from '../command.ts';
import type {
  CacheConfiguration,
  CompletionEvent,
  CompletionRequest,
  DeviceFlow,
  ModelInfo,
  ProviderInfo,
} from '../provider.ts';
import type { SettingValue } from '../settings/setting-value.ts';
import type { ToolOutput } from '../tool.ts';
import type { Disposable } from './disposable.ts';
import type { ExtensionDocuments } from './extension-documents.ts';
import type { ExtensionFetch } from './extension-fetch.ts';
import type { HeldKey, KeyOwner } from './extension-held-key.ts';
import type { ExtensionHttp } from './extension-http.ts';
import type { ExtensionOAuth } from './extension-oauth.ts';
import type { ToolCall } from './extension-tool-call.ts';
import type { ExtensionWindow } from './extension-window.ts';
import type { ExtensionWorkspace } from './extension-workspace.ts';

/**
 * The API that an extension's module is given. A module exports `activate(context)` and, when it has something to
 * close, `deactivate()`. See docs/extensions/.
 */
export interface ExtensionModule {
  activate(context: ExtensionContext): void | Promise<void>;
  /** Has 3 seconds; then the host is ended. */
  deactivate?(): void | Promise<void>;
}

export interface ExtensionContext {
  readonly extensionId: string;
  /** Disposed in reverse order after `deactivate`, also when `activate` throws. */
  readonly subscriptions: Disposable[];
  readonly commands: {
    /**
     * Carries out `[commands.<id>]` of the manifest. What it throws is shown to the person.
     * @param run its signal aborts when the extension is to end
     * @throws when the manifest declares no such command, or it is registered already
     */
    register(id: string, run: (signal: AbortSignal) => unknown): Disposable;
  };
  readonly slashCommands: {
    /**
     * Answers `[slash_commands.<id>]` of the manifest, typed in the agent panel.
     * @param run gets what was typed after the name; its signal aborts when the person stops it
     */
    register(
      id: string,
      run: (argument: string, signal: AbortSignal) => SlashCommandResult | Promise<SlashCommandResult>,
    ): Disposable;
  };
  readonly tools: {
    /**
     * Carries out `[tools.<id>]` of the manifest when a model calls it and the person allows it.
     * @param run gets the arguments as the model wrote them: check them. `call` is what it may do in the project meanwhile
     */
    register(
      id: string,
      run: (input: unknown, signal: AbortSignal, call: ToolCall) => ToolOutput | Promise<ToolOutput>,
    ): Disposable;
  };
  /** Values as JSON, 1 MB for each scope; kept when the app quits. `workspace` belongs to the open folder. */
  readonly state: { readonly global: ExtensionState; readonly workspace: ExtensionState };
  readonly window: ExtensionWindow;
  readonly documents: ExtensionDocuments;
  readonly workspace: ExtensionWorkspace;
  /** The network, as far as the manifest asks for it; the same in every kind of host. */
  readonly fetch: ExtensionFetch;
  /** What a client of a web service needs besides: failures in words, and answers that stream. */
  readonly http: ExtensionHttp;
  /** Signing in by the browser, as RFC 8252 has it, or with a code on another device (RFC 8628). */
  readonly oauth: ExtensionOAuth;
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
    /** The key of a provider whose address a person can set: it goes only where it was accepted. */
    heldTo(owner: KeyOwner): HeldKey;
    /**
     * Asks the person in a dialog of the app. What is typed is stored by the app; read it with `get`. While
     * `authenticate()` runs the dialog stays open until that is through: what it throws is shown there, with what was
     * typed; a key that was there before is replaced only then. It is answered at once, once, when the person typed a key
     * before the extension asked, as by Replace key.
     * @param options.helpUrl where a key can be had, https; shown as text
     * @returns true: given. false: cancelled.
     */
    request(
      providerId: string,
      options: { credentialType: 'api-key' | 'oauth-token'; label: string; placeholder?: string; helpUrl?: string },
    ): Promise<boolean>;
  };
  readonly env: {
    /** While `authenticate()` runs the person is asked, once for each variable. null unless the manifest declares the variable and the person allowed it. */
    get(name: string): Promise<string | null>;
  };
  readonly settings: {
    /** A setting of the manifest's `[settings.<key>]`; its default when the person set none. */
    get<T extends SettingValue = string>(key: string): Promise<T>;
    /** Hears of each of the extension's own settings that the person changes. */
    onChange(listener: (key: string, value: SettingValue) => void): Disposable;
  };
  /** Lines of the extension's own log, which the Extensions view shows. */
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (text: string) => void>>;
}

/**
 * `set` rejects what JSON cannot hold: NaN, functions, dates, maps, anything that holds itself. `undefined` stands for
 * "no value".
 */
export interface ExtensionState {
  get<T = unknown>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/**
 * A provider of language models. To say no, throw an error whose `code` is an `ExtensionFailureCode` and whose message
 * is a sentence for a person; `data.retryAfterSeconds` is honoured.
 */
export type LanguageModelProvider = ProviderCalls & (PolledCompletion | StreamedCompletion);

interface ProviderCalls {
  models(): ModelInfo[] | Promise<ModelInfo[]>;
  /** Whether it can answer; asks nobody for anything. */
  isAuthenticated(): boolean | Promise<boolean>;
  /**
   * Gets what it needs to answer, and tries it. What it throws is shown where the person typed the key.
   * @param signal aborts when the person gives up
   */
  authenticate(signal: AbortSignal): void | Promise<void>;
  /** Forgets keys and tokens. */
  resetCredentials(): void | Promise<void>;
  /** Markdown for the provider's page in Settings. */
  settingsMarkdown?(): string | null | Promise<string | null>;
  /** Tokens of a request. Without it the app estimates, and says so. */
  countTokens?(modelId: string, request: CompletionRequest): number | Promise<number>;
  /** Where `RequestMessage.cache` may be set. Without it nothing is marked. */
  cacheConfiguration?(modelId: string): CacheConfiguration | null | Promise<CacheConfiguration | null>;
  /** Begins to sign in with a code; then `pollDeviceFlowSignIn` is called, and shown as waiting. */
  startDeviceFlowSignIn?(signal: AbortSignal): DeviceFlow | Promise<DeviceFlow>;
  /** Settles when the person has signed in; see `context.oauth.pollDeviceToken`. Ended after 15 minutes. */
  pollDeviceFlowSignIn?(signal: AbortSignal): void | Promise<void>;
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
