import { isAppCommand } from '../../../shared/contract/app-commands.ts';
import { type CommandId, readContributedName } from '../../../shared/keys/keymap.ts';
import { commandAt, requestCommand } from '../../base/commands/commands.ts';
import { keyOfPress } from '../../base/commands/keys.ts';
import { dismissOverlays, editorIsCovered, useLayout } from '../../base/layout/layout-store.ts';
import { typeAhead } from '../../base/overlay-store.ts';
import { focusEditor } from '../../editor/panes/pane-views.ts';

const hasDialog = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** Listens for the keys of the commands before any control does. A dialog keeps the keyboard to itself. */
export function followKeyboard(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || hasDialog()) return;
    const isAhead = typeAhead(event);
    const pressed = isAhead ? null : keyOfPress(event);
    const command = pressed === null ? undefined : commandAt(event.target, pressed);
    if (!isAhead && !command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command) run(command);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('keydown', uncoverEditor);
}

function run(command: CommandId): void {
  if (isAppCommand(command)) return requestCommand(command);
  void import('../../extensions/run-contributed-command.ts').then((contributed) =>
    contributed.runContributedCommand(readContributedName(command)),
  );
}

/** Esc that nothing else handled, such as by stopping an answer, hides whatever covers the editor. */
function uncoverEditor(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || hasDialog()) return;
  if (!editorIsCovered(useLayout.getState())) return;
  event.preventDefault();
  dismissOverlays();
  focusEditor();
}
