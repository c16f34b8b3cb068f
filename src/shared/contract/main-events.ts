import type { AddressQuestion } from './address.ts';
import type { AppCommand } from './app-commands.ts';
import type { Layout, ShownState } from './app-state.ts';
import type { BufferRequest, ReviewSnapshot } from './change.ts';
import type { CredentialRequest, SignIn, VariableQuestion } from './credential.ts';
import type { OpenedDocument, TextPosition, Workspace } from './documents/document.ts';
import type { Result } from './errors.ts';
import type { ExtensionSnapshot, InstallQuestion } from './extensions/extension-state.ts';
import type { HostSnapshot, Notice } from './extensions/host-state.ts';
import type { Contributions } from './methods/extension-methods.ts';
import type { ContextUse, ProviderSnapshot } from './provider.ts';
import type { ProgressItem, Question, StatusItem } from './question.ts';
import type { Settings } from './settings/setting-table.ts';
import type { SettingLevels } from './settings/settings.ts';
import type { AnswerActivity, ThreadEntry, ThreadSummary } from './thread.ts';

/** What a renderer is told of an event that connects after it, or anew. */
export type WhenLate<P = never> =
  /** The last one, for it says how things stand. */
  | { readonly is: 'latest' }
  /** Each of these until it has ended. */
  | { readonly is: 'open'; readonly what: string; readonly id: (payload: P) => string }
  | { readonly is: 'ended'; readonly what: string; readonly id: (payload: P) => string }
  /** Each one that came while nobody listened, once. */
  | { readonly is: 'kept' }
  /** Nothing: it asks for that itself, or whoever told it waits no longer. */
  | { readonly is: 'dropped' };

interface EventRow<P> {
  readonly whenLate: WhenLate<P>;
  /** For the compiler; it is never there. */
  readonly payload?: P;
}

const latest = <P>(): EventRow<P> => ({ whenLate: { is: 'latest' } });
const kept = <P>(): EventRow<P> => ({ whenLate: { is: 'kept' } });
const dropped = <P>(): EventRow<P> => ({ whenLate: { is: 'dropped' } });
const open = <P>(what: string, id: (payload: P) => string): EventRow<P> => ({ whenLate: { is: 'open', what, id } });
const ended = <P>(what: string, id: (payload: P) => string): EventRow<P> => ({ whenLate: { is: 'ended', what, id } });

/**
 * Everything that main tells the renderer, each event once. It travels as `{ type, ...payload }`; main made it, so that
 * the types are enough. An event that no part of the renderer handles does not compile (src/renderer/shell/main-events.ts).
 */
export const mainEvents = {
  workspace: kept<{ workspace: Workspace | null; layout: Layout }>(),
  /** The listing of these directories changed. */
  'tree-changed': dropped<{ directories: readonly string[] }>(),
  /** Another program changed or deleted an open file. */
  'document-changed': kept<{ path: string; document: Result<OpenedDocument> }>(),
  'document-opened': kept<{ document: Result<OpenedDocument>; position?: TextPosition | undefined }>(),
  providers: latest<{ providers: readonly ProviderSnapshot[] }>(),
  hosts: latest<{ hosts: readonly HostSnapshot[] }>(),
  /** `from`: the place of the first entry in the thread, so that a snapshot taken meanwhile is not added to twice. */
  'thread-entries': dropped<{ threadId: string; entries: readonly ThreadEntry[]; from?: number }>(),
  /** null: the answer goes on, or is over. */
  'answer-activity': dropped<{ threadId: string; activity: AnswerActivity | null }>(),
  /** Of the open workspace, when anything in the list changed. */
  threads: dropped<{ threads: readonly ThreadSummary[] }>(),
  'context-use': dropped<{ threadId: string; context: ContextUse | null }>(),
  review: dropped<{ review: ReviewSnapshot }>(),
  /** To be answered with `changes.answerBuffer`; from `until` on, in ms since 1970, nothing is to be done any more. */
  'buffer-request': dropped<{ requestId: string; request: BufferRequest; until: number }>(),
  'credential-request': open<{ request: CredentialRequest }>('credential', ({ request }) => request.id),
  /** The request was answered, or the extension that asked is gone. */
  'credential-request-ended': ended<{ requestId: string }>('credential', ({ requestId }) => requestId),
  'variable-question': open<{ question: VariableQuestion }>('variable', ({ question }) => question.id),
  'variable-question-ended': ended<{ questionId: string }>('variable', ({ questionId }) => questionId),
  /** Also when it goes on to its next state. */
  'sign-in': open<{ signIn: SignIn }>('sign-in', ({ signIn }) => signIn.id),
  'sign-in-ended': ended<{ signInId: string }>('sign-in', ({ signInId }) => signInId),
  notice: open<{ notice: Notice }>('notice', ({ notice }) => notice.id),
  'notice-withdrawn': ended<{ noticeId: string }>('notice', ({ noticeId }) => noticeId),
  settings: kept<{ settings: Settings; levels: SettingLevels }>(),
  state: kept<{ state: ShownState }>(),
  extensions: latest<{ extensions: readonly ExtensionSnapshot[] }>(),
  contributions: latest<{ contributions: Contributions }>(),
  /** An archive or folder of the command line waits for consent. null: it does no longer. */
  'install-question': latest<{ question: InstallQuestion | null }>(),
  'address-question': open<{ question: AddressQuestion }>('address', ({ question }) => question.id),
  'address-question-ended': ended<{ questionId: string }>('address', ({ questionId }) => questionId),
  question: open<{ question: Question }>('question', ({ question }) => question.id),
  'question-ended': ended<{ questionId: string }>('question', ({ questionId }) => questionId),
  'status-items': latest<{ items: readonly StatusItem[] }>(),
  progress: latest<{ items: readonly ProgressItem[] }>(),
  /** Whether any extension follows the open documents; nothing is reported otherwise. */
  'documents-wanted': latest<{ isWanted: boolean }>(),
  /** The person wants the window closed while documents are unsaved. */
  'close-requested': dropped<object>(),
  /** A menu item was chosen. */
  command: kept<{ command: AppCommand }>(),
};

type Flat<T> = { [K in keyof T]: T[K] };
/** Any of the events of the table. */
export type MainEventOf = {
  [T in keyof typeof mainEvents]: (typeof mainEvents)[T] extends EventRow<infer P> ? Flat<{ type: T } & P> : never;
}[keyof typeof mainEvents];
