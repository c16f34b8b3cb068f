import type { AddressQuestion } from './address.ts';
import type { AgentListState, AgentServerSnapshot } from './agent-servers/agent-server.ts';
import type { AgentSessionState } from './agent-servers/agent-session.ts';
import type { AppNodeState } from './agent-servers/app-node.ts';
import type { AgentForm } from './agent-servers/elicitation.ts';
import type { AppCommand } from './app-commands.ts';
import type { Layout, ShownState } from './app-state.ts';
import type { BufferRequest, ReviewSnapshot } from './change.ts';
import type { CredentialRequest, SignIn, VariableQuestion } from './credential.ts';
import type { OpenedDocument, TextPosition, Workspace } from './documents/document.ts';
import type { SearchEnd } from './documents/folder-search.ts';
import type { Result } from './errors.ts';
import type { ExtensionSnapshot, InstallQuestion } from './extensions/extension-state.ts';
import type { HostSnapshot, Notice } from './extensions/host-state.ts';
import type { ContributedLanguage } from './languages/contributed-language.ts';
import type { Contributions } from './methods/extension-methods.ts';
import type { ContextUse, ProviderSnapshot } from './provider.ts';
import type { ProgressItem, Question, StatusItem } from './question.ts';
import type { Settings } from './settings/setting-table.ts';
import type { SettingLevels } from './settings/settings.ts';
import type { ThemeState } from './themes/theme.ts';
import type { AnswerActivity, ThreadEntry, ThreadSummary } from './thread.ts';

/** Treatment of an event for a renderer that connects after it, or reconnects. */
export type WhenLate<P = never> =
  /** The last one is sent, since it is the present state. */
  | { readonly is: 'latest' }
  /** Each is sent until it has ended. */
  | { readonly is: 'open'; readonly what: string; readonly id: (payload: P) => string }
  | { readonly is: 'ended'; readonly what: string; readonly id: (payload: P) => string }
  /** Each that was not delivered is sent, once. */
  | { readonly is: 'kept' }
  /** It is lost: the renderer asks for that state itself, or main no longer waits for an answer. */
  | { readonly is: 'dropped' };

interface EventRow<P> {
  readonly whenLate: WhenLate<P>;
  /** For the compiler; never set. */
  readonly payload?: P;
}

const latest = <P>(): EventRow<P> => ({ whenLate: { is: 'latest' } });
const kept = <P>(): EventRow<P> => ({ whenLate: { is: 'kept' } });
const dropped = <P>(): EventRow<P> => ({ whenLate: { is: 'dropped' } });
const open = <P>(what: string, id: (payload: P) => string): EventRow<P> => ({ whenLate: { is: 'open', what, id } });
const ended = <P>(what: string, id: (payload: P) => string): EventRow<P> => ({ whenLate: { is: 'ended', what, id } });

/** The agent server that was at work when a file was changed. */
export interface ChangedBy {
  readonly name: string;
  /** The id of the prompt for which it was; absent where that is not sure. */
  readonly turn?: string;
}

/**
 * All events from main to the renderer. They travel as `{ type, ...payload }`; main made them, so that types are enough
 * without a schema. An event that no part of the renderer handles does not compile (src/renderer/shell/main-events.ts).
 */
export const mainEvents = {
  workspace: kept<{ workspace: Workspace | null; layout: Layout }>(),
  /** The listing of these directories changed. */
  'tree-changed': dropped<{ directories: readonly string[] }>(),
  /** Files with matches, each once, in no order: `FoundFile[]` as JSON, which takes a third of the time of as many objects. */
  'search-found': dropped<{ searchId: string; files: string }>(),
  'search-ended': dropped<{ searchId: string; end: SearchEnd }>(),
  /** Another program changed or deleted an open file. */
  'document-changed': kept<{ path: string; document: Result<OpenedDocument>; by?: ChangedBy | undefined }>(),
  /** `isUnasked`: no person asked for it now, and the keyboard stays where it is; `isBehind`: its tab is behind the one in front. */
  'document-opened': kept<{
    document: Result<OpenedDocument>;
    position?: TextPosition | undefined;
    isUnasked?: boolean | undefined;
    isBehind?: boolean | undefined;
  }>(),
  providers: latest<{ providers: readonly ProviderSnapshot[] }>(),
  'agent-servers': latest<{
    agentServers: readonly AgentServerSnapshot[];
    list: AgentListState | null;
    node: AppNodeState;
  }>(),
  hosts: latest<{ hosts: readonly HostSnapshot[] }>(),
  /** `from`: index of the first entry in the thread, so that a snapshot taken meanwhile gets no entry twice. */
  'thread-entries': dropped<{ threadId: string; entries: readonly ThreadEntry[]; from?: number }>(),
  /** null: it has none, or another one from now on. A window that comes later asks by `agents.session`. */
  'agent-session': dropped<{ threadId: string; session: AgentSessionState | null }>(),
  /** null: the answer goes on, or has ended. */
  'answer-activity': dropped<{ threadId: string; activity: AnswerActivity | null }>(),
  /** The threads of the open workspace, after any change of the list. */
  threads: dropped<{ threads: readonly ThreadSummary[] }>(),
  'context-use': dropped<{ threadId: string; context: ContextUse | null }>(),
  review: dropped<{ review: ReviewSnapshot }>(),
  /** Expects `changes.answerBuffer`; after `until`, in ms since 1970, nothing may be done any more. */
  'buffer-request': dropped<{ requestId: string; request: BufferRequest; until: number }>(),
  'credential-request': open<{ request: CredentialRequest }>('credential', ({ request }) => request.id),
  /** The request was answered, or the extension that made it has gone. */
  'credential-request-ended': ended<{ requestId: string }>('credential', ({ requestId }) => requestId),
  'variable-question': open<{ question: VariableQuestion }>('variable', ({ question }) => question.id),
  'variable-question-ended': ended<{ questionId: string }>('variable', ({ questionId }) => questionId),
  /** Also sent at each next state. */
  'sign-in': open<{ signIn: SignIn }>('sign-in', ({ signIn }) => signIn.id),
  'sign-in-ended': ended<{ signInId: string }>('sign-in', ({ signInId }) => signInId),
  notice: open<{ notice: Notice }>('notice', ({ notice }) => notice.id),
  'notice-withdrawn': ended<{ noticeId: string }>('notice', ({ noticeId }) => noticeId),
  settings: kept<{ settings: Settings; levels: SettingLevels }>(),
  theme: kept<{ theme: ThemeState }>(),
  state: kept<{ state: ShownState }>(),
  extensions: latest<{ extensions: readonly ExtensionSnapshot[] }>(),
  contributions: latest<{ contributions: Contributions }>(),
  /** Of enabled extensions, in their order. */
  languages: latest<{ languages: readonly ContributedLanguage[] }>(),
  /** A package named on the command line waits for consent. null: none does. */
  'install-question': latest<{ question: InstallQuestion | null }>(),
  'address-question': open<{ question: AddressQuestion }>('address', ({ question }) => question.id),
  'address-question-ended': ended<{ questionId: string }>('address', ({ questionId }) => questionId),
  /** A form of an agent server waits. */
  'agent-form': open<{ form: AgentForm }>('agent-form', ({ form }) => form.id),
  'agent-form-ended': ended<{ formId: string }>('agent-form', ({ formId }) => formId),
  question: open<{ question: Question }>('question', ({ question }) => question.id),
  'question-ended': ended<{ questionId: string }>('question', ({ questionId }) => questionId),
  'status-items': latest<{ items: readonly StatusItem[] }>(),
  progress: latest<{ items: readonly ProgressItem[] }>(),
  /** Whether any extension follows the open documents; only then are their changes reported. */
  'documents-wanted': latest<{ isWanted: boolean }>(),
  /** The person closes the window while documents are unsaved. */
  'close-requested': dropped<object>(),
  /** A menu item was chosen. */
  command: kept<{ command: AppCommand }>(),
};

type Flat<T> = { [K in keyof T]: T[K] };
/** Union of all events of the table. */
export type MainEventOf = {
  [T in keyof typeof mainEvents]: (typeof mainEvents)[T] extends EventRow<infer P> ? Flat<{ type: T } & P> : never;
}[keyof typeof mainEvents];
