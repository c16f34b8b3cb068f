import {
  type AppCommand,
  appCommands,
  commandTable,
  defaultKeysOf,
  type WindowPart,
} from '../contract/app-commands.ts';
import type { ContributedCommand } from '../contract/command.ts';
import { type KeyBinding, readKey, writeKey } from './key-text.ts';
import { commandOf, type Keybinding, takesAway } from './keybinding.ts';

type ContributedName = `${string}/${string}`;

/** A command of the app, or of an extension: `{extension}/{command}`. */
export type CommandId = AppCommand | ContributedName;

type Contributed = Pick<ContributedCommand, 'extensionId' | 'id'>;

export const contributedName = ({ extensionId, id }: Contributed): ContributedName => `${extensionId}/${id}`;

export function readContributedName(name: ContributedName): Contributed {
  const slash = name.indexOf('/');
  return { extensionId: name.slice(0, slash), id: name.slice(slash + 1) };
}

export interface Binding {
  /** As `readKey` gives it. */
  readonly key: KeyBinding;
  readonly command: CommandId;
  /** The only part of the window where the key works; undefined: everywhere. */
  readonly within: WindowPart | undefined;
  /** Whether the person has set it. */
  readonly isOwn: boolean;
}

/** What each key does: of several bindings of a key at one place the first one holds. */
export type Keymap = readonly Binding[];

const partOf = (command: CommandId): WindowPart | undefined =>
  Object.hasOwn(commandTable, command) ? commandTable[command as AppCommand].within : undefined;

/** @param rows the setting `keybindings` */
export function keymapOf(rows: readonly Keybinding[], isMac: boolean): Keymap {
  const defaults = appCommands.flatMap((command) =>
    defaultKeysOf(command, isMac).map((key) => ({ key, command, within: partOf(command), isOwn: false })),
  );
  let own: Binding[] = [];
  let removed: Pick<Binding, 'key' | 'command'>[] = [];
  for (const row of rows) {
    const key = readKey(row.key, isMac);
    const command = commandOf(row) as CommandId;
    if (key === null) continue;
    const isOther = (binding: Pick<Binding, 'key' | 'command'>) => binding.key !== key || binding.command !== command;
    own = own.filter(isOther);
    removed = removed.filter(isOther);
    if (takesAway(row)) removed.push({ key, command });
    else own.unshift({ key, command, within: partOf(command), isOwn: true });
  }
  const isGone = ({ key, command }: Binding) => removed.some((each) => each.key === key && each.command === command);
  const isDoubled = ({ key, command }: Binding) => own.some((each) => each.key === key && each.command === command);
  return [...own, ...defaults.filter((binding) => !isGone(binding) && !isDoubled(binding))];
}

/** The keys of a command, its defaults first, also those that mean another command now. */
export function keysIn(keymap: Keymap, command: CommandId): readonly KeyBinding[] {
  const all = keymap.filter((binding) => binding.command === command);
  return [...all.filter(({ isOwn }) => !isOwn), ...all.filter(({ isOwn }) => isOwn).reverse()].map(({ key }) => key);
}

/** As `keysIn`, but only keys that mean the command. */
export function workingKeysIn(keymap: Keymap, command: CommandId): readonly KeyBinding[] {
  const within = partOf(command);
  return keysIn(keymap, command).filter((key) => {
    const first = keymap.find((each) => each.key === key && isSamePlace(each.within, within));
    return first?.command === command;
  });
}

/** Parts that lie within others. */
const outer: Partial<Record<WindowPart, WindowPart>> = { text: 'editor', 'thread-header': 'panel' };

/** Whether two bindings of a key cannot both hold. */
const isSamePlace = (a: WindowPart | undefined, b: WindowPart | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && (outer[a] === b || outer[b] === a));

/**
 * The rows with which a command has exactly these keys. All others stay as they are.
 * @param keys as `readKey` gives them; null: its defaults
 */
export function withKeys(
  rows: readonly Keybinding[],
  command: CommandId,
  keys: readonly KeyBinding[] | null,
  isMac: boolean,
): readonly Keybinding[] {
  const others = rows.filter((row) => commandOf(row) !== command);
  if (keys === null) return others;
  const usual = Object.hasOwn(commandTable, command) ? defaultKeysOf(command as AppCommand, isMac) : [];
  const less = usual.filter((key) => !keys.includes(key));
  const more = keys.filter((key) => !usual.includes(key));
  return [
    ...others,
    ...less.map((key) => ({ key: writeKey(key), command: `-${command}` })),
    ...more.map((key) => ({ key: writeKey(key), command })),
  ];
}

/** Keys of fields and of the window that are no commands of the app: it does not give them to others, a person may. */
const fixedKeys: Readonly<Record<KeyBinding, string>> = {
  'Mod+Z': 'Undo',
  'Mod+Shift+Z': 'Redo',
  'Mod+Y': 'Redo',
  'Mod+X': 'Cut',
  'Mod+C': 'Copy',
  'Mod+V': 'Paste',
  'Mod+Shift+V': 'Paste as Text',
  'Mod+A': 'Select All',
  'Mod+Q': 'Quit',
  'Mod+0': 'Actual Size',
  'Mod+=': 'Zoom In',
  'Mod+-': 'Zoom Out',
};

/** Another meaning of a key, where at least one of the two was set by the person. */
export interface Conflict {
  readonly key: KeyBinding;
  /** A command, or the name of what a fixed key does. */
  readonly other: CommandId | string;
  /** Where the key means the other command; null: nowhere any more. */
  readonly otherIn: WindowPart | 'everywhere' | 'elsewhere' | null;
}

export function conflictsOf(keymap: Keymap, command: CommandId, isMac: boolean): readonly Conflict[] {
  return keymap
    .filter((binding) => binding.command === command)
    .flatMap((mine) => [
      ...fixedConflicts(mine, isMac),
      ...keymap
        .filter((each) => each.key === mine.key && each.command !== command && (each.isOwn || mine.isOwn))
        .flatMap((each): Conflict[] => {
          const otherIn = placeOfOther(keymap, mine, each);
          return otherIn === undefined ? [] : [{ key: mine.key, other: each.command, otherIn }];
        }),
    ]);
}

/** Nothing is typed in the files, and their commands have such keys by default. */
function fixedConflicts({ key, within, isOwn }: Binding, isMac: boolean): readonly Conflict[] {
  const found = Object.entries(fixedKeys).find(([fixed]) => readKey(fixed, isMac) === key);
  return found && isOwn && within !== 'tree' ? [{ key, other: found[1], otherIn: null }] : [];
}

/** undefined: the two are at different places. */
function placeOfOther(keymap: Keymap, mine: Binding, each: Binding): Conflict['otherIn'] | undefined {
  if (isSamePlace(mine.within, each.within)) {
    return keymap.indexOf(each) < keymap.indexOf(mine) ? (each.within ?? 'everywhere') : null;
  }
  if (mine.within && each.within) return undefined;
  return each.within ?? 'elsewhere';
}
