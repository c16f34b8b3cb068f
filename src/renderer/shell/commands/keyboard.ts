import { isAppCommand } from '../../../shared/contract/app-commands.ts';
import { readKey } from '../../../shared/keys/key-text.ts';
import { type CommandId, readContributedName } from '../../../shared/keys/keymap.ts';
import { commandAt, requestCommand } from '../../base/commands/commands.ts';
import { keyOfPress } from '../../base/commands/keys.ts';
import { isMac } from '../../base/environment.ts';
import { dismissOverlays, editorIsCovered, useLayout } from '../../base/layout/layout-store.ts';
import { pasteAhead, typeAhead } from '../../base/overlay-store.ts';
import { focusEditor } from '../../editor/panes/pane-views.ts';

const hasDialog = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** Listens for the keys of the commands before any control does. A dialog keeps the keyboard to itself. */
export function followKeyboard(): void {
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('keydown', uncoverEditor);
  window.addEventListener('paste', onPaste, { capture: true });
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || hasDialog()) return;
  const pressed = keyOfPress(event);
  const isAhead = typeAhead(event);
  const command = pressed === null ? undefined : commandAt(isAhead ? null : event.target, pressed);
  if (!isAhead && !command) return;
  event.stopPropagation();
  // The system pastes then, into what has come by now or by `onPaste`.
  if (isAhead && pressed !== null && pasteKeys.some((key) => readKey(key, isMac) === pressed)) return;
  event.preventDefault();
  if (command) run(command);
}

const pasteKeys = ['Mod+V', 'Mod+Shift+V', 'Shift+Insert'];

/** What is pasted while a picker is on its way is meant for it, as what is typed. A field of one line has no others. */
function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text/plain').replace(/[\r\n]+/g, ' ') ?? '';
  if (hasDialog() || !pasteAhead(text)) return;
  event.preventDefault();
  event.stopPropagation();
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
