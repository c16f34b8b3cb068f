/** The API of Outrigger’s extensions. Made from src/shared/contract by scripts/extension-types.mjs: change it there. */

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

/** The failure codes that extensions may return; any other code from an extension becomes `extension-failed`. */
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

/**
 * One thread. Every call rejects when it is gone, and those that read or change something if the person does not let the
 * extension: with the code `access-denied`.
 */
export interface ExtensionThread {
  readonly id: string;
  info(): Promise<ThreadInfo>;
  /** What goes on in it; the person is not asked for that. */
  state(): Promise<ThreadActivity>;
  /**
   * What is shown, oldest first: prompts and the answer to each, or with `all` also replies of commands, commands of
   * the person, and summaries.
   * Of a list with more than 2,000,000 characters the oldest items are left out.
   * @param options.limit at most so many, the newest ones: 50 unless told otherwise, 500 at most
   * @param options.before the id of an item: those before it
   */
  items(options?: { limit?: number; before?: string; all?: boolean }): Promise<readonly ThreadItem[]>;
  /** What models are told before what is said: the rules of the person and of the project; "" if there are none. */
  instructions(): Promise<string>;
  /** At most 200 characters on one line. */
  rename(title: string): Promise<void>;
  /** Writes a note beside a prompt or an answer, below one that is there. Models are not sent it. */
  addNote(itemId: string, text: string): Promise<void>;
  /** Labels a prompt or an answer: 20 labels of 40 characters at most. */
  label(
    itemId: string,
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): Promise<void>;
  /** Stops the answer that streams, as the person can. */
  stop(): Promise<void>;
}

/** `prompt` is sent to the model as the person's prompt; `reply` is shown in the thread, and sent to nobody. */
export type SlashCommandResult = { prompt: string } | { reply: string };

export type ArgumentOption = {
  /** What the person reads in the list. */
  label: string;

  /** The whole argument that takes the place of the typed one; absent: the label. */
  newText?: string | undefined;

  /** A line below the label. */
  description?: string | undefined;

  /** Whether taking it runs the command. */
  runs?: boolean | undefined;
};

/**
 * One call of a tool: access to the person's project while the tool runs. The app judges each effect by the person's
 * rules, asks if they say so, showing the exact effect, and makes a checkpoint first. A method rejects with the code
 * `tool-denied` if its effect was not allowed; the call continues, and may tell the model. Paths are relative to the
 * open folder; an absolute one, or one that leads out of it, is always asked for. After the end of the call every
 * method rejects.
 */
export interface ToolCall {
  /** The thread that it is a part of. */
  readonly thread: ExtensionThread;
  /** The text as the person sees it, including unsaved edits. */
  readText(path: string): Promise<string>;
  list(directory: string): Promise<readonly { readonly name: string; readonly kind: 'file' | 'directory' }[]>;
  /** Like `context.workspace.find`. */
  find(glob: string, options?: { limit?: number }): Promise<readonly string[]>;
  /** Like `context.workspace.search`. */
  search(query: SearchQuery): Promise<SearchResult>;
  /**
   * Makes all changes or none. Open documents are edited in place; one with unsaved edits stays unsaved.
   * Rejects with `file-changed` if a text is not `expected` any more.
   */
  change(changes: readonly FileChange[]): Promise<void>;
  /** Runs a command. Its output is shown while it runs. */
  exec(command: ExecCommand, options?: { cwd?: string; timeoutSeconds?: number }): Promise<ExecResult>;
  /** Fetches a web page or a text, as Markdown. */
  fetchPage(url: string): Promise<FetchedPage>;
  /** Diagnostics of a file, or of the open documents. */
  diagnostics(path?: string): Promise<readonly Diagnostic[]>;
  /**
   * The instructions of a skill that models are told of, or a text file below its folder, without asking; one that may hold
   * secrets is asked for.
   */
  readSkill(name: string, file?: string): Promise<SkillText>;
  /** As `context.threads.spawn`, with the call's thread as parent. The task ends with the call, which shows it. */
  spawn(options: TaskOptions): Promise<TaskOutcome>;
  /** Shows progress beside the call while it runs. */
  report(text: string): void;
}

/**
 * Output of a tool for the model. An expected failure is an output with `isError`; anything else is thrown. `details` are
 * for the person, and never sent to a model: any JSON, of at most 64 KB.
 */
export type ToolOutput = string | { text: string; isError?: boolean; details?: unknown };

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

/** UI for extensions. All texts are shown without markup, with the extension's name beside them. */
export interface ExtensionWindow {
  /**
   * Shows a message above the status bar.
   * @returns the chosen action; undefined if the message was dismissed or has none
   */
  showMessage(
    severity: 'info' | 'warning' | 'error',
    text: string,
    ...actions: readonly string[]
  ): Promise<string | undefined>;
  /** Shows an item in the status bar, one per id. `command` is one of the manifest's. */
  setStatus(id: string, item: { text: string; tooltip?: string; command?: string }): Disposable;
  /**
   * Shows progress until the task settles. `signal` aborts when the person cancels; only if `isCancellable`.
   * @returns the result of the task
   */
  withProgress<T>(
    options: { title: string; isCancellable?: boolean },
    task: (progress: Progress, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** @returns true: yes. false: no, or it was cancelled or withdrawn. */
  confirm(options: QuestionOptions & { text?: string }): Promise<boolean>;
  /** @returns the picked item; undefined: cancelled or withdrawn */
  pick<Item extends PickItem>(
    items: readonly Item[],
    options: QuestionOptions & { placeholder?: string },
  ): Promise<Item | undefined>;
  /**
   * @param options.isMultiline asks for several lines, in a larger field
   * @returns the typed text; undefined: cancelled or withdrawn
   */
  prompt(
    options: QuestionOptions & { placeholder?: string; value?: string; isMultiline?: boolean },
  ): Promise<string | undefined>;
  /**
   * Shows a longer text to read, in a tab of the editor that cannot be edited. A text with the same title takes its place.
   * The keyboard stays where it is; while the person types in the editor, the tab comes behind theirs.
   */
  showText(options: { title: string; text: string; isMarkdown?: boolean }): Promise<void>;
}

/** The open documents, kept up to date by the app. Needs `[capabilities] workspace = "read"` or "write". */
export interface ExtensionDocuments {
  /** Resolves when the open documents are known; from then on the listeners are called for every change. */
  list(): Promise<readonly ExtensionDocument[]>;
  /** Not called for documents that are already open: `list` returns those. */
  onOpen(listener: (document: ExtensionDocument) => void): Disposable;
  /** @param listener gets the document as it is after the changes */
  onChange(listener: (document: ExtensionDocument, changes: readonly TextChange[]) => void): Disposable;
  /** @param listener gets the present document: the person may have typed since the save */
  onSave(listener: (document: ExtensionDocument) => void): Disposable;
  onClose(listener: (path: string) => void): Disposable;
  /** How the person has the editor set, for texts that the extension makes. */
  layout(): Promise<TextLayout>;
}

/**
 * The files of the open folder. Paths are relative to it, with "/". Reading needs `[capabilities] workspace = "read"`,
 * writing "write". Paths that lead out of the folder by links are refused. Failures reject with an error whose `code`
 * tells the reason: `file-not-found`, `file-outside-project`, …
 */
export interface ExtensionWorkspace {
  /** null: no folder is open. */
  folder(): Promise<{ readonly name: string; readonly path: string } | null>;
  /** At most 50 MB. */
  readFile(path: string): Promise<Uint8Array>;
  /** Without a byte-order mark. Rejects with `file-binary` when the bytes are not text in UTF-8. */
  readText(path: string): Promise<string>;
  /** Atomic; creates missing directories. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** A file, or an empty directory. */
  delete(path: string): Promise<void>;
  /** Never overwrites. */
  rename(from: string, to: string): Promise<void>;
  createDirectory(path: string): Promise<void>;
  /** null: it does not exist. */
  stat(path: string): Promise<FileFacts | null>;
  list(directory: string): Promise<readonly { readonly name: string; readonly kind: 'file' | 'directory' }[]>;
  /**
   * Files whose path matches a glob, sorted, without those ignored by .gitignore.
   * @param options `limit`: default 1000, at most 10,000
   */
  find(glob: string, options?: { limit?: number; signal?: AbortSignal }): Promise<readonly string[]>;
  /** Lines that match, in the order of paths. */
  search(query: SearchQuery, options?: { signal?: AbortSignal }): Promise<SearchResult>;
}

/**
 * A folder of the extension's own, outside of the open one: for programs and data that it downloads. It is kept until the
 * extension is uninstalled. Paths are relative to it, with "/"; those that lead out of it are refused.
 */
export interface ExtensionFiles {
  /** Its absolute path, for what is run or named to others. */
  folder(): Promise<string>;
  /**
   * Downloads a file from a host of `[capabilities] network`, and unpacks it while it comes. What was at `path` is
   * replaced when all of it is there.
   * @param path of the file, or of the folder into which an archive is unpacked
   * @param options.format `gzip`: one file; `tar-gzip` and `zip`: an archive. Default: as it is
   * @throws when it has more than 500 MB or 20,000 files, unpacked or not, when the folder would have more than 2 GB, and
   * for an archive with a name or a link that leads out of it
   */
  download(url: string, path: string, options?: { format?: DownloadFormat; signal?: AbortSignal }): Promise<void>;
  /** Does nothing on Windows. */
  makeExecutable(path: string): Promise<void>;
  /** At most 50 MB. Rejects with `file-not-found` if there is none. */
  readFile(path: string): Promise<Uint8Array>;
  /**
   * Writes a file as a whole: what was at `path` stays until all is written.
   * @throws for more than 50 MB, or when the folder would have more than 2 GB
   */
  writeFile(path: string, content: Uint8Array): Promise<void>;
}

/** The computer that the app runs on. What a person has there needs `[capabilities] workspace`. */
export interface ExtensionSystem {
  platform(): Promise<SystemPlatform>;
  /**
   * Looks for a program as the person's shell would, in the folders of `PATH`.
   * @param name without a path
   * @returns its absolute path; null: there is none
   */
  which(name: string): Promise<string | null>;
  /** Variables of the environment that hold no secrets, such as `PATH`, `HOME` and `LANG`. */
  environment(): Promise<Readonly<Record<string, string>>>;
}

/** What goes on in threads, for extensions that follow it and for those that have a say in it. */
export interface ExtensionEvents {
  /**
   * Follows what goes on, as `[events.<name>]` of the manifest declares. Events come in order, one after another: the
   * next one waits for what `follow` returns, ten seconds at most. Updates that come meanwhile are joined. The person
   * is asked before the first event that tells what was said.
   * @throws if the manifest declares no such event
   */
  on<N extends FollowedEvent>(name: N, follow: (event: FollowedEvents[N], at: EventPlace) => unknown): Disposable;
  /**
   * Has a say before something happens, as `[events.<name>]` of the manifest declares. Extensions have it in their
   * order, the functions of one in that of `on`; each is given what those before it have made of the event. It has five
   * seconds, in which waiting for the person, a program or a model does not count. One that fails or takes too long is
   * told to the person, and passed over. The person is asked before the first event that tells what was said.
   * @param say returns the parts of the event that are to be others, and what stops it; nothing: it stays as it is
   * @throws if the manifest declares no such event
   */
  on<N extends AskedEvent>(
    name: N,
    say: (
      event: AskedEvents[N],
      at: EventPlace,
    ) => EventOutcomes[N] | undefined | Promise<EventOutcomes[N] | undefined>,
  ): Disposable;
}

/** Threads of the agent panel, for extensions. The person is asked before the first one is read, or changed. */
export interface ExtensionThreads {
  /** The thread that the panel shows. Calls of tools and slash commands are given their own. */
  shown(): Promise<ExtensionThread>;
}

export type TaskOptions = ThreadTask & {
  /** Stops the task; the promise then rejects. */
  readonly signal?: AbortSignal;
  /** Follows what goes on in it, as `context.events.on` does, without a declaration: in order, each waits for the one before. */
  readonly on?: { readonly [N in TaskEvent]?: (event: FollowedEvents[N], at: EventPlace) => unknown };
};

/** How a task ended. */
export interface TaskOutcome {
  /** It stays in the person's list. */
  readonly thread: ExtensionThread;
  /** `stopped`: by the person, or with its parent. */
  readonly status: 'completed' | 'failed' | 'stopped';
  /** What the model said last: after the last results of tools. At most 1,000,000 characters. */
  readonly text: string;
  /** Why it failed, in a sentence. */
  readonly problem?: string;
  /** The `ref` of the model that answered. */
  readonly model: string;
  /** Of an answer that ended by itself. */
  readonly stopReason?: StopReason;
  /** Of all requests. */
  readonly usage: TokenUsage;
}

/** A line for the system's shell, or a program and its arguments, which the shell is given in quotes. */
export type ExecCommand = string | readonly string[];

export interface ExecResult {
  /** null: it was killed. */
  readonly exitCode: number | null;
  /** stdout and stderr in order; the middle of a long output is left out. */
  readonly output: string;
  readonly isCut: boolean;
  readonly isTimedOut: boolean;
  readonly durationMs: number;
}

/**
 * Fetches from the hosts that the manifest names under `[capabilities] network`; every redirect is checked too. Like
 * the `fetch` of a page, except that there are no cookies, no cache and no CORS, and that a request body is at most
 * 32 MB and is read before it is sent. Rejects with a `TypeError`; its `cause.code` tells the reason, such as
 * `ECONNREFUSED`, or `network-refused` if the manifest does not name the host.
 * @param init.maxRedirects after so many it rejects; 20 at most, and unless told otherwise
 */
export type ExtensionFetch = (
  input: string | URL | Request,
  init?: RequestInit & { maxRedirects?: number },
) => Promise<Response>;

/**
 * `context.http`: helpers for clients of web services, on top of `context.fetch`. They are not specific to a service.
 */
export interface ExtensionHttp {
  /**
   * Sends a request and returns the response if its status is 2xx. Otherwise, and if there is no response, it throws
   * an error with an `ExtensionFailureCode` and a sentence for the person that names the host: 401 and 403 are
   * `provider-auth`, or `credential-missing` if no key was sent (no `secrets`, no `authorization` header), 402
   * `provider-credit`, 408 `timeout`, 413 `context-too-large`, 429 `provider-rate-limited`, 425, 503 and 529
   * `provider-overloaded`, other 5xx `provider-error`, other 4xx `invalid-request`. The time to wait, from a header
   * or from the service's words ("try again in 1m20s"), becomes `data.retryAfterSeconds`. The service's message is
   * quoted, with `secrets` removed.
   */
  request(url: string, init?: HttpRequest): Promise<Response>;
  /** The body as JSON. @throws `invalid-response` if it is not JSON, or is longer than 32 MB */
  json(response: Response): Promise<unknown>;
  /** The lines of a body as they arrive, without line endings. A last line without an ending counts too. */
  lines(response: Response): AsyncIterable<string>;
  /**
   * The server-sent events of a body (HTML standard), however its chunks are cut. An incomplete event at the end of
   * the body is returned too, with `isWhole` false.
   */
  events(response: Response): AsyncIterable<HttpEvent>;
  /**
   * Yields the items of `source`, and `sign()` whenever there was none for `everyMs`, also before the first one: the
   * app ends an answer in which nothing arrives. Leaving the loop ends `source`, but does not wait for its pending
   * step: give that a signal.
   * @param everyMs default: 20 seconds
   */
  keepAlive<T>(source: AsyncIterable<T>, sign: () => T, everyMs?: number): AsyncIterable<T>;
  /**
   * The error for a refusal in the middle of an answer.
   * @param status the HTTP status that it corresponds to, 0 if unknown
   * @param errorMessage the service's words, quoted with `secrets` removed
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
  /** New random values for one sign-in: `state`, and a verifier and challenge of RFC 7636 with S256. */
  createPkce(): Promise<{ state: string; codeVerifier: string; codeChallenge: string }>;
  /**
   * Listens on 127.0.0.1 at a free port, opens `authUrl` in the person's browser, and returns the address of the
   * callback, once. `{port}` in `authUrl` is replaced. It must have `state` and `code_challenge` with S256; a
   * callback with another state is refused. Works only during `authenticate()`.
   * @param options.timeoutSecs default 300
   * @throws `cancelled`, `timeout`, or `provider-auth` with the service's words if it refuses
   */
  startWebAuth(options: {
    authUrl: string;
    callbackPath: string;
    timeoutSecs?: number;
  }): Promise<{ callbackUrl: string; port: number }>;
  /** Like `fetch`, for the requests of a sign-in: the manifest must name the hosts. */
  sendHttpRequest(request: {
    url: string;
    method: string;
    headers?: [name: string, value: string][];
    body?: string;
  }): Promise<{ status: number; headers: [name: string, value: string][]; body: string }>;
  /** Opens an https address in the person's browser. Works only during a sign-in. */
  openBrowser(url: string): Promise<void>;
  /**
   * Polls the token endpoint until the person has signed in, as in RFC 8628: every `interval` seconds, 5 more after
   * each `slow_down` and after a lost connection.
   * @returns the fields of the response
   * @throws `provider-auth` if the person or the service refused, `timeout` if the code has expired, `cancelled`
   */
  pollDeviceToken(options: {
    tokenUrl: string;
    clientId: string;
    deviceCode: string;
    /** Seconds, from the service; default 5. */
    interval?: number;
    /** Seconds, from the service. */
    expiresIn: number;
    signal: AbortSignal;
    /** Additional form fields. */
    fields?: Record<string, string>;
  }): Promise<Record<string, unknown>>;
}

/** `icon`: path of an SVG file in the extension's folder; the default is the manifest's. */
export type ProviderInfo = { id: string; name: string; icon?: string | undefined };

/**
 * A provider of language models. To report a failure, throw an error whose `code` is an `ExtensionFailureCode` and
 * whose message is a sentence for the person; `data.retryAfterSeconds` is honoured.
 */
export type LanguageModelProvider = ProviderCalls & (PolledCompletion | StreamedCompletion);

/** A model that the person can choose, of any provider. */
export interface OfferedModel {
  /** `{extension}:{provider}/{model}`. */
  readonly ref: string;
  readonly name: string;
  readonly provider: string;
  /** Tokens of its context; 0 if unknown. */
  readonly maxTokenCount: number;
  readonly maxOutputTokens?: number | undefined;
  readonly capabilities: ModelCapabilities;
  /** The one that the panel asks. */
  readonly isChosen: boolean;
  /** Whether its provider has a key, or needs none; null: not known until it is asked. */
  readonly isReady: boolean | null;
}

/** What a model is asked. It is sent this, and nothing of a thread or of the person's rules. */
export type ModelQuestion = {
  /** A `ref`; `fast` for the small model of the chosen one's provider, if it marks one. The default is the chosen one. */
  model?: string | undefined;
  system?: string | undefined;
  messages: { role: 'user' | 'assistant'; text: string }[];
  maxTokens?: number | undefined;
  temperature?: number | undefined;
};

export interface ModelAnswer {
  /** The `ref` of the model that answered. */
  readonly model: string;
  readonly text: string;
  readonly stopReason: StopReason;
  readonly usage: TokenUsage;
}

export type ModelEndpoint = EndpointInfo & {
  /**
   * Its address, at the time. During `authenticate()` the person is asked whether requests may go there; the script
   * runs for it if it does not yet.
   * @returns null if the person has not decided
   * @throws with the code `access-denied` if they do not want it, or `model-missing` when the script is gone
   */
  open(): Promise<
    | (OpenedEndpoint & {
        /** As `context.http`, with the headers of the script in each request; those of the request go first. */
        readonly http: ExtensionHttp;
      })
    | null
  >;
};

/** Facts about a provider's key that are known before a sign-in. */
export interface KeyOwner {
  readonly providerId: string;
  /**
   * Origin of the vendor's own service. A key is for it if no other origin is recorded, and always if it comes from a
   * variable.
   */
  readonly vendor?: string | undefined;
  /** Environment variables that may have a key, as named in the manifest. */
  readonly variables?: readonly string[] | undefined;
}

/**
 * A key that is sent only to the origin that accepted it while the person signed in there: a changed base URL must not
 * leak it. Once the address is back at that origin, the key is used again.
 */
export interface HeldKey {
  /**
   * @param origin such as "https://api.example.com"
   * @returns `key` is null if there is none or it is for another origin; `variable` is the one that the key is from,
   * also in the latter case
   */
  keyFor(origin: string): Promise<{ readonly key: string | null; readonly variable: string | null }>;
  /** Records that the stored key was accepted by this origin. */
  accepted(origin: string): Promise<void>;
  /** Deletes all records about the key's origin. */
  forget(): Promise<void>;
}

export type SettingValue = string | boolean | number | readonly SettingRow[];

export interface ThreadInfo {
  readonly id: string;
  /** Until there is one, the beginning of the first prompt; "" if nothing was said. */
  readonly title: string;
  /** The folder that was open when it began, absolute. */
  readonly folder: string | null;
  /** ms since 1970, of the first and the last thing that was said. */
  readonly startedAt: number | null;
  readonly at: number | null;
  /** The model that answered last: `{extension}:{provider}/{model}`. */
  readonly model: string | null;
  /** Prompts and answers that are shown. */
  readonly messages: number;
  /** Input and output of all answers. */
  readonly tokens: number;
}

export interface ThreadActivity {
  readonly isAnswering: boolean;
  /** null: not known, as nothing was sent yet. */
  readonly context: ContextUse | null;
}

/** `note` and `labels` of prompts and answers; a text of more than 100,000 characters is cut. */
export type ThreadItem = {
  readonly id: string;
  /** ms since 1970. */
  readonly at: number;
  readonly text: string;
  readonly isCut?: boolean;
  readonly note?: string;
  readonly labels?: readonly string[];
} & (
  | { readonly type: 'prompt'; readonly images: number }
  | {
      readonly type: 'answer';
      readonly model: string;
      readonly calls: readonly ThreadCall[];
      /** Why it ended; absent while it streams. */
      readonly end?: StopReason | 'stopped' | 'failed';
    }
  /** Of an extension to a slash command, as typed. */
  | { readonly type: 'reply'; readonly command: string; readonly extensionName: string }
  /**
   * The person ran it by “!”; `text` is its output. `exitCode` is null while it runs, and if it did not end by itself.
   * `isTold`: models are sent it with the prompt that follows.
   */
  | { readonly type: 'command'; readonly command: string; readonly isTold: boolean; readonly exitCode: number | null }
  /** Models are sent it in place of everything before. */
  | { readonly type: 'summary' }
);

export interface SearchQuery {
  readonly text: string;
  /** `text` is a regular expression in the syntax of Rust's regex. */
  readonly isRegex?: boolean | undefined;
  readonly isCaseSensitive?: boolean | undefined;
  /** Only in files whose path matches. */
  readonly glob?: string | undefined;
  /** Limit for matches: default 1000, at most 10,000. */
  readonly limit?: number | undefined;
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** There are more matches than `limit`. */
  readonly isPartial: boolean;
}

export type FileChange =
  /** `expected`: the text on which the new one is based. */
  | { type: 'write'; path: string; text: string; expected?: string }
  /** Refused if the path exists. */
  | { type: 'create'; path: string; text: string }
  /** A file, or a directory with everything in it. */
  | { type: 'delete'; path: string }
  /** Never overwrites. */
  | { type: 'move'; path: string; to: string }
  | { type: 'create-directory'; path: string };

export interface FetchedPage {
  /** Address of the page, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly title: string;
  /** Markdown for HTML, otherwise the text unchanged. */
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

export interface SkillText {
  /** Where its files are: relative to the open folder, absolute outside of it. */
  readonly folder: string;
  readonly text: string;
}

export interface Progress {
  /** @param fraction 0 to 1, if the length is known */
  report(state: { message?: string; fraction?: number }): void;
}

export interface QuestionOptions {
  title: string;
  /** Withdraws the question when it aborts. */
  signal?: AbortSignal;
  /**
   * Milliseconds, 1000 to 3,600,000, after which the question goes away by itself; the person sees them count down. They
   * begin when it is on screen, and end when the person types. It waits as long for its turn at most.
   */
  timeoutMs?: number;
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
  /** Number that increases with each change. */
  readonly version: number;
  /** Lines end with `\n` whatever the file has. */
  readonly text: string;
}

/** Replaces `from`..`to` of the text as it was before this change; several are applied one after the other. */
export type TextChange = { from: number; to: number; insert: string };

/** A file whose own lines show something else, or whose .editorconfig says it, has that. */
export interface TextLayout {
  /** Columns of a tab and of an indentation step. */
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly wrapColumn: number;
}

export interface FileFacts {
  readonly kind: 'file' | 'directory';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export type DownloadFormat = 'gzip' | 'tar-gzip' | 'zip' | 'none';

/** In the words of Node. */
export interface SystemPlatform {
  readonly os: 'darwin' | 'linux' | 'win32';
  readonly architecture: 'arm64' | 'x64';
}

export type FollowedEvent = keyof FollowedEvents;

/** Events that are told when they have happened. */
export interface FollowedEvents {
  /** The panel shows this thread: since the app, the extension or the thread began, or another was shown before. */
  session_start: { readonly reason: 'start' | 'new' | 'resume' };
  /** `{extension}:{provider}/{model}`. */
  model_select: { readonly model: string; readonly previous: string | null };
  /** A prompt is being answered. */
  agent_start: { readonly promptId: string; readonly answerId: string; readonly model: string };
  /** `answer` is as `thread.items()` has it; null: the thread is gone. */
  agent_end: { readonly answerId: string; readonly answer: ThreadItem | null };
  /** A model is asked; again after the results of its calls. Turns of an answer count from 0. */
  turn_start: { readonly answerId: string; readonly turn: number };
  turn_end: {
    readonly answerId: string;
    readonly turn: number;
    readonly message: EventMessage;
    readonly calls: readonly ThreadCall[];
  };
  message_start: { readonly message: EventMessage };
  message_update: { readonly message: EventMessage; readonly delta: MessageDelta };
  message_end: { readonly message: EventMessage };
  /** A call of a tool runs; the person has allowed it, or is asked for each of its effects. */
  tool_execution_start: { readonly answerId: string; readonly call: ThreadCall };
  /** `call.output` is what it has said so far. */
  tool_execution_update: { readonly answerId: string; readonly call: ThreadCall };
  /** Also of a call that never ran. */
  tool_execution_end: { readonly answerId: string; readonly call: ThreadCall };
}

export interface EventPlace {
  readonly thread: ExtensionThread;
  /** Aborts when nobody waits for it any more: the person stopped it, or its time is over. */
  readonly signal: AbortSignal;
}

export type AskedEvent = keyof AskedEvents;

/** Events that are asked about before they happen. */
export interface AskedEvents {
  /** What a person wrote, before it is a prompt. */
  input: { readonly text: string; readonly images: number };
  /** A prompt, before the first request. `instructions` are what models are told before what is said; `added` follows the prompt. */
  before_agent_start: {
    readonly prompt: string;
    readonly images: number;
    readonly instructions: string;
    readonly added: string;
    /** Names of the tools that the model is offered. */
    readonly tools: readonly string[];
    /** Names of the skills that it is told of. */
    readonly skills: readonly string[];
  };
  /** The messages of each request; the thread keeps its own. */
  context: { readonly messages: readonly RequestMessage[] };
  /** Each request as it is sent, after `context`. */
  before_provider_request: { readonly model: string; readonly request: CompletionRequest };
  /** A call before it is judged by the rules of the person, and before they are asked. */
  tool_call: { readonly callId: string; readonly name: string; readonly input: Readonly<Record<string, unknown>> };
  /** What a tool answered, before the model and the thread get it. */
  tool_result: {
    readonly callId: string;
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly text: string;
    readonly isError: boolean;
    /** For the person. */
    readonly details: unknown;
  };
  /** A command that the person typed after “!”, or “!!”, which models are not told. */
  user_bash: { readonly command: string; readonly isTold: boolean };
  /** Another thread is to be shown; null: a new one. */
  session_before_switch: { readonly threadId: string | null };
  /** A prompt is to get another version, from which the thread goes on. */
  session_before_fork: { readonly promptId: string };
}

/** What each may be answered with. A key that is absent stays as it is; `block` and `handled` stop the event, and nobody after that is asked. */
export interface EventOutcomes {
  input: {
    readonly text?: string;
    /** It is no prompt: the extension has done what was asked. The thread keeps the text, and this as the reply to it. */
    readonly handled?: string;
  };
  before_agent_start: { readonly instructions?: string; readonly added?: string };
  context: { readonly messages?: readonly RequestMessage[] };
  before_provider_request: { readonly request?: CompletionRequest };
  tool_call: {
    readonly input?: Readonly<Record<string, unknown>>;
    /** It is not run, and this is why. */
    readonly block?: string;
  };
  tool_result: { readonly text?: string; readonly isError?: boolean; readonly details?: unknown };
  user_bash: {
    readonly command?: string;
    readonly block?: string;
    /** It is not run: the extension has done it, with this output. */
    readonly handled?: string;
  };
  session_before_switch: { readonly block?: string };
  session_before_fork: { readonly block?: string };
}

/** What a model is to do in a thread of its own. */
export type ThreadTask = {
  task: string;
  /** The name of an agent, which gives the model, the tools and the instructions that are not given here. */
  agent?: string | undefined;

  /** A `ref`, or `fast`. The default is the model of the parent, else the chosen one. */
  model?: string | undefined;

  /** Names or ids of tools, of those that the parent may use; the default is all of them. */
  tools?: string[] | undefined;

  /** Told to the model after the person's rules. */
  instructions?: string | undefined;
};

/** Events of a task's thread. */
export type TaskEvent = Exclude<FollowedEvent, 'session_start' | 'model_select'>;

export type StopReason = 'end-turn' | 'max-tokens' | 'tool-use' | 'refusal';

/** The counts do not overlap: the whole input is `inputTokens` plus the tokens read from and written to the cache. */
export type TokenUsage = {
  inputTokens: number;
  outputTokens: number;
  cacheCreationInputTokens?: number | undefined;
  cacheReadInputTokens?: number | undefined;
  /** Estimated from the length of the texts, as nobody counted. */
  isEstimated?: boolean | undefined;
};

export interface HttpRequest {
  /** Default: POST with a body, else GET. */
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  body?: string | Uint8Array | URLSearchParams;
  signal?: AbortSignal | undefined;
  /** Removed from all quotes of the service's words. */
  secrets?: readonly string[];
  /**
   * Interprets an error response of the service; null leaves it to the rules above.
   * @param answer.body parsed if it is JSON, otherwise text
   * @returns `message` replaces the whole sentence; without it the sentence is that of the code, with the quote
   */
  explain?(answer: { status: number; headers: Headers; body: unknown }): {
    code?: ExtensionFailureCode | undefined;
    message?: string | undefined;
    retryAfterSeconds?: number | undefined;
  } | null;
}

export interface HttpEvent {
  /** Name of the event; "message" if it has none. */
  readonly event: string;
  /** The data lines, joined by line feeds. */
  readonly data: string;
  readonly isWhole: boolean;
}

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

export type ModelCapabilities = {
  supportsImages: boolean;
  supportsTools: boolean;
  supportsToolChoiceAuto: boolean;
  supportsToolChoiceAny: boolean;
  supportsToolChoiceNone: boolean;
  supportsThinking: boolean;
  toolInputFormat: 'json-schema' | 'json-schema-subset' | 'simplified';
};

/** A provider that a script registers as the endpoint of a service, and whose dialect the extension speaks. */
export interface EndpointInfo {
  /** `{id}-{id of the row}`, where `id` is that of the provider with `speaks` in the manifest. */
  readonly providerId: string;
  readonly name: string;
  /** Those that the script names; empty: those that the service lists. */
  readonly models: readonly ModelInfo[];
}

/** What main tells of it, once the person lets the script send requests there. */
export interface OpenedEndpoint {
  /** http or https, without a name or a password. */
  readonly baseUrl: string;
  /** That of the script, or of the variable that it names; null: the person may have one (`context.credentials`). */
  readonly key: string | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the key goes where HTTP has credentials (RFC 9110, 11.6.2) instead of where the dialect has them. */
  readonly usesAuthHeader: boolean;
}

/** A row of a `list`: `id`, `name` and the manifest's `fields`. */
export type SettingRow = Readonly<Record<string, string>>;

/** Share of a model's context that a thread takes, in tokens. */
export interface ContextUse {
  readonly tokens: number;
  /** Context size of the model; 0 if unknown. */
  readonly limit: number;
  /**
   * `usage`: count of the service for the last request. `counted`: by the extension. `estimate`: by a rule of thumb.
   */
  readonly source: 'usage' | 'counted' | 'estimate';
}

/**
 * A call of a tool in an answer. Both texts are cut at 10,000 characters; of what all calls of an answer have beyond
 * 1,000,000, details are left out and the texts are cut.
 */
export interface ThreadCall {
  readonly id: string;
  /** As the model was told it. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** While it runs, what it has said so far. */
  readonly output?: string;
  /** JSON text of what the tool has for people. */
  readonly details?: string;
  readonly isError: boolean;
}

export interface SearchMatch {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The line, cut at 1000 characters. */
  readonly text: string;
}

/** A prompt, or what a model says in one turn: up to the results of its calls, or to the end of its answer. */
export interface EventMessage {
  /** That of the prompt or the answer, as in `ThreadItem`. */
  readonly id: string;
  readonly role: 'user' | 'assistant';
  /** So far; of more than 100,000 characters the last ones. */
  readonly text: string;
  readonly thinking: string;
  /** Of an answer. */
  readonly model?: string;
}

/** Text that came since the last `message_update`. */
export interface MessageDelta {
  readonly text: string;
  readonly thinking: string;
}

export type RequestMessage = {
  role: 'user' | 'assistant' | 'system';
  content: MessageContent[];
  /** Cache the request up to the end of this message; set as often as the cache configuration allows. */
  cache: boolean;

  /** For an assistant's message: the last `reasoning-details` that came with it, unchanged. Our own addition. */
  reasoningDetails?: string;
};

export type CompletionRequest = {
  messages: RequestMessage[];
  tools: ToolDefinition[];
  toolChoice?: 'auto' | 'any' | 'none';
  stopSequences: string[];
  temperature?: number;
  thinkingAllowed: boolean;
  maxTokens?: number;
  /** Cache the tool definitions, as the cache configuration asks. Our own addition. */
  cacheTools?: boolean;
};

export type ModelInfo = {
  id: string;
  name: string;
  maxTokenCount: number;
  maxOutputTokens?: number | undefined;
  capabilities: ModelCapabilities;
  isDefault: boolean;
  isDefaultFast: boolean;
  /** Without prices no cost is shown. */
  prices?: ModelPrices;
};

/** Caching of repeated input by a model's service. */
export type CacheConfiguration = {
  /** Largest number of marked messages in a request; 0: none. Cached tools count as one. */
  maxCacheAnchors: number;
  shouldCacheToolDefinitions: boolean;
  /** Below this many tokens a request is not cached. */
  minTotalTokenCount: number;
};

/** Display texts for signing in on another page or device. They are never interpreted as markup. */
export type DeviceFlow = {
  userCode: string;
  verificationUrl: string;
  headline: string;
  description: string;
  connectButtonLabel: string;
  successHeadline: string;
  successMessage: string;
};

/** One event of an answer; its data is in `value`, which `started` lacks. */
export type CompletionEvent =
  | { type: 'started' }
  | { type: 'queued'; value: { position: number } }
  | SaidContent
  | { type: 'tool-use-json-parse-error'; value: { id: string; toolName: string; rawInput: string; error: string } }
  | { type: 'stop'; value: StopReason; explanation?: string | undefined }
  | { type: 'usage'; value: TokenUsage }
  | { type: 'reasoning-details'; value: string };

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

export type ToolDefinition = {
  name: string;
  description: string;
  /** JSON Schema as JSON text. */
  inputSchema: string;
};

/** Price per million tokens. A cache price that is absent equals `input`. Our own addition. */
export type ModelPrices = {
  /** Three letters (ISO 4217). */
  currency: string;
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
};

/** Content from a model: events of an answer, and parts of the messages in which it is sent back. */
export type SaidContent =
  | { type: 'text'; value: string }
  | { type: 'thinking'; value: { text: string; signature?: string | undefined } }
  | { type: 'redacted-thinking'; value: string }
  | { type: 'tool-use'; value: ToolUse };

export type ToolResult = {
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
};

export type ToolUse = {
  id: string;
  name: string;
  /** JSON text; complete only when `isInputComplete`. */
  input: string;
  thoughtSignature?: string | undefined;
  isInputComplete: boolean;
};
