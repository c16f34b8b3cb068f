import { commandTable, type TreeCommand } from '../../shared/contract/app-commands.ts';
import { keyOf, requestCommand } from '../base/commands/commands.ts';
import { Menu, type MenuItem, type Point } from '../base/controls/Menu.tsx';
import { openDocument } from '../editor/documents/open-document.ts';
import { pairToCompare } from './pair-to-compare.ts';
import { onlyTarget, useTreeFocus } from './tree-focus.ts';

const item = (command: TreeCommand, isDisabled = false): MenuItem => ({
  label: commandTable[command].inMenu ?? commandTable[command].title,
  shortcut: keyOf(command),
  isDisabled,
  run: () => requestCommand(command),
});

/** @param file path of the file that the menu is for; null: a folder, or the room beside the rows */
function itemsFor(file: string | null, isBeside: boolean): readonly (MenuItem | null)[] {
  const canPaste = useTreeFocus.getState().clipboard !== null;
  const pair = pairToCompare();
  const making = [item('tree.newFile'), item('tree.newFolder')];
  const paste = item('tree.paste', !canPaste);
  const reveal = item('tree.reveal');
  if (isBeside) return [...making, null, paste, null, reveal, item('tree.collapseAll')];
  return [
    ...(file === null ? [] : [{ label: 'Open', run: () => openDocument(file) }, null]),
    ...making,
    null,
    item('tree.cut'),
    item('tree.copy'),
    paste,
    item('tree.duplicate'),
    null,
    item('tree.rename', onlyTarget() === null),
    item('tree.delete'),
    null,
    ...(pair ? [{ ...item('tree.compare'), label: pair.label }, null] : []),
    reveal,
    item('tree.copyPath'),
    item('tree.copyRelativePath'),
  ];
}

interface TreeMenuProps {
  readonly at: Point;
  readonly file: string | null;
  readonly isBeside: boolean;
  onClose(refocuses: boolean): void;
}

/** The commands for the selected entries. */
export function TreeMenu({ at, file, isBeside, onClose }: TreeMenuProps) {
  return <Menu label="Files" items={itemsFor(file, isBeside)} at={at} onClose={onClose} />;
}
