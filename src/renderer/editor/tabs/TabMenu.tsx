import { type AppCommand, commandTable } from '../../../shared/contract/app-commands.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { keyOf } from '../../base/commands/commands.ts';
import { Menu, type MenuItem, type Point } from '../../base/controls/Menu.tsx';
import { copyText } from '../../base/copy-text.ts';
import { relativePath } from '../../base/paths.ts';
import { revealInSystem } from '../../base/reveal-in-system.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { closeDocument } from '../documents/close-document.ts';
import { keepTab, useDocuments } from '../documents/documents-store.ts';
import { focusEditor } from '../sessions.ts';
import { closeAll, closeOthers, closeSavedTabs, closeToRight, togglePin } from './tab-acts.ts';

export interface TabMenuProps {
  /** The tab that the menu is for, in front or not. */
  readonly path: string;
  readonly at: Point;
  onClose(): void;
}

function itemsFor(path: string): readonly (MenuItem | null)[] {
  const { tabs, preview, pinned } = useDocuments.getState();
  const at = tabs.findIndex((tab) => tab.path === path);
  const item = (command: AppCommand, run: () => unknown, isDisabled = false): MenuItem => ({
    label: commandTable[command].inMenu ?? commandTable[command].title,
    shortcut: keyOf(command),
    isDisabled,
    run,
  });
  const isPinned = pinned.includes(path);
  const root = useWorkspace.getState().workspace?.path;
  return [
    item('tab.close', () => closeDocument(path)),
    item('tab.closeOthers', () => closeOthers(path), tabs.length < 2),
    item('tab.closeToRight', () => closeToRight(path), at === tabs.length - 1),
    item('tab.closeSaved', closeSavedTabs),
    item('tab.closeAll', closeAll),
    null,
    ...(preview === path ? [item('tab.keep', () => keepTab(path))] : []),
    { ...item('tab.pin', () => togglePin(path)), label: isPinned ? 'Unpin' : 'Pin' },
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
export function TabMenu({ path, at, onClose }: TabMenuProps) {
  const close = (refocuses: boolean) => {
    onClose();
    if (refocuses) focusEditor();
  };
  return <Menu label="Tab" items={itemsFor(path)} at={at} onClose={close} />;
}
