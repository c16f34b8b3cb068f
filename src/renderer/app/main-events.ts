import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { onMainEvent } from '../bridge.ts';
import { receivePrompt } from '../dialogs/prompts.ts';
import { answerBufferRequest } from '../editor/buffers/buffer-requests.ts';
import { answerCloseRequest } from '../editor/documents/close-document.ts';
import { reportDisk } from '../editor/documents/disk-changes.ts';
import { reportDocuments } from '../editor/documents/document-reports.ts';
import { showOpenedDocument } from '../editor/documents/open-document.ts';
import { focusEditor, revealPlace } from '../editor/sessions.ts';
import { receiveSurfaceEvent } from '../extensions/extension-surfaces.ts';
import { addInstallQuestion, useExtensions } from '../extensions/extensions-store.ts';
import { runCommand } from './commands/run-command.ts';
import { useContributions } from './contributions-store.ts';
import { useHosts } from './hosts-store.ts';
import { adoptLayout } from './layout/layout-store.ts';
import { showNotice, withdrawNotice } from './notices/notices-store.ts';
import { useSettings } from './settings-store.ts';
import { useWorkspace } from './workspace-store.ts';

/** Brings what main tells into the stores. Threads and providers are heard by the agent panel. */
export const followMainEvents = (): (() => void) => onMainEvent(receive);

function receive(event: MainEvent): void {
  switch (event.type) {
    case 'workspace':
      useWorkspace.setState({ workspace: event.workspace });
      return adoptLayout(event.layout);
    case 'document-changed':
      return reportDisk(event.path, event.document);
    case 'document-opened':
      return receiveDocument(event);
    case 'buffer-request':
      return void answerBufferRequest(event);
    case 'hosts':
      return useHosts.setState({ hosts: event.hosts });
    case 'notice':
      return showNotice(event.notice);
    case 'notice-withdrawn':
      return withdrawNotice(event.noticeId);
    case 'settings':
      return useSettings.setState({ settings: event.settings });
    case 'close-requested':
      return void answerCloseRequest();
    case 'command':
      return void runCommand(event.command);
    case 'credential-request':
    case 'credential-request-ended':
    case 'variable-question':
    case 'variable-question-ended':
    case 'sign-in':
    case 'sign-in-ended':
      return receivePrompt(event);
    case 'question':
    case 'question-ended':
    case 'status-items':
    case 'progress':
      return receiveSurfaceEvent(event);
    case 'extensions':
      return useExtensions.setState({ extensions: event.extensions });
    case 'install-question':
      // null: it was answered, which this window knows.
      return event.question ? addInstallQuestion(event.question) : undefined;
    case 'contributions':
      return useContributions.setState(event.contributions);
    case 'documents-wanted':
      return reportDocuments(event.isWanted);
    case 'tree-changed':
    case 'providers':
    case 'thread-entries':
      return;
  }
}

function receiveDocument({ document, position }: Extract<MainEvent, { type: 'document-opened' }>): void {
  showOpenedDocument(document);
  if (document.ok && position) revealPlace(document.value.path, position);
  focusEditor();
}
