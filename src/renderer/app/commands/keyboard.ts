import { type AppCommand, appCommands } from '../../../shared/contract/app-commands.ts';
import { focusEditor } from '../../editor/sessions.ts';
import { isMac } from '../environment.ts';
import { dismissOverlays, editorIsCovered, useLayout } from '../layout/layout-store.ts';
import { typeAhead } from '../overlay-store.ts';
import { commands } from './command-table.ts';
import { keysOf, requestCommand } from './commands.ts';
import { matchesKey } from './keys.ts';

/** A command of the part that has the keyboard comes before one of the whole window. */
function commandFor(event: KeyboardEvent): AppCommand | undefined {
  const isMeant = (name: AppCommand) => keysOf(commands[name]).some((key) => matchesKey(key, event, isMac));
  const isHere = (name: AppCommand) => {
    const { within } = commands[name];
    return within !== undefined && event.target instanceof Element && event.target.closest(within) !== null;
  };
  const meant = appCommands.filter(isMeant);
  return meant.find(isHere) ?? meant.find((name) => commands[name].within === undefined);
}

const hasDialog = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** Listens for the keys of the commands before any control does. A dialog keeps the keyboard to itself. */
export function followKeyboard(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || hasDialog()) return;
    const isAhead = typeAhead(event);
    const command = isAhead ? undefined : commandFor(event);
    if (!isAhead && !command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command) requestCommand(command);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('keydown', uncoverEditor);
}

/** Esc that nothing else had a use for, such as stopping an answer, takes away what covers the editor. */
function uncoverEditor(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || hasDialog()) return;
  if (!editorIsCovered(useLayout.getState())) return;
  event.preventDefault();
  dismissOverlays();
  focusEditor();
}
