import type { AppCommand } from '../../../shared/contract/renderer-api.ts';
import { focusComposer } from '../../agent/composer/focus.ts';
import { openFind, setRenaming, showPopover, togglePopover } from '../../agent/panel/panel-view.ts';
import { api, raise } from '../../bridge.ts';
import { closeDocument } from '../../editor/documents/close-document.ts';
import { stepTab, useDocuments } from '../../editor/documents/documents-store.ts';
import { showOpenedDocument } from '../../editor/documents/open-document.ts';
import { saveAll, saveDocument } from '../../editor/documents/save-document.ts';
import { focusEditor } from '../../editor/sessions.ts';
import { isMac } from '../environment.ts';
import { panelIsShown, showPanel, showTree, treeIsShown, useLayout } from '../layout/layout-store.ts';
import { loadPanel } from '../lazy-parts.ts';
import { openFolder } from '../open-folder.ts';
import { openOverlay } from '../overlay-store.ts';
import { formatKey, type KeyBinding } from './keys.ts';

export interface Command {
  readonly title: string;
  /** The first one is shown in menus. */
  readonly keys: readonly KeyBinding[];
  /** The key works while the keyboard is in this part of the window only. */
  readonly within?: string;
  run(): unknown;
}

const panelSelector = '#agent-panel';

/** Every command of the app: for the keyboard, the palette and the menu alike. */
export const commands: Readonly<Record<AppCommand, Command>> = {
  'file.open': { title: 'Open File…', keys: ['Mod+O'], run: openFile },
  'file.save': { title: 'Save', keys: ['Mod+S'], run: () => withActive(saveDocument) },
  'file.saveAll': { title: 'Save All', keys: ['Mod+Alt+S'], run: saveAll },
  'folder.open': { title: 'Open Folder…', keys: ['Mod+Shift+O'], run: openFolder },
  'tab.close': { title: 'Close Tab', keys: ['Mod+W'], run: () => withActive(closeDocument) },
  'tab.next': { title: 'Next Tab', keys: ['Ctrl+Tab', 'Ctrl+PageDown'], run: () => switchTab(1) },
  'tab.previous': { title: 'Previous Tab', keys: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'], run: () => switchTab(-1) },
  'edit.find': { title: 'Find', keys: ['Mod+F'], run: find },
  'view.toggleTree': { title: 'Show or Hide Files', keys: ['Mod+B'], run: toggleTree },
  'view.togglePanel': { title: 'Show or Hide Agent Panel', keys: ['Mod+Alt+L'], run: togglePanel },
  'view.quickOpen': { title: 'Go to File…', keys: ['Mod+P'], run: () => openOverlay('files') },
  'view.palette': { title: 'Show Commands', keys: ['Mod+Shift+P'], run: () => openOverlay('commands') },
  'agent.focus': { title: 'Go to Agent', keys: ['Mod+L'], run: goToPanel },
  'agent.newThread': { title: 'New Thread', keys: ['Mod+N'], within: panelSelector, run: focusPanel },
  'agent.history': { title: 'Threads…', keys: ['Mod+Shift+H'], run: showHistory },
  'agent.renameThread': { title: 'Rename Thread', keys: ['F2'], within: `${panelSelector} header`, run: renameThread },
  'agent.exportThread': { title: 'Export Thread as Markdown…', keys: [], run: showPanelPart },
  'agent.addSelection': { title: 'Add to Agent Thread', keys: ['Mod+Shift+J'], run: addSelection },
  'agent.find': { title: 'Find in Thread', keys: ['Mod+F'], within: panelSelector, run: findInThread },
  'agent.showRequest': { title: 'Show What the Model Sees', keys: [], run: showPanelPart },
  'extensions.open': { title: 'Extensions', keys: ['Mod+Shift+X'], run: () => openOverlay('extensions') },
  'extensions.running': { title: 'Running Extensions', keys: [], run: () => openOverlay('running') },
  'settings.open': { title: 'Settings', keys: ['Mod+,'], run: () => openOverlay('settings') },
};

/** Carries out a command. Whatever asks for one raises an event, so that every part that answers to it hears of it. */
export const requestCommand = (command: AppCommand): void => raise({ type: 'command', command });

/** The first key of a command as the platform writes it; undefined without one. */
export function keyOf(command: AppCommand): string | undefined {
  const [key] = commands[command].keys;
  return key && formatKey(key, isMac);
}

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
  setRenaming(agent.store.getState().threadId);
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
