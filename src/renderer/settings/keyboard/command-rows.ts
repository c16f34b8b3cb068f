import { appCommands, commandTable, isAppCommand, partNames } from '../../../shared/contract/app-commands.ts';
import type { ContributedCommand } from '../../../shared/contract/command.ts';
import { readKey, writeKey } from '../../../shared/keys/key-text.ts';
import { commandOf, type Keybinding } from '../../../shared/keys/keybinding.ts';
import { type CommandId, type Conflict, contributedName, type Keymap, keysIn } from '../../../shared/keys/keymap.ts';
import { formatKey } from '../../base/commands/keys.ts';

/** A command that can have keys. */
export interface CommandRow {
  readonly id: CommandId;
  readonly title: string;
  /** The only part of the window where its keys work, or the extension that has it. */
  readonly detail: string;
}

/** The commands of the app and of extensions, and those that only have rows in the settings. */
export function commandRows(
  contributed: readonly ContributedCommand[],
  keybindings: readonly Keybinding[],
): readonly CommandRow[] {
  const own = appCommands.map((id): CommandRow => {
    const { title, within } = commandTable[id];
    return { id, title, detail: within ? partNames[within] : '' };
  });
  const ofExtensions = contributed.map(
    (command): CommandRow => ({
      id: contributedName(command),
      title: command.title,
      detail: command.extensionName,
    }),
  );
  const known = new Set<string>([...own, ...ofExtensions].map(({ id }) => id));
  const named = new Set(keybindings.map((row) => commandOf(row) as CommandId));
  const absent = [...named].filter((id) => !known.has(id) && !isAppCommand(id));
  return [...own, ...ofExtensions, ...absent.map((id) => ({ id, title: id, detail: 'not installed' }))];
}

/** The commands with all words in their title, id, extension or keys; or, if the query is a key, those that have it. */
export function findCommands(
  rows: readonly CommandRow[],
  keymap: Keymap,
  query: string,
  isMac: boolean,
): readonly CommandRow[] {
  const key = query.includes('+') ? readKey(query, isMac) : null;
  if (key !== null) return rows.filter(({ id }) => keysIn(keymap, id).includes(key));
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return rows.filter(({ id, title, detail }) => {
    const keys = keysIn(keymap, id).flatMap((each) => [formatKey(each, isMac), writeKey(each)]);
    const text = [title, id, detail, ...keys].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** @param titleOf the title of a command */
export function formatConflict(
  { key, other, otherIn }: Conflict,
  titleOf: (command: string) => string,
  isMac: boolean,
): string {
  const shown = formatKey(key, isMac);
  const title = `“${titleOf(other)}”`;
  if (otherIn === null) return `${shown} no longer calls ${title}.`;
  if (otherIn === 'everywhere') return `${shown} calls ${title} instead.`;
  if (otherIn === 'elsewhere') return `Elsewhere ${shown} calls ${title}.`;
  const place = partNames[otherIn];
  return `${place.charAt(0).toUpperCase()}${place.slice(1)} ${shown} calls ${title}.`;
}
