import {
  type AppCommand,
  type EditorCommand,
  isEditorCommand,
  isTreeCommand,
  type TreeCommand,
} from '../../../shared/contract/app-commands.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { pickSession } from '../../agent/agent-servers/kept-sessions/session-picker-store.ts';
import { composerElement, focusComposer } from '../../agent/composer/focus.ts';
import { openFind, setRenaming, showPopover, togglePopover } from '../../agent/panel/panel-view.ts';
import { partSelectors } from '../../base/commands/window-parts.ts';
import { panelIsShown, showPanel, showSide, showTree, treeIsShown, useLayout } from '../../base/layout/layout-store.ts';
import { openNoticeList } from '../../base/notices/notices-store.ts';
import { awaitPart, openOverlay, openSettings, partArrived } from '../../base/overlay-store.ts';
import { openFolder } from '../../base/workspace/open-folder.ts';
import { api } from '../../bridge.ts';
import { toggleSavedDifferences } from '../../editor/comparison/differences-store.ts';
import { activePath, findDocument, keepTab, stepTab } from '../../editor/documents/documents-store.ts';
import { showOpenedDocument } from '../../editor/documents/open-document.ts';
import { revertDocument } from '../../editor/documents/revert.ts';
import { saveAll, saveDocumentAs, saveOrChoose } from '../../editor/documents/saving/save-as.ts';
import { newDocument } from '../../editor/documents/untitled.ts';
import { goBack, goForward, goToLastEdit } from '../../editor/navigation/follow-places.ts';
import { goToPane, joinPanes, moveTabToPane, splitPane } from '../../editor/panes/pane-acts.ts';
import { focusEditor } from '../../editor/panes/pane-views.ts';
import { previewBeside, togglePreview } from '../../editor/preview/markdown.ts';
import {
  closeAll,
  closeOthers,
  closeSavedTabs,
  closeToRight,
  closeUnpinned,
  reopenClosed,
  togglePin,
} from '../../editor/tabs/tab-acts.ts';
import { stepResult } from '../../search/result-acts.ts';
import { showSearch } from '../../search/show-search.ts';
import { loadPanel } from '../lazy-parts.ts';

/** The actions of the commands. The panel also hears of each, and adds its own. */
const actions: Readonly<Record<Exclude<AppCommand, EditorCommand | TreeCommand>, () => unknown>> = {
  'file.new': newDocument,
  'file.open': openFile,
  'file.save': () => withActive(saveOrChoose),
  'file.saveAs': () => withActive(saveDocumentAs),
  'file.saveAll': saveAll,
  'file.revert': () => withActive(revertDocument),
  'file.compareWithSaved': () => withActive(toggleSavedDifferences),
  'file.reopenWithEncoding': () => askEncoding('reopenWithEncoding'),
  'file.saveWithEncoding': () => askEncoding('saveWithEncoding'),
  'folder.open': openFolder,
  'tab.close': () => withActive((path) => closeUnpinned(path)),
  'tab.closeOthers': () => withActive((path) => closeOthers(path)),
  'tab.closeToRight': () => withActive((path) => closeToRight(path)),
  'tab.closeSaved': () => closeSavedTabs(),
  'tab.closeAll': () => closeAll(),
  'tab.reopen': reopenClosed,
  'tab.keep': () => withActive(keepTab),
  'tab.pin': () => withActive((path) => togglePin(path)),
  'tab.next': () => switchTab(1),
  'tab.previous': () => switchTab(-1),
  'pane.splitRight': () => splitPane('row'),
  'pane.splitDown': () => splitPane('column'),
  'pane.next': () => goToPane(1),
  'pane.previous': () => goToPane(-1),
  'pane.moveTabNext': () => moveTabToPane(1),
  'pane.moveTabPrevious': () => moveTabToPane(-1),
  'pane.join': joinPanes,
  'search.inFolder': () => showSearch(),
  'search.replaceInFolder': () => showSearch(true),
  'search.next': () => stepResult(1),
  'search.previous': () => stepResult(-1),
  'go.toLine': () => openOverlay('place'),
  'go.toSymbol': () => openOverlay('symbols'),
  'go.toLastEdit': goToLastEdit,
  'go.back': goBack,
  'go.forward': goForward,
  'view.toggleTree': toggleTree,
  'view.togglePanel': togglePanel,
  'view.quickOpen': () => openOverlay('files'),
  'view.palette': () => openOverlay('commands'),
  'view.markdownPreview': () => withActive((path) => togglePreview(path)),
  'view.markdownPreviewBeside': previewBeside,
  'view.notices': openNoticeList,
  'agent.focus': goToPanel,
  'agent.choose': chooseAgent,
  'agent.openSession': openSession,
  'agent.newThread': focusPanel,
  'agent.history': showHistory,
  'agent.renameThread': renameThread,
  'agent.exportThread': showPanelPart,
  'agent.addSelection': addSelection,
  'agent.find': findInThread,
  'agent.showRequest': showPanelPart,
  'extensions.open': () => openOverlay('extensions'),
  'extensions.running': () => openOverlay('running'),
  'settings.open': () => openOverlay('settings'),
  'settings.keyboard': () => openSettings('keyboard'),
};

export function runCommand(command: AppCommand): unknown {
  if (isEditorCommand(command)) return runInText(command);
  if (isTreeCommand(command)) return import('../../tree/tree-commands.ts').then((tree) => tree.runTreeCommand(command));
  return actions[command]();
}

let extras: typeof import('../../editor/editor-extras.ts') | undefined;

/** Synchronous once the editor's extras are loaded: keys typed after the shortcut are meant for its result. */
function runInText(command: EditorCommand): unknown {
  if (extras) return extras.runEditorCommand(command);
  return import('../../editor/editor-extras.ts').then((loaded) => {
    extras = loaded;
    loaded.runEditorCommand(command);
  });
}

async function openFile(): Promise<void> {
  const result = await api.documents.pickFile();
  if (!result.ok) await showOpenedDocument(result);
  else if (result.value) await showOpenedDocument({ ok: true, value: result.value });
  focusEditor();
}

function withActive(act: (path: string) => unknown): unknown {
  const active = activePath();
  return active === null ? undefined : act(active);
}

/** An untitled document cannot be reopened with another encoding: there is no file to read it from. */
function askEncoding(overlay: 'reopenWithEncoding' | 'saveWithEncoding'): void {
  const document = findDocument(activePath());
  if (document) openOverlay(isUntitled(document.path) ? 'saveWithEncoding' : overlay);
}

function switchTab(step: 1 | -1): void {
  stepTab(step);
  focusEditor();
}

/** Shows the files; hides the left pane when they are shown. */
function toggleTree(): void {
  const state = useLayout.getState();
  if (treeIsShown(state) && state.side === 'search') showSide('files');
  else showTree(!treeIsShown(state));
}

function togglePanel(): unknown {
  if (!panelIsShown(useLayout.getState())) return focusPanel();
  showPanel(false);
  return focusEditor();
}

/** Focuses the panel; from within it, hides it. */
function goToPanel(): unknown {
  return document.activeElement?.closest(partSelectors.panel) ? togglePanel() : focusPanel();
}

async function showPanelPart(): Promise<void> {
  showPanel(true);
  await loadPanel();
}

async function showHistory(): Promise<void> {
  const wasShown = panelIsShown(useLayout.getState());
  await showPanelPart();
  if (wasShown) togglePopover('history');
  else showPopover('history');
}

async function chooseAgent(): Promise<void> {
  await showPanelPart();
  showPopover('agents');
}

async function openSession(): Promise<void> {
  await showPanelPart();
  const { agent } = await import('../../agent/threads/agent.ts');
  const { shownAnswerer } = await import('../../agent/threads/agent-state.ts');
  pickSession(shownAnswerer(agent.store.getState()));
}

async function renameThread(): Promise<void> {
  await showPanelPart();
  const { agent } = await import('../../agent/threads/agent.ts');
  setRenaming(agent.thread().threadId);
}

async function findInThread(): Promise<void> {
  await showPanelPart();
  openFind();
}

async function addSelection(): Promise<void> {
  await showPanelPart();
  const { addSelection: add } = await import('../../agent/composer/add-selection.ts');
  requestAnimationFrame(add);
}

/** What is typed before the message field is there is meant for it, and not for the text that has the keyboard. */
async function awaitComposer(): Promise<void> {
  awaitPart();
  try {
    await showPanelPart();
    const { agent } = await import('../../agent/threads/agent.ts');
    focusComposer(() => {
      const typed = partArrived();
      if (typed !== '') agent.setDraft(agent.thread().draft + typed);
    });
  } catch (error) {
    partArrived();
    throw error;
  }
}

/** A fault has put a `PartBoundary`'s words in place of the panel. */
const panelHasStopped = (): boolean => document.querySelector(`${partSelectors.panel} > [role="alert"]`) !== null;

async function focusPanel(): Promise<void> {
  if (composerElement() === null && !panelHasStopped()) return await awaitComposer();
  const wasShown = panelIsShown(useLayout.getState());
  await showPanelPart();
  // In a later frame it would take the focus from whatever the next key has opened.
  if (wasShown) focusComposer();
  else requestAnimationFrame(() => focusComposer());
}
