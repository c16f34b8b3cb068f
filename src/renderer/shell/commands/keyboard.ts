import { commandAt, requestCommand } from '../../base/commands/commands.ts';
import { matchesKey } from '../../base/commands/keys.ts';
import { isMac } from '../../base/environment.ts';
import { dismissOverlays, editorIsCovered, useLayout } from '../../base/layout/layout-store.ts';
import { typeAhead } from '../../base/overlay-store.ts';
import { focusEditor } from '../../editor/sessions.ts';

const hasDialog = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** Listens for the keys of the commands before any control does. A dialog keeps the keyboard to itself. */
export function followKeyboard(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || hasDialog()) return;
    const isAhead = typeAhead(event);
    const command = isAhead ? undefined : commandAt(event.target, (key) => matchesKey(key, event, isMac));
    if (!isAhead && !command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command) requestCommand(command);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('keydown', uncoverEditor);
}

/** Esc that nothing else handled, such as by stopping an answer, hides whatever covers the editor. */
function uncoverEditor(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || hasDialog()) return;
  if (!editorIsCovered(useLayout.getState())) return;
  event.preventDefault();
  dismissOverlays();
  focusEditor();
}
