import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../shared/emitter.ts';
import type { sessionHandlers } from '../agent/agent-servers/session/sessions-store.ts';
import type { reviewHandlers } from '../agent/changes/review-store.ts';
import type { AgentHears } from '../agent/threads/create-agent.ts';
import type { ThreadListHears } from '../agent/threads/thread-list.ts';
import { useAgentServers } from '../base/agent-servers-store.ts';
import { useAppState } from '../base/app-state-store.ts';
import { useContributions } from '../base/contributions-store.ts';
import { useHosts } from '../base/hosts/hosts-store.ts';
import { adoptLayout } from '../base/layout/layout-store.ts';
import { showNotice, withdrawNotice } from '../base/notices/notices-store.ts';
import { useSettings } from '../base/settings-store.ts';
import { useTheme } from '../base/theme.ts';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { onMainEvents } from '../bridge.ts';
import { receiveAddressQuestion } from '../dialogs/address-questions-store.ts';
import { receiveAgentForm } from '../dialogs/forms/agent-forms-store.ts';
import { receivePrompt } from '../dialogs/prompts.ts';
import { answerBufferRequest } from '../editor/buffers/buffer-requests.ts';
import { answerCloseRequest } from '../editor/documents/close-document.ts';
import { receiveReport } from '../editor/documents/disk/disk-changes.ts';
import { reportDocuments } from '../editor/documents/document-reports.ts';
import { showOpenedDocument } from '../editor/documents/open-document.ts';
import { showBehind } from '../editor/documents/show-behind.ts';
import { showUnasked } from '../editor/documents/show-unasked.ts';
import { useLanguages } from '../editor/languages/languages-store.ts';
import { focusEditor, revealPlace } from '../editor/panes/pane-views.ts';
import { receiveSurfaceEvent } from '../extensions/extension-surfaces.ts';
import { addInstallQuestion, useExtensions } from '../extensions/extensions-store.ts';
import { searchHandlers } from '../search/search-store.ts';
import type { treeHandlers } from '../tree/tree-store.ts';
import { runCommand } from './commands/run-command.ts';

/** Events with handlers in parts of the renderer that are loaded later. */
type HeardElsewhere =
  | AgentHears
  | ThreadListHears
  | keyof typeof sessionHandlers
  | keyof typeof reviewHandlers
  | keyof typeof treeHandlers;
/** Every other event has a handler here, or this does not compile. */
type HeardHere = Exclude<MainEvent['type'], HeardElsewhere>;

const handlers = {
  workspace({ workspace, layout }) {
    useWorkspace.setState({ workspace });
    adoptLayout(layout);
  },
  'document-changed': ({ path, document, by }) => void receiveReport(path, document, by),
  'document-opened': receiveDocument,
  'buffer-request': answerBufferRequest,
  'agent-servers': ({ agentServers, list, node }) => useAgentServers.setState({ agentServers, list, node }),
  hosts: ({ hosts }) => useHosts.setState({ hosts }),
  notice: ({ notice }) => showNotice(notice),
  'notice-withdrawn': ({ noticeId }) => withdrawNotice(noticeId),
  settings: ({ settings, levels }) => useSettings.setState({ settings, levels }),
  theme: ({ theme }) => useTheme.setState(theme),
  state: ({ state }) => useAppState.setState(state),
  'close-requested': () => void answerCloseRequest(),
  command: ({ command }) => void runCommand(command),
  'credential-request': receivePrompt,
  'credential-request-ended': receivePrompt,
  'variable-question': receivePrompt,
  'variable-question-ended': receivePrompt,
  'sign-in': receivePrompt,
  'sign-in-ended': receivePrompt,
  'address-question': receiveAddressQuestion,
  'address-question-ended': receiveAddressQuestion,
  'agent-form': receiveAgentForm,
  'agent-form-ended': receiveAgentForm,
  question: receiveSurfaceEvent,
  'question-ended': receiveSurfaceEvent,
  'status-items': receiveSurfaceEvent,
  progress: receiveSurfaceEvent,
  extensions: ({ extensions }) => useExtensions.setState({ extensions }),
  // null: the question was answered, which this window knows already.
  'install-question': ({ question }) => (question ? addInstallQuestion(question) : undefined),
  contributions: ({ contributions }) => useContributions.setState(contributions),
  languages: ({ languages }) => useLanguages.setState({ languages }),
  ...searchHandlers,
  'documents-wanted': ({ isWanted }) => reportDocuments(isWanted),
} satisfies Handlers<MainEvent, HeardHere> & Partial<Handlers<MainEvent>>;

/** Applies main's events to the stores. */
export const followMainEvents = (): (() => void) => onMainEvents(handlers);

async function receiveDocument({
  document,
  position,
  isUnasked,
  isBehind,
}: Extract<MainEvent, { type: 'document-opened' }>): Promise<void> {
  if (isUnasked) return showUnasked(document);
  if (isBehind) return showBehind(document, position);
  await showOpenedDocument(document);
  if (document.ok && position) revealPlace(document.value.path, position);
  focusEditor();
}
