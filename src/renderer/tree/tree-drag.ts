import type { DragEvent, RefObject } from 'react';
import { isMac } from '../base/environment.ts';
import { copyEntries, moveEntries } from './file-acts.ts';
import { commandTargets, takeHold, useTreeFocus } from './tree-focus.ts';
import { toggleDirectory, useTree } from './tree-store.ts';

/** Marks a drag that began in the tree of this window. */
const mark = 'application/x-outrigger-entries';
/** Milliseconds that a drag must rest on a closed folder to open it. */
const restMs = 700;

export type Rest = { readonly directory: string; readonly timer: ReturnType<typeof setTimeout> } | null;

/** Drags the selected entries, or the one under the pointer when that is not selected. */
export function startDrag(event: DragEvent, path: string): void {
  takeHold(path);
  event.dataTransfer.setData(mark, '');
  event.dataTransfer.setData('text/plain', commandTargets().join('\n'));
  event.dataTransfer.effectAllowed = 'copyMove';
}

export const isTreeDrag = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(mark);

/** Opens a folder when a drag rests over it. @param directory null: the drag has ended, or left */
export function openAfterRest(rest: RefObject<Rest>, directory: string | null): void {
  if (rest.current?.directory === directory) return;
  if (rest.current) clearTimeout(rest.current.timer);
  const open = () => {
    const { expanded, root } = useTree.getState();
    if (directory !== null && directory !== root && !expanded.has(directory)) toggleDirectory(directory);
  };
  rest.current = directory === null ? null : { directory, timer: setTimeout(open, restMs) };
}

/** Moves the dragged entries, or copies them with the modifier that file managers use for that. */
export function takeDrop(event: DragEvent, directory: string): void {
  event.preventDefault();
  event.stopPropagation();
  useTreeFocus.setState({ dropInto: null });
  // A folder that is let go over its own row was not to be moved.
  const paths = commandTargets().filter((path) => path !== directory);
  const isCopy = isMac ? event.altKey : event.ctrlKey;
  void (isCopy ? copyEntries(paths, directory) : moveEntries(paths, directory));
}
