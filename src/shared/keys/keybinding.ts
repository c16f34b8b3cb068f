import { commandTable, isAppCommand } from '../contract/app-commands.ts';
import { isPlainKey, readKey } from './key-text.ts';

/** A row of the setting `keybindings`, in VS Code's form. Later rows go before earlier ones, and all before the defaults. */
export interface Keybinding {
  /** In any notation of `key-text.ts`, such as `ctrl+shift+up`. */
  readonly key: string;
  /** A command of the app, or `{extension}/{command}`. With a `-` before it the command does not have that key. */
  readonly command: string;
}

/** The command that a row gives a key or takes one from. */
export const commandOf = ({ command }: Keybinding): string => command.replace(/^-/, '');

export const takesAway = ({ command }: Keybinding): boolean => command.startsWith('-');

/** Keys without Ctrl, Alt or Cmd that a command of the tree may have: nothing is typed there. */
const ofTree = ['Delete', 'Backspace', 'Shift+Delete', 'Shift+Backspace'];

/** Why a command cannot have a key, as a sentence; null: it can. */
export function keyFault(key: string, command: string): string | null {
  if (/\S\s+\S/.test(key.trim())) return `“${key}” is pressed in two steps, which this app does not know.`;
  const read = readKey(key, false);
  if (read === null) return `“${key}” is not a key. Write it like “ctrl+shift+p”, “alt+up” or “f5”.`;
  const isOfTree = isAppCommand(command) && commandTable[command].within === 'tree';
  if (isPlainKey(read) && !(isOfTree && ofTree.includes(read))) {
    return `“${key}” types or moves something. Hold Ctrl, Alt or Cmd with it, or take a function key.`;
  }
  return null;
}

/** Why a row has no effect, as a sentence; null: it has. */
export function rowFault(row: Keybinding & { readonly when?: unknown; readonly args?: unknown }): string | null {
  const command = commandOf(row);
  if (row.when !== undefined || row.args !== undefined) {
    return '“when” and “args” are not known here: a key works wherever its command does.';
  }
  if (!isAppCommand(command) && !command.includes('/')) return `“${command}” is not a command of this app.`;
  return takesAway(row) && readKey(row.key, false) !== null ? null : keyFault(row.key, command);
}
