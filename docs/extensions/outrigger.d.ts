/** The API of Outrigger’s extensions. Made from src/shared/contract by scripts/extension-types.mjs: change it there. */

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

/** The codes by which an extension may say no; any other code from an extension reads as `extension-failed`. */
export type ExtensionFailureCode =
  | 'cancelled'
  | 'timeout'
  | 'provider-auth'
  | 'provider-credit'
  | 'provider-rate-limited'
  | 'provider-overloaded'
  | 'provider-refused'
  | 'provider-error'
  | 'context-too-large'
  | 'invalid-request'
  | 'invalid-response'
  | 'network'
  | 'credential-missing';

/** Undoes a registration; calling it twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** `prompt` is sent to the model in the person's name; `reply` is shown in the thread and sent to nobody. */
export type SlashCommandResult = { prompt: string } | { reply: string };

/**
 * One call of a tool: what the tool can do in the person's project while it runs. The app judges each effect by the
 * person's rules and asks where they say so, showing exactly what is to happen; it makes a checkpoint first. What was
 * not allowed rejects with the code `tool-denied`; the call goes on, and may tell the model. Paths are relative to the open
 * folder; an absolute one, or one that leads out of it, is always asked for. After the call has ended every method
 * rejects.
 */
export interface ToolCall {
  /** The text as the person sees it, with what is not saved yet. */
  readText(path: string): Promise<string>;
  list(directory: string): Promise<readonly { readonly name: string; readonly kind: 'file' | 'directory' }[]>;
  /** As `context.workspace.find`. */
  find(glob: string, options?: { limit?: number }): Promise<readonly string[]>;
  /** As `context.workspace.search`. */
  search(query: SearchQuery): Promise<SearchResult>;
  /**
   * Makes all changes, or none. Open documents are edited where they are open; one with unsaved edits stays unsaved.
   * Rejects with `file-changed` when a text is not `expected` any more.
   */
  change(changes: readonly FileChange[]): Promise<void>;
  /** Runs a line in the system's shell. What it puts out is shown while it runs. */
  exec(line: string, options?: { cwd?: string; timeoutSeconds?: number }): Promise<ExecResult>;
  /** Gets a web page or a text, as Markdown. */
  fetchPage(url: string): Promise<FetchedPage>;
  /** What is wrong in a file, or in the open documents. */
  diagnostics(path?: string): Promise<readonly Diagnostic[]>;
  /** Shown beside the call while it runs. */
  report(text: string): void;
}

export type ToolOutput = string | { text: string; isError?: boolean };

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

/** What an extension may put before a person. All of it is shown as text, with the extension's name beside it. */
export interface ExtensionWindow {
  /**
   * Shows a message above the status bar.
   * @returns the action that was chosen; undefined when it was dismissed or has none
   */
  showMessage(
    severity: 'info' | 'warning' | 'error',
    text: string,
    ...actions: readonly string[]
  ): Promise<string | undefined>;
  /** Puts an item into the status bar; one id, one item. `command` is one of the manifest's. */
  setStatus(id: string, item: { text: string; tooltip?: string; command?: string }): Disposable;
  /**
   * Shows progress until the task settles. `signal` aborts when the person cancels, which only a cancellable one can.
   * @returns what the task returns
   */
  withProgress<T>(
    options: { title: string; isCancellable?: boolean },
    task: (progress: Progress, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** @returns the item that was picked; undefined: cancelled */
  pick<Item extends PickItem>(
    items: readonly Item[],
    options: { title: string; placeholder?: string },
  ): Promise<Item | undefined>;
  /** @returns what was typed; undefined: cancelled */
  prompt(options: { title: string; placeholder?: string; value?: string }): Promise<string | undefined>;
}

/** The open documents, kept up to date by the app. Needs `[capabilities] workspace = "read"` or "write". */
export interface ExtensionDocuments {
  /** Resolves when the open documents are known; from then on the listeners hear of every change. */
  list(): Promise<readonly ExtensionDocument[]>;
  /** Not called for documents that are open already: `list` has those. */
  onOpen(listener: (document: ExtensionDocument) => void): Disposable;
  /** @param listener gets the document as it is after the changes */
  onChange(listener: (document: ExtensionDocument, changes: readonly TextChange[]) => void): Disposable;
  /** @param listener gets the document as it is now: the person may have typed on since */
  onSave(listener: (document: ExtensionDocument) => void): Disposable;
  onClose(listener: (path: string) => void): Disposable;
}

/**
 * The files of the open folder. Paths are relative to it, parts joined by "/". Reading needs `[capabilities]
 * workspace = "read"`, writing "write". What a link leads out of the folder is out of reach. Failures reject with an
 * error whose `code` says why: `file-not-found`, `file-outside-project`, …
 */
export interface ExtensionWorkspace {
  /** null: no folder is open. */
  folder(): Promise<{ readonly name: string; readonly path: string } | null>;
  /** At most 50 MB. */
  readFile(path: string): Promise<Uint8Array>;
  /** Without a byte-order mark. Rejects with `file-binary` when the bytes are not text in UTF-8. */
  readText(path: string): Promise<string>;
  /** Atomic; makes the directories that are missing. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** A file, or an empty directory. */
  delete(path: string): Promise<void>;
  /** Never overwrites. */
  rename(from: string, to: string): Promise<void>;
  createDirectory(path: string): Promise<void>;
  /** null: nothing is there. */
  stat(path: string): Promise<FileFacts | null>;
  list(directory: string): Promise<readonly { readonly name: string; readonly kind: 'file' | 'directory' }[]>;
  /**
   * Files whose path fits a glob, sorted; those that .gitignore names are left out.
   * @param options `limit` is 1000 when absent, 10,000 at the highest
   */
  find(glob: string, options?: { limit?: number; signal?: AbortSignal }): Promise<readonly string[]>;
  /** Lines that hold a text, in the order of paths. */
  search(query: SearchQuery, options?: { signal?: AbortSignal }): Promise<SearchResult>;
}

/**
 * Fetches from the hosts that the manifest names under `[capabilities] network`; every redirect is checked as well.
 * Like the `fetch` of a page, with these differences: there are no cookies, no cache and no CORS; a body that is sent
 * is at most 32 MB and is read before it is sent. Rejects with a `TypeError`; its `cause.code` says why, such as
 * `ECONNREFUSED`, or `network-refused` where the manifest does not name the host.
 */
export type ExtensionFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** `context.http`: a client of a web service, on top of `context.fetch`. Nothing here knows a service. */
export interface ExtensionHttp {
  /**
   * Sends a request and gives the answer when its status is 2xx. Otherwise, and when there is no answer, it throws an
   * error with an `ExtensionFailureCode` and a sentence for a person that names the host: 401 and 403 are
   * `provider-auth`, or `credential-missing` when no key went along (no `secrets`, no `authorization` header), 402
   * `provider-credit`, 408 `timeout`, 413 `context-too-large`, 429 `provider-rate-limited`, 425, 503 and 529
   * `provider-overloaded`, other 5xx `provider-error`, other 4xx `invalid-request`. How long the service asks to wait, by
   * a header or in its words ("try again in 1m20s"), becomes `data.retryAfterSeconds`. What the service said is quoted,
   * without `secrets`.
   */
  request(url: string, init?: HttpRequest): Promise<Response>;
  /** The body as JSON. @throws `invalid-response` when it is not, or is longer than 32 MB */
  json(response: Response): Promise<unknown>;
  /** The lines of a body as they come, without their ends. A last line without an end counts too. */
  lines(response: Response): AsyncIterable<string>;
  /**
   * The events of a body of `field: value` lines with an empty line after each, as the HTML standard has them, wherever
   * its pieces are cut. An event that is open when the body ends comes too, with `isWhole` false.
   */
  events(response: Response): AsyncIterable<HttpEvent>;
  /**
   * What `source` yields, and `sign()` whenever nothing came for `everyMs`, from the first wait on: an answer in which
   * nothing comes is ended by the app. Leaving the loop ends `source`, but does not wait for what it is waiting for: give
   * that a signal.
   * @param everyMs default: 20 seconds
   */
  keepAlive<T>(source: AsyncIterable<T>, sign: () => T, everyMs?: number): AsyncIterable<T>;
  /**
   * Why a service says no in the middle of an answer.
   * @param status as it would have been, 0 when it is not known
   * @param errorMessage the service's words, quoted without `secrets`
   */
  failure(
    host: string,
    status: number,
    errorMessage: string,
    options?: {
      secrets?: readonly string[] | undefined;
      code?: ExtensionFailureCode | undefined;
      retryAfterSeconds?: number | undefined;
    },
  ): Error;
}

/** `context.oauth`: signing in without a key. Tokens are kept with `context.credentials.store`. */
export interface ExtensionOAuth {
  /** Fresh random values for one sign-in: `state`, and the pair of RFC 7636 with S256. */
  createPkce(): Promise<{ state: string; codeVerifier: string; codeChallenge: string }>;
  /**
   * Listens on 127.0.0.1 at a free port, sends the person's browser to `authUrl`, and gives the address at which it came
   * back, once. `{port}` in the address is replaced. The address must hold `state` and `code_challenge` with S256; what
   * comes back with another state is turned away. Works only while `authenticate()` runs.
   * @param options.timeoutSecs default 300
   * @throws `cancelled`, `timeout`, or `provider-auth` with the service's words when it says no
   */
  startWebAuth(options: {
    authUrl: string;
    callbackPath: string;
    timeoutSecs?: number;
  }): Promise<{ callbackUrl: string; port: number }>;
  /** As `fetch`, for the requests of a sign-in: the manifest names the hosts. */
  sendHttpRequest(request: {
    url: string;
    method: string;
    headers?: [name: string, value: string][];
    body?: string;
  }): Promise<{ status: number; headers: [name: string, value: string][]; body: string }>;
  /** Opens an https address in the person's browser. Works only while a person signs in. */
  openBrowser(url: string): Promise<void>;
  /**
   * Asks the token endpoint until the person has signed in, as RFC 8628 has it: every `interval` seconds, 5 more after
   * each `slow_down` and after a lost connection.
   * @returns the answer's fields
   * @throws `provider-auth` when the person or the service refused, `timeout` when the code has expired, `cancelled`
   */
  pollDeviceToken(options: {
    tokenUrl: string;
    clientId: string;
    deviceCode: string;
    /** Seconds, as the service said; default 5. */
    interval?: number;
    /** Seconds, as the service said. */
    expiresIn: number;
    signal: AbortSignal;
    /** Further fields of the form. */
    fields?: Record<string, string>;
  }): Promise<Record<string, unknown>>;
}

/** `icon` is the path of an SVG file in the extension's folder; without one the manifest's counts. */
export type ProviderInfo = { id: string; name: string; icon?: string | undefined };

/**
 * A provider of language models. To say no, throw an error whose `code` is an `ExtensionFailureCode` and whose message
 * is a sentence for a person; `data.retryAfterSeconds` is honoured.
 */
export type LanguageModelProvider = ProviderCalls & (PolledCompletion | StreamedCompletion);

/** What is known of a provider's key before anybody signed in. */
export interface KeyOwner {
  readonly providerId: string;
  /** The origin of the vendor's own service: a key of which nothing else is known is for it, and one of a variable always. */
  readonly vendor?: string | undefined;
  /** The variables of the environment that may hold a key, as the manifest names them. */
  readonly variables?: readonly string[] | undefined;
}

/**
 * A key that goes only to the origin that accepted it while a person signed in there: a base URL is changed easily, and
 * must not take the key along. Back at the old origin it counts again.
 */
export interface HeldKey {
  /**
   * @param origin such as "https://api.example.com"
   * @returns `key` is null when there is none, or when it is for another origin; `variable` is the one that the key is
   * from, also then
   */
  keyFor(origin: string): Promise<{ readonly key: string | null; readonly variable: string | null }>;
  /** The stored key was accepted there. */
  accepted(origin: string): Promise<void>;
  /** Nothing is known of any key any more. */
  forget(): Promise<void>;
}

export type SettingValue = string | boolean | number | readonly SettingRow[];

export interface SearchQuery {
  readonly text: string;
  /** `text` is a regular expression in the syntax of Rust's regex. */
  readonly isRegex?: boolean | undefined;
  readonly isCaseSensitive?: boolean | undefined;
  /** Only files whose path fits. */
  readonly glob?: string | undefined;
  /** Matches at the most; 1000 when absent, 10,000 at the highest. */
  readonly limit?: number | undefined;
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** There are more than `limit`. */
  readonly isPartial: boolean;
}

export type FileChange =
  /** `expected`: the text that the new one was made from. */
  | { type: 'write'; path: string; text: string; expected?: string }
  /** Refused when something is there. */
  | { type: 'create'; path: string; text: string }
  /** A file, or a directory with everything in it. */
  | { type: 'delete'; path: string }
  /** Never overwrites. */
  | { type: 'move'; path: string; to: string }
  | { type: 'create-directory'; path: string };

export interface ExecResult {
  /** null: it was ended. */
  readonly exitCode: number | null;
  /** What it wrote to both outputs, in order; the middle is left out of what is too long. */
  readonly output: string;
  readonly isCut: boolean;
  readonly isTimedOut: boolean;
  readonly durationMs: number;
}

export interface FetchedPage {
  /** Where it came from in the end. */
  readonly url: string;
  readonly status: number;
  readonly title: string;
  /** Markdown, or the text as it is when it is no HTML. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface Diagnostic {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export interface Progress {
  /** @param fraction 0 to 1, where the length is known */
  report(state: { message?: string; fraction?: number }): void;
}

export interface PickItem {
  readonly label: string;
  readonly description?: string | undefined;
}

/** A document as it was at `version`. */
export interface ExtensionDocument {
  /** Absolute. */
  readonly path: string;
  readonly languageId: string;
  /** Counts the changes. */
  readonly version: number;
  /** Lines end with `\n` whatever the file has. */
  readonly text: string;
}

/** Replaces `from`..`to` of the text as it was before this change; several are applied one after the other. */
export type TextChange = { from: number; to: number; insert: string };

export interface FileFacts {
  readonly kind: 'file' | 'directory';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface HttpRequest {
  /** Default: POST with a body, else GET. */
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  body?: string | Uint8Array | URLSearchParams;
  signal?: AbortSignal | undefined;
  /** Taken out of whatever the service says. */
  secrets?: readonly string[];
  /**
   * Reads a refusal as the service means it; null leaves it to the rule above.
   * @param answer.body parsed when it is JSON, else a text
   * @returns `message` takes the place of the whole sentence; without it the sentence is that of the code, with the quote
   */
  explain?(answer: { status: number; headers: Headers; body: unknown }): {
    code?: ExtensionFailureCode | undefined;
    message?: string | undefined;
    retryAfterSeconds?: number | undefined;
  } | null;
}

export interface HttpEvent {
  /** "message" without a name. */
  readonly event: string;
  /** The data lines, joined by line feeds. */
  readonly data: string;
  readonly isWhole: boolean;
}

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

/** A row of a `list`: `id`, `name` and what the manifest names under `fields`. */
export type SettingRow = Readonly<Record<string, string>>;

export interface SearchMatch {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The line, cut off at 1000 characters. */
  readonly text: string;
}

export type ModelInfo = {
  id: string;
  name: string;
  maxTokenCount: number;
  maxOutputTokens?: number | undefined;
  capabilities: ModelCapabilities;
  isDefault: boolean;
  isDefaultFast: boolean;
  /** Without them no cost is shown. */
  prices?: ModelPrices;
};

export interface CompletionRequest {
  messages: RequestMessage[];
  tools: ToolDefinition[];
  toolChoice?: 'auto' | 'any' | 'none';
  stopSequences: string[];
  temperature?: number;
  thinkingAllowed: boolean;
  maxTokens?: number;
  /** The definitions of the tools are worth caching, as the cache configuration asks for. Our own addition. */
  cacheTools?: boolean;
}

/** How a model's service caches what is sent again and again. */
export type CacheConfiguration = {
  /** So many messages of a request may be marked; 0: none. The tools count as one when they are cached. */
  maxCacheAnchors: number;
  shouldCacheToolDefinitions: boolean;
  /** A request with fewer tokens is not worth it. */
  minTotalTokenCount: number;
};

/** What a person needs to sign in on another page or another device. All of it is shown as text. */
export type DeviceFlow = {
  userCode: string;
  verificationUrl: string;
  headline: string;
  description: string;
  connectButtonLabel: string;
  successHeadline: string;
  successMessage: string;
};

/** One event of an answer. The value of a variant is in `value`; `started` has none. */
export type CompletionEvent =
  | { type: 'started' }
  | { type: 'queued'; value: { position: number } }
  | SaidContent
  | { type: 'tool-use-json-parse-error'; value: { id: string; toolName: string; rawInput: string; error: string } }
  | { type: 'stop'; value: StopReason; explanation?: string | undefined }
  | { type: 'usage'; value: TokenUsage }
  | { type: 'reasoning-details'; value: string };

export type ModelCapabilities = {
  supportsImages: boolean;
  supportsTools: boolean;
  supportsToolChoiceAuto: boolean;
  supportsToolChoiceAny: boolean;
  supportsToolChoiceNone: boolean;
  supportsThinking: boolean;
  toolInputFormat: 'json-schema' | 'json-schema-subset' | 'simplified';
};

/** What a million tokens cost. What the cache is paid by is that of `input` where it is absent. Our own addition. */
export type ModelPrices = {
  /** Three letters, as ISO 4217 has them. */
  currency: string;
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
};

export interface RequestMessage {
  role: 'user' | 'assistant' | 'system';
  content: MessageContent[];
  /** What comes up to the end of this message is worth caching; as often as the cache configuration allows. */
  cache: boolean;
  /** Of an assistant's message: the last `reasoning-details` that came with it, as it came. Our own addition. */
  reasoningDetails?: string;
}

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema as JSON text. */
  inputSchema: string;
}

/** The content that a model says: events of an answer, and parts of the messages that it is sent back in. */
export type SaidContent =
  | { type: 'text'; value: string }
  | { type: 'thinking'; value: { text: string; signature?: string | undefined } }
  | { type: 'redacted-thinking'; value: string }
  | { type: 'tool-use'; value: ToolUse };

export type StopReason = 'end-turn' | 'max-tokens' | 'tool-use' | 'refusal';

/** The four counts leave each other out: what was read is `inputTokens` and what came from and went into the cache. */
export type TokenUsage = {
  inputTokens: number;
  outputTokens: number;
  cacheCreationInputTokens?: number | undefined;
  cacheReadInputTokens?: number | undefined;
  /** Nobody counted: it is reckoned from the length of what was sent and said. */
  isEstimated?: boolean | undefined;
};

export type MessageContent =
  | SaidContent
  | {
      type: 'image';
      value: {
        /** Base64. */
        source: string;
        width?: number | undefined;
        height?: number | undefined;
      };
    }
  | { type: 'tool-result'; value: ToolResult };

export type ToolUse = {
  id: string;
  name: string;
  /** JSON text; complete only when `isInputComplete`. */
  input: string;
  thoughtSignature?: string | undefined;
  isInputComplete: boolean;
};

export interface ToolResult {
  toolUseId: string;
  toolName: string;
  isError: boolean;
  content:
    | { type: 'text'; value: string }
    | {
        type: 'image';
        value: {
          /** Base64. */
          source: string;
          width?: number | undefined;
          height?: number | undefined;
        };
      };
}
