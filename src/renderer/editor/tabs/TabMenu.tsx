import { type AppCommand, commandTable } from '../../../shared/contract/app-commands.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { keyOf } from '../../base/commands/commands.ts';
import { Menu, type MenuItem, type Point } from '../../base/controls/Menu.tsx';
import { copyText } from '../../base/copy-text.ts';
import { relativePath, visibleBaseName } from '../../base/paths.ts';
import { revealInSystem } from '../../base/reveal-in-system.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { toggleSavedDifferences } from '../comparison/differences-store.ts';
import { activateIn, activePath, findDocument, keepTab, paneOf, useDocuments } from '../documents/documents-store.ts';
import { canRevert } from '../documents/revert.ts';
import type { Split } from '../panes/layout.ts';
import { splitPane } from '../panes/pane-acts.ts';
import { focusEditor } from '../panes/pane-views.ts';
import { closeAll, closeOthers, closeSavedTabs, closeTab, closeToRight, togglePin } from './tab-acts.ts';

export interface TabMenuProps {
  /** The tab that the menu is for, in front or not. */
  readonly path: string;
  readonly pane: number;
  readonly at: Point;
  onClose(): void;
}

function itemsFor(path: string, pane: number): readonly (MenuItem | null)[] {
  const { paths, preview, pinned } = paneOf(useDocuments.getState(), pane);
  const isLast = paths.at(-1) === path;
  const item = (command: AppCommand, run: () => unknown, isDisabled = false): MenuItem => ({
    label: commandTable[command].inMenu ?? commandTable[command].title,
    shortcut: keyOf(command),
    isDisabled,
    run,
  });
  const split = (axis: Split['axis']) => {
    activateIn(pane, path);
    splitPane(axis, pane);
  };
  const compareSaved = () => {
    activateIn(pane, path);
    toggleSavedDifferences(path);
  };
  const front = activePath();
  const compareWithFront = async (changed: string) => {
    const { compareFiles } = await import('../comparison/compare-files.ts');
    await compareFiles(path, changed);
  };
  const isPinned = pinned.includes(path);
  const root = useWorkspace.getState().workspace?.path;
  return [
    item('tab.close', () => closeTab(path, pane)),
    item('tab.closeOthers', () => closeOthers(path, pane), paths.length < 2),
    item('tab.closeToRight', () => closeToRight(path, pane), isLast),
    item('tab.closeSaved', () => closeSavedTabs(pane)),
    item('tab.closeAll', () => closeAll(pane)),
    null,
    ...(preview === path ? [item('tab.keep', () => keepTab(path))] : []),
    { ...item('tab.pin', () => togglePin(path, pane)), label: isPinned ? 'Unpin' : 'Pin' },
    null,
    ...(canRevert(path) ? [item('file.compareWithSaved', () => compareSaved())] : []),
    ...(front === null || front === path || !findDocument(front)
      ? []
      : [{ label: `Compare with ${visibleBaseName(front)}`, run: () => compareWithFront(front) }]),
    item('pane.splitRight', () => split('row')),
    item('pane.splitDown', () => split('column')),
    ...(isUntitled(path)
      ? []
      : [
          null,
          { label: commandTable['tree.copyPath'].title, run: () => copyText(path) },
          { label: commandTable['tree.copyRelativePath'].title, run: () => copyText(relativePath(root, path)) },
          { label: commandTable['tree.reveal'].title, run: () => revealInSystem(path) },
        ]),
  ];
}

/** The commands for a tab. */
export function TabMenu({ path, pane, at, onClose }: TabMenuProps) {
  const close = (refocuses: boolean) => {
    onClose();
    if (refocuses) focusEditor();
  };
  return <Menu label="Tab" items={itemsFor(path, pane)} at={at} onClose={close} />;
}
