import { activatePane, divide, frontPane, moveTab, paneOf, useDocuments } from '../documents/documents-store.ts';
import { panesIn, type Split } from './layout.ts';
import { focusEditor } from './pane-views.ts';

export const hasPanes = (): boolean => useDocuments.getState().panes.length > 1;

/** Divides a pane, by default the one in front: the document in front is shown in both halves. @returns whether it was */
export function splitPane(axis: Split['axis'], pane = useDocuments.getState().front): boolean {
  const isDivided = divide(pane, axis);
  focusEditor();
  return isDivided;
}

/** The pane before or after the one in front, in reading order and round the ends. */
function neighbour(step: 1 | -1): number {
  const { layout, front } = useDocuments.getState();
  const order = panesIn(layout);
  return order[(order.indexOf(front) + step + order.length) % order.length] ?? front;
}

export function goToPane(step: 1 | -1): void {
  activatePane(neighbour(step));
  focusEditor();
}

/** Moves the tab in front to the pane before or after its own; with one pane, to a new one to the right. */
export function moveTabToPane(step: 1 | -1): void {
  const { panes, front } = useDocuments.getState();
  const { active, paths } = frontPane(useDocuments.getState());
  if (active === null) return;
  if (panes.length > 1) moveTab(active, front, neighbour(step));
  else if (paths.length > 1 && divide(front, 'row')) moveTab(active, front, useDocuments.getState().front);
  focusEditor();
}

/** Puts the tabs of all panes into the one in front. */
export function joinPanes(): void {
  const { layout, front } = useDocuments.getState();
  const { active } = frontPane(useDocuments.getState());
  for (const id of panesIn(layout)) {
    for (const path of paneOf(useDocuments.getState(), id).paths) moveTab(path, id, front);
  }
  useDocuments.setState(({ panes }) => ({ panes: panes.map((pane) => ({ ...pane, active })) }));
  focusEditor();
}
