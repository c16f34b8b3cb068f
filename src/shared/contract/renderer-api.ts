import type { AgentApi, ChangesApi, MentionsApi, ThreadsApi } from './agent-api.ts';
import type { BufferAnswer, BufferRequest, ReviewSnapshot } from './change.ts';
import type { ContributedCommand, ContributedSlashCommand } from './command.ts';
import type { CredentialRequest, CredentialSummary, ProviderPage, SignIn, VariableQuestion } from './credential.ts';
import type {
  OpenedDocument,
  PathState,
  Revision,
  SavedDocument,
  SaveRequest,
  TextPosition,
  TreeEntry,
  Workspace,
} from './document.ts';
import type { DocumentEvent } from './document-events.ts';
import type { Result } from './errors.ts';
import type { ExtensionSnapshot, InstallQuestion, RunningExtension } from './extension-state.ts';
import type { HostSnapshot, Notice } from './host-state.ts';
import type { SettingValue } from './manifest.ts';
import type { PromptTemplate } from './prompt-template.ts';
import type { ContextUse, ProviderSnapshot } from './provider.ts';
import type { ProgressItem, Question, QuestionAnswer, StatusItem } from './question.ts';
import type { ExtensionSetting, Layout, Settings, SettingsChange } from './settings.ts';
import type { AnswerActivity, ThreadEntry, ThreadSummary } from './thread.ts';

/**
 * Everything the renderer can ask of main. Grouped by service; the IPC channel of a method is `group.method`.
 * Main checks sender and arguments of every call (src/main/platform/renderer-gateway.ts). What main has to tell the
 * renderer arrives as `MainEvent`s over a MessagePort, which `events.connect` asks for.
 */
export interface RendererApi {
  readonly app: {
    /** What the first paint needs, in one round trip. */
    boot(): Promise<BootState>;
    /** Answers a `close-requested` event: the window may go, or it stays. */
    answerClose(mayClose: boolean): Promise<void>;
    /** How many documents have unsaved changes; with any, closing the window asks first. */
    setUnsavedCount(count: number): Promise<void>;
    /** Opens an http, https or mailto address outside the app. Anything else is refused. */
    openAddress(url: string): Promise<Result<null>>;
    /** Pastes from the system's clipboard where the keyboard is, for a menu; the page itself may not read it. */
    paste(): Promise<void>;
  };
  readonly workspace: {
    /** Shows the system's dialog. null: the person cancelled. */
    pickFolder(): Promise<Result<Workspace | null>>;
    /** Opens a folder that was dropped or is in the list of recent ones. */
    open(path: string): Promise<Result<Workspace>>;
    /** Lets the open folder bring extensions, now and at later starts, or no longer. */
    setTrust(isTrusted: boolean): Promise<Result<null>>;
    /** The entries of a directory of the workspace, ignored ones left out, directories first. */
    list(directory: string): Promise<Result<TreeEntry[]>>;
    saveLayout(layout: Layout): Promise<void>;
    /** Where a dropped file or folder lives. Answered by the preload itself; "" for a file that is not on disk. */
    pathOf(file: File): string;
  };
  readonly documents: {
    /** A relative path is taken from the workspace's root. Watches the file until `close`. */
    open(path: string): Promise<Result<OpenedDocument>>;
    /** Allows one path outside the workspace after the person confirmed it: the `detail` of `file-outside-project`. */
    allow(path: string): Promise<void>;
    save(request: SaveRequest): Promise<Result<SavedDocument>>;
    close(path: string): Promise<void>;
    /** Shows the system's dialog. null: the person cancelled. */
    pickFile(): Promise<Result<OpenedDocument | null>>;
    /**
     * Tells what happened to open documents, while a `documents-wanted` event asks for it.
     * @returns the paths whose whole text main needs (`opened` again), because a version was missing
     */
    report(events: readonly DocumentEvent[]): Promise<readonly string[]>;
    /** What each of the paths names, for the state of links; at most 500. */
    inspect(paths: readonly string[]): Promise<readonly PathState[]>;
    /** Answers a `buffer-request` event. */
    answerBuffer(requestId: string, answer: BufferAnswer): Promise<void>;
  };
  readonly agent: AgentApi;
  readonly threads: ThreadsApi;
  readonly changes: ChangesApi;
  readonly mentions: MentionsApi;
  readonly providers: {
    /** Asks every provider anew what it offers. */
    refresh(): Promise<void>;
    setFavourite(model: string, isFavourite: boolean): Promise<void>;
    page(extensionId: string, providerId: string): Promise<Result<ProviderPage>>;
    /** Settles when it is over. The dialogs for key, variable or browser appear meanwhile. */
    signIn(extensionId: string, providerId: string): Promise<Result<null>>;
    /** The extension forgets what it holds, and the key is removed. */
    signOut(extensionId: string, providerId: string): Promise<Result<null>>;
    /** Asks the service now. @returns one sentence: how many models, and how long it took */
    test(extensionId: string, providerId: string): Promise<Result<string>>;
    /** A provider that was switched off for its faults may answer again. */
    switchOn(extensionId: string, providerId: string): Promise<void>;
    /** null: asked again when it is needed. */
    setVariable(extensionId: string, variable: string, isAllowed: boolean | null): Promise<Result<null>>;
    answerVariable(questionId: string, isAllowed: boolean | null): Promise<void>;
    /** Opens the browser once more. */
    openSignIn(signInId: string): Promise<Result<null>>;
    /** Gives it up, or closes what it came to. */
    endSignIn(signInId: string): Promise<void>;
  };
  readonly credentials: {
    /**
     * Answers a request; null cancels it, also while the key is being tried. Settles when the key was accepted and
     * stored; a failure says why not, and the request stays for another answer, unless its code is `cancelled`.
     * The value is not kept in the renderer once it is accepted.
     */
    answer(requestId: string, value: string | null): Promise<Result<null>>;
    list(): Promise<CredentialSummary[]>;
    /** Asks for a new key in the dialog; the old one stays until the new one is accepted. */
    replace(extensionId: string, providerId: string): Promise<Result<null>>;
    /** @param leftBehindBy as the summary has it */
    remove(extensionId: string, providerId: string, leftBehindBy?: string): Promise<Result<null>>;
  };
  readonly settings: {
    setTheme(theme: Settings['theme']): Promise<void>;
    change(change: SettingsChange): Promise<void>;
    extensionSettings(): Promise<ExtensionSetting[]>;
    setExtensionSetting(extensionId: string, key: string, value: SettingValue): Promise<Result<null>>;
  };
  readonly notices: {
    act(noticeId: string, actionId: string): Promise<void>;
    /** The person has read it. */
    dismiss(noticeId: string): Promise<void>;
  };
  readonly hosts: {
    restart(hostId: string): Promise<void>;
    /** The last lines of the extension log; of one extension, when it is named. */
    log(extensionId?: string): Promise<string>;
    /** Opens the host's inspector. @returns the address at which DevTools attach; null when they were opened */
    inspect(hostId: string): Promise<Result<string | null>>;
  };
  readonly extensions: {
    /** Everything that discovery found, in the order of precedence. */
    list(): Promise<readonly ExtensionSnapshot[]>;
    running(): Promise<readonly RunningExtension[]>;
    contributions(): Promise<Contributions>;
    /** Shows the system's dialog for a folder or an archive. null: cancelled. What is found asks for consent first. */
    pickPackage(kind: 'folder' | 'archive'): Promise<Result<InstallQuestion | null>>;
    /** A folder, .tgz or .zip that was dropped. */
    prepareInstall(path: string): Promise<Result<InstallQuestion>>;
    /** The person consented: the extension is put in place and offered at once. */
    commitInstall(token: string): Promise<Result<null>>;
    discardInstall(token: string): Promise<void>;
    /** Consent to what an extension asks for that was not installed here: of a project, or named on the command line. */
    consent(extensionId: string, rootPath: string): Promise<Result<null>>;
    /** @param rootPath which of several of this id; absent: the one that is used, or the first that is off */
    setEnabled(extensionId: string, isEnabled: boolean, rootPath?: string): Promise<Result<null>>;
    uninstall(extensionId: string, rootPath: string): Promise<Result<null>>;
    /** Loads it anew; an answer that it streams may end first. Also tries a failed activation again. */
    reload(extensionId: string): Promise<Result<null>>;
    runCommand(extensionId: string, id: string): Promise<Result<null>>;
  };
  readonly questions: {
    answer(questionId: string, answer: QuestionAnswer): Promise<void>;
    cancelProgress(progressId: string): Promise<void>;
  };
  readonly events: {
    /** Main answers by transferring a port that carries `MainEvent`s; an earlier one is closed. */
    connect(): Promise<void>;
  };
}

export type ApiGroup = keyof RendererApi;
/** The methods of a group that main answers. */
export type AskedMethod<G extends ApiGroup> = {
  [M in keyof RendererApi[G]]: RendererApi[G][M] extends (...args: never[]) => Promise<unknown>
    ? Extract<M, string>
    : never;
}[keyof RendererApi[G]];
export type Channel = { [G in ApiGroup]: `${G}.${AskedMethod<G>}` }[ApiGroup];
export type ChannelMethod<C extends Channel> = C extends `${infer G extends ApiGroup}.${infer M}`
  ? M extends keyof RendererApi[G]
    ? RendererApi[G][M]
    : never
  : never;

/** What extensions add to palette and composer, known from their manifests. */
export interface Contributions {
  readonly commands: readonly ContributedCommand[];
  readonly slashCommands: readonly ContributedSlashCommand[];
  readonly templates: readonly PromptTemplate[];
}

export interface BootState {
  readonly version: string;
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly workspace: Workspace | null;
  /** The file named on the command line, read while the window was being made. */
  readonly document: Result<OpenedDocument> | null;
  /** Where the command line wants the cursor in `document`. */
  readonly position?: TextPosition | undefined;
  readonly settings: Settings;
  readonly layout: Layout;
}

export type MainEvent =
  | { type: 'workspace'; workspace: Workspace | null; layout: Layout }
  /** The listing of these directories changed. */
  | { type: 'tree-changed'; directories: readonly string[] }
  /** Another program changed or deleted an open file. */
  | { type: 'document-changed'; path: string; document: Result<OpenedDocument> }
  | { type: 'document-opened'; document: Result<OpenedDocument>; position?: TextPosition | undefined }
  | { type: 'providers'; providers: readonly ProviderSnapshot[] }
  | { type: 'hosts'; hosts: readonly HostSnapshot[] }
  /** `from`: the place of the first entry in the thread, so that a snapshot taken meanwhile is not added to twice. */
  | { type: 'thread-entries'; threadId: string; entries: readonly ThreadEntry[]; from?: number }
  /** null: the answer goes on, or is over. */
  | { type: 'answer-activity'; threadId: string; activity: AnswerActivity | null }
  /** Of the open workspace, when anything in the list changed. */
  | { type: 'threads'; threads: readonly ThreadSummary[] }
  | { type: 'context-use'; threadId: string; context: ContextUse | null }
  | { type: 'review'; review: ReviewSnapshot }
  /** To be answered with `documents.answerBuffer`; from `until` on, in ms since 1970, nothing is to be done any more. */
  | { type: 'buffer-request'; requestId: string; request: BufferRequest; until: number }
  | { type: 'credential-request'; request: CredentialRequest }
  /** The request was answered, or the extension that asked is gone. */
  | { type: 'credential-request-ended'; requestId: string }
  | { type: 'variable-question'; question: VariableQuestion }
  | { type: 'variable-question-ended'; questionId: string }
  /** Also when it goes on to its next state. */
  | { type: 'sign-in'; signIn: SignIn }
  | { type: 'sign-in-ended'; signInId: string }
  | { type: 'notice'; notice: Notice }
  | { type: 'notice-withdrawn'; noticeId: string }
  | { type: 'settings'; settings: Settings }
  | { type: 'extensions'; extensions: readonly ExtensionSnapshot[] }
  | { type: 'contributions'; contributions: Contributions }
  /** An archive or folder of the command line waits for consent. null: it does no longer. */
  | { type: 'install-question'; question: InstallQuestion | null }
  | { type: 'question'; question: Question }
  | { type: 'question-ended'; questionId: string }
  | { type: 'status-items'; items: readonly StatusItem[] }
  | { type: 'progress'; items: readonly ProgressItem[] }
  /** Whether any extension follows the open documents; nothing is reported otherwise. */
  | { type: 'documents-wanted'; isWanted: boolean }
  /** The person wants the window closed while documents are unsaved. */
  | { type: 'close-requested' }
  /** A menu item was chosen. */
  | { type: 'command'; command: AppCommand };

/** What the menu, the palette and the keyboard can ask of the renderer. */
export const appCommands = [
  'file.open',
  'file.save',
  'file.saveAll',
  'folder.open',
  'tab.close',
  'tab.next',
  'tab.previous',
  'edit.find',
  'view.toggleTree',
  'view.togglePanel',
  'view.quickOpen',
  'view.palette',
  'agent.focus',
  'agent.newThread',
  'agent.history',
  'agent.renameThread',
  'agent.exportThread',
  'agent.addSelection',
  'agent.find',
  'agent.showRequest',
  'settings.open',
  'extensions.open',
  'extensions.running',
] as const;
export type AppCommand = (typeof appCommands)[number];

/** The name under which the preload exposes the API, and the marker of the message that carries the event port. */
export const apiName = 'outrigger';
export const eventPortMessage = 'outrigger:event-port';

export type { Revision };
