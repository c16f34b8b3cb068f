import type { DragEvent, RefObject } from 'react';
import { isMac } from '../base/environment.ts';
import { copyEntries, moveEntries } from './file-acts.ts';
import { commandTargets, takeHold, useTreeFocus } from './tree-focus.ts';
import { toggleDirectory, useTree } from './tree-store.ts';

/** What is dragged is in the tree itself, and of this window. */
const mark = 'application/x-outrigger-entries';
/** Milliseconds after which a closed folder opens under what is dragged over it. */
const restMs = 700;

export type Rest = { readonly directory: string; readonly timer: ReturnType<typeof setTimeout> } | null;

/** What is selected is dragged, or what was taken hold of beside it. */
export function startDrag(event: DragEvent, path: string): void {
  takeHold(path);
  event.dataTransfer.setData(mark, '');
  event.dataTransfer.setData('text/plain', commandTargets().join('\n'));
  event.dataTransfer.effectAllowed = 'copyMove';
}

export const isTreeDrag = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(mark);

/** Opens a folder when what is dragged rests over it. @param directory null: it is dragged no longer */
export function openAfterRest(rest: RefObject<Rest>, directory: string | null): void {
  if (rest.current?.directory === directory) return;
  if (rest.current) clearTimeout(rest.current.timer);
  const open = () => {
    const { expanded, root } = useTree.getState();
    if (directory !== null && directory !== root && !expanded.has(directory)) toggleDirectory(directory);
  };
  rest.current = directory === null ? null : { directory, timer: setTimeout(open, restMs) };
}

/** Moves what was dragged, or copies it with the key by which file managers do. */
export function takeDrop(event: DragEvent, directory: string): void {
  event.preventDefault();
  event.stopPropagation();
  useTreeFocus.setState({ dropInto: null });
  const paths = commandTargets();
  const isCopy = isMac ? event.altKey : event.ctrlKey;
  void (isCopy ? copyEntries(paths, directory) : moveEntries(paths, directory));
}
