import type { AppCommand } from '../../../shared/contract/app-commands.ts';
import { focusComposer } from '../../agent/composer/focus.ts';
import { openFind, setRenaming, showPopover, togglePopover } from '../../agent/panel/panel-view.ts';
import { api } from '../../bridge.ts';
import { closeDocument } from '../../editor/documents/close-document.ts';
import { stepTab, useDocuments } from '../../editor/documents/documents-store.ts';
import { showOpenedDocument } from '../../editor/documents/open-document.ts';
import { saveAll, saveDocument } from '../../editor/documents/save-document.ts';
import { focusEditor } from '../../editor/sessions.ts';
import { panelIsShown, showPanel, showTree, treeIsShown, useLayout } from '../layout/layout-store.ts';
import { loadPanel } from '../lazy-parts.ts';
import { openFolder } from '../open-folder.ts';
import { openOverlay } from '../overlay-store.ts';
import { panelSelector } from './commands.ts';

/** What each command does. The panel does more of its own when it hears of one. */
const actions: Readonly<Record<AppCommand, () => unknown>> = {
  'file.open': openFile,
  'file.save': () => withActive(saveDocument),
  'file.saveAll': saveAll,
  'folder.open': openFolder,
  'tab.close': () => withActive(closeDocument),
  'tab.next': () => switchTab(1),
  'tab.previous': () => switchTab(-1),
  'edit.find': find,
  'view.toggleTree': toggleTree,
  'view.togglePanel': togglePanel,
  'view.quickOpen': () => openOverlay('files'),
  'view.palette': () => openOverlay('commands'),
  'agent.focus': goToPanel,
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
};

export const runCommand = (command: AppCommand): unknown => actions[command]();

async function openFile(): Promise<void> {
  const result = await api.documents.pickFile();
  if (!result.ok) showOpenedDocument(result);
  else if (result.value) showOpenedDocument({ ok: true, value: result.value });
  focusEditor();
}

function withActive(act: (path: string) => Promise<unknown>): unknown {
  const { active } = useDocuments.getState();
  return active === null ? undefined : act(active);
}

function switchTab(step: 1 | -1): void {
  stepTab(step);
  focusEditor();
}

async function find(): Promise<void> {
  const { openSearch } = await import('../../editor/editor-extras.ts');
  openSearch();
}

function toggleTree(): void {
  showTree(!treeIsShown(useLayout.getState()));
}

function togglePanel(): unknown {
  if (!panelIsShown(useLayout.getState())) return focusPanel();
  showPanel(false);
  return focusEditor();
}

/** Goes to the panel, and back again from within it. */
function goToPanel(): unknown {
  return document.activeElement?.closest(panelSelector) ? togglePanel() : focusPanel();
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

async function focusPanel(): Promise<void> {
  const wasShown = panelIsShown(useLayout.getState());
  await showPanelPart();
  // Later it would take the keyboard from what the next key has opened.
  if (wasShown) focusComposer();
  else requestAnimationFrame(focusComposer);
}
