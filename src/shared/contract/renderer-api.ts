import type { BufferRequest, ReviewSnapshot } from './change.ts';
import type { CredentialRequest, SignIn, VariableQuestion } from './credential.ts';
import type { OpenedDocument, TextPosition, Workspace } from './document.ts';
import type { Result } from './errors.ts';
import type { ExtensionSnapshot, InstallQuestion } from './extension-state.ts';
import type { HostSnapshot, Notice } from './host-state.ts';
import type { Contributions } from './methods/extension-methods.ts';
import type { MainApi } from './methods/renderer-methods.ts';
import type { ContextUse, ProviderSnapshot } from './provider.ts';
import type { ProgressItem, Question, StatusItem } from './question.ts';
import type { Layout, Settings } from './settings.ts';
import type { AnswerActivity, ThreadEntry, ThreadSummary } from './thread.ts';

/**
 * Everything the renderer can ask of main, by service. Main checks sender and arguments of every call
 * (src/main/platform/renderer-gateway.ts). What main has to tell the renderer arrives as `MainEvent`s over a MessagePort,
 * which `events.connect` asks for.
 */
export type RendererApi = Omit<MainApi, 'workspace'> & {
  readonly workspace: MainApi['workspace'] & {
    /** Where a dropped file or folder lives. Answered by the preload itself; "" for a file that is not on disk. */
    pathOf(file: File): string;
  };
};

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
