import type { ArgumentOption, SlashCommandResult } from '../command.ts';
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
import type { ModelEndpoint } from './extension-endpoints.ts';
import type { ExtensionEvents } from './extension-events.ts';
import type { ExtensionFetch } from './extension-fetch.ts';
import type { ExtensionFiles } from './extension-files.ts';
import type { HeldKey, KeyOwner } from './extension-held-key.ts';
import type { ExtensionHttp } from './extension-http.ts';
import type { ModelAnswer, ModelQuestion, OfferedModel } from './extension-models.ts';
import type { ExtensionOAuth } from './extension-oauth.ts';
import type { ExtensionSystem } from './extension-system.ts';
import type { TaskOptions, TaskOutcome } from './extension-tasks.ts';
import type { ExtensionThread, ExtensionThreads } from './extension-threads.ts';
import type { ExecCommand, ExecResult, ToolCall } from './extension-tool-call.ts';
import type { ExtensionWindow } from './extension-window.ts';
import type { ExtensionWorkspace } from './extension-workspace.ts';

/**
 * The API for the module of an extension. It exports `activate(context)` and, if it has something to close,
 * `deactivate()`. See docs/extensions/.
 */
export interface ExtensionModule {
  activate(context: ExtensionContext): void | Promise<void>;
  /** Must finish within 3 seconds, or the host is ended. */
  deactivate?(): void | Promise<void>;
}

export interface ExtensionContext {
  readonly extensionId: string;
  /** Disposed in reverse order after `deactivate`, also when `activate` throws. */
  readonly subscriptions: Disposable[];
  readonly commands: {
    /**
     * Implements `[commands.<id>]` of the manifest. Errors that `run` throws are shown to the person.
     * @param run its signal aborts when the extension must end
     * @throws if the manifest declares no such command, or it is already registered
     */
    register(id: string, run: (signal: AbortSignal) => unknown): Disposable;
  };
  readonly slashCommands: {
    /**
     * Implements `[slash_commands.<id>]` of the manifest, typed in the agent panel.
     * @param run gets the text after the name; its signal aborts when the person stops it; `call` has the thread in which
     * it was typed
     * @param options.complete offers arguments while one is typed; a command whose manifest has no `argument` is not
     * asked. It gets the text after the name, with its blanks. The first 200 options are shown, unless they come after
     * two seconds; `signal` aborts as soon as more was typed
     */
    register(
      id: string,
      run: (
        argument: string,
        signal: AbortSignal,
        call: { readonly thread: ExtensionThread },
      ) => SlashCommandResult | Promise<SlashCommandResult>,
      options?: {
        readonly complete?: (
          argument: string,
          signal: AbortSignal,
        ) => readonly ArgumentOption[] | Promise<readonly ArgumentOption[]>;
      },
    ): Disposable;
  };
  readonly tools: {
    /**
     * Implements `[tools.<id>]` of the manifest, called by a model and allowed by the person.
     * @param run gets unvalidated arguments from the model; `call` gives it access to the project during the call
     */
    register(
      id: string,
      run: (input: unknown, signal: AbortSignal, call: ToolCall) => ToolOutput | Promise<ToolOutput>,
    ): Disposable;
  };
  /** JSON values, up to 1 MB for each scope; kept when the app quits. `workspace` belongs to the open folder. */
  readonly state: { readonly global: ExtensionState; readonly workspace: ExtensionState };
  readonly window: ExtensionWindow;
  readonly documents: ExtensionDocuments;
  readonly workspace: ExtensionWorkspace;
  readonly files: ExtensionFiles;
  readonly system: ExtensionSystem;
  /** What goes on in threads: followed, or asked about before it happens. */
  readonly events: ExtensionEvents;
  /** Threads of the agent panel; the person is asked before the first one is read, or changed. */
  readonly threads: ExtensionThreads & {
    /**
     * Lets a model do a task in a thread of its own, which the person sees. It has the rights of any thread: the person is
     * asked for what its tools do. It ends with the extension, and when the answer that goes on in its parent is stopped;
     * what was said is kept. A tool uses `call.spawn`. The person is asked before the first time.
     * @param options.parent the thread that it is a part of: it has the folder and no more than the tools of that one,
     * and what it costs counts there
     * @throws with the code `access-denied`, or when it cannot begin: 4 tasks of an extension run at a time, others wait;
     * 200 begin in an hour; a task of a task of a task begins none
     */
    spawn(options: TaskOptions & { readonly parent?: ExtensionThread }): Promise<TaskOutcome>;
  };
  /**
   * Runs a command in the open folder; needs `[capabilities] exec = true`. A tool uses its `call`. The app judges it by
   * the person's rules, and asks in a dialog if they say so. Rejects with the code `tool-denied` if it was not allowed.
   * @param options.signal ends the command
   */
  exec(
    command: ExecCommand,
    options?: { cwd?: string; timeoutSeconds?: number; signal?: AbortSignal },
  ): Promise<ExecResult>;
  /** Network access, limited to the hosts in the manifest; the same in every kind of host. */
  readonly fetch: ExtensionFetch;
  /** Helpers for clients of web services: error messages and streamed answers. */
  readonly http: ExtensionHttp;
  /** Signing in by browser (RFC 8252), or with a code on another device (RFC 8628). */
  readonly oauth: ExtensionOAuth;
  readonly languageModels: {
    /**
     * Registers a provider. `info.id` must be one of `[language_model_providers.<id>]` of the manifest.
     * @throws if the manifest declares no such id, or it is already registered
     */
    registerProvider(info: ProviderInfo, provider: LanguageModelProvider): Disposable;
    /** The models that the person can choose, of all providers. */
    list(): Promise<readonly OfferedModel[]>;
    /**
     * Asks a model once, for a text. The person is asked before the first time, as it may cost them something; 100 times
     * in an hour at most.
     * @throws with the code of the failure: `access-denied`, `model-missing`, `credential-missing`, `provider-…`
     */
    complete(question: ModelQuestion, options?: { signal?: AbortSignal }): Promise<ModelAnswer>;
    /** Endpoints of scripts in the dialects that the extension speaks; it is loaded anew when they change. */
    endpoints(): Promise<readonly ModelEndpoint[]>;
    /** Tells the app that `models()` or `isAuthenticated()` would now return something else. */
    modelsChanged(providerId: string): Promise<void>;
  };
  /** Keys in the system's keychain; an extension can access only those of its own providers. */
  readonly credentials: {
    get(providerId: string): Promise<string | null>;
    store(providerId: string, value: string): Promise<void>;
    delete(providerId: string): Promise<void>;
    /** The key of a provider with a configurable address: it is sent only to the origin that accepted it. */
    heldTo(owner: KeyOwner): HeldKey;
    /**
     * Asks the person for a key in a dialog of the app. The app stores it; read it with `get`. During
     * `authenticate()` the dialog stays open until that ends: its error is shown there with the typed key, and an
     * existing key is replaced only when it succeeds. If the person typed a key before this call, as by Replace key,
     * the first call returns at once.
     * @param options.helpUrl page where a key can be obtained, https; shown as text
     * @returns true: entered. false: cancelled.
     */
    request(
      providerId: string,
      options: { credentialType: 'api-key' | 'oauth-token'; label: string; placeholder?: string; helpUrl?: string },
    ): Promise<boolean>;
  };
  readonly env: {
    /**
     * null unless the manifest declares the variable and the person allowed it. During `authenticate()` the person is
     * asked, once for each variable.
     */
    get(name: string): Promise<string | null>;
  };
  readonly settings: {
    /** The value of `[settings.<key>]` of the manifest, or its default. */
    get<T extends SettingValue = string>(key: string): Promise<T>;
    /** The listener is called when the person changes one of the extension's own settings. */
    onChange(listener: (key: string, value: SettingValue) => void): Disposable;
  };
  /** Writes to the extension's own log, which the Extensions view shows. */
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (text: string) => void>>;
}

/**
 * `set` rejects values that JSON cannot represent: NaN, functions, dates, maps, circular references. `undefined` means
 * "no value".
 */
export interface ExtensionState {
  get<T = unknown>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/**
 * A provider of language models. To report a failure, throw an error whose `code` is an `ExtensionFailureCode` and
 * whose message is a sentence for the person; `data.retryAfterSeconds` is honoured.
 */
export type LanguageModelProvider = ProviderCalls & (PolledCompletion | StreamedCompletion);

interface ProviderCalls {
  models(): ModelInfo[] | Promise<ModelInfo[]>;
  /** Whether it can answer; must not ask the person for anything. */
  isAuthenticated(): boolean | Promise<boolean>;
  /**
   * Obtains the credentials it needs and tries them. Its error is shown where the person typed the key.
   * @param signal aborts when the person cancels
   */
  authenticate(signal: AbortSignal): void | Promise<void>;
  /** Deletes keys and tokens. */
  resetCredentials(): void | Promise<void>;
  /** Markdown for the provider's page in Settings. */
  settingsMarkdown?(): string | null | Promise<string | null>;
  /** Number of tokens of a request. Without this method the app estimates, and says so. */
  countTokens?(modelId: string, request: CompletionRequest): number | Promise<number>;
  /** Rules for `RequestMessage.cache`. Without this method no message is marked. */
  cacheConfiguration?(modelId: string): CacheConfiguration | null | Promise<CacheConfiguration | null>;
  /** Starts signing in with a code; `pollDeviceFlowSignIn` is called next, while the app shows the code. */
  startDeviceFlowSignIn?(signal: AbortSignal): DeviceFlow | Promise<DeviceFlow>;
  /** Resolves when the person has signed in; see `context.oauth.pollDeviceToken`. Aborted after 15 minutes. */
  pollDeviceFlowSignIn?(signal: AbortSignal): void | Promise<void>;
}

/** The polled form. `streamCompletionClose` is called exactly once for every started stream. */
export interface PolledCompletion {
  /** @returns the id of the new stream */
  streamCompletionStart(modelId: string, request: CompletionRequest): string | Promise<string>;
  /** @returns null at the end */
  streamCompletionNext(streamId: string): CompletionEvent | null | Promise<CompletionEvent | null>;
  streamCompletionClose(streamId: string): void | Promise<void>;
}

/** The convenience form, built on the polled one. `signal` aborts when the person stops the answer. */
export interface StreamedCompletion {
  stream(modelId: string, request: CompletionRequest, signal: AbortSignal): AsyncIterable<CompletionEvent>;
}
