/**
 * Keys as text. Files and tables may write them in any order and case, with VS Code's names (`ctrl+shift+up`); everything
 * else compares one form for each key of a platform: `Cmd+Ctrl+Shift+Alt+ArrowUp`, without `Mod`.
 */

/** A key in any notation. `Mod` is Cmd on macOS and Ctrl elsewhere. */
export type KeyBinding = string;

const modifiers: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  control: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  option: 'Alt',
  cmd: 'Cmd',
  command: 'Cmd',
  meta: 'Cmd',
  win: 'Cmd',
  super: 'Cmd',
  mod: 'Mod',
};
const modifierOrder = ['Cmd', 'Ctrl', 'Shift', 'Alt'];

const named = ['Tab', 'Enter', 'Escape', 'Space', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'];
const arrows = ['Up', 'Down', 'Left', 'Right'];
const names: Readonly<Record<string, string>> = Object.fromEntries([
  ...named.map((name) => [name.toLowerCase(), name]),
  ...arrows.flatMap((name) => [
    [name.toLowerCase(), `Arrow${name}`],
    [`arrow${name.toLowerCase()}`, `Arrow${name}`],
  ]),
  ...Array.from({ length: 24 }, (_each, index) => [`f${index + 1}`, `F${index + 1}`]),
  ['esc', 'Escape'],
  // Its sign separates the parts of a key.
  ['plus', 'Plus'],
  [' ', 'Space'],
  ['+', 'Plus'],
]);

/** The name of a key by what it types or is called; null: not known. */
export function readKeyName(name: string): string | null {
  const known = Object.hasOwn(names, name.toLowerCase()) ? names[name.toLowerCase()] : undefined;
  if (known !== undefined) return known;
  // The other test loads the classes of Unicode, for which no usual key has to wait.
  if (/^[!-~]$/.test(name)) return name.toUpperCase();
  if ([...name].length !== 1 || !/^[^\s\p{C}\p{M}]$/u.test(name)) return null;
  const upper = name.toUpperCase();
  return [...upper].length === 1 ? upper : name;
}

export function joinKey(held: Iterable<string>, name: string): KeyBinding {
  const all = new Set(held);
  return [...modifierOrder.filter((modifier) => all.has(modifier)), name].join('+');
}

/** @returns the one form of a key on this platform; null: the text is no key */
export function readKey(text: string, isMac: boolean): KeyBinding | null {
  const parts = text
    .trim()
    .replace(/\+\+$/, '+plus')
    .split('+')
    .map((part) => part.trim());
  const name = readKeyName(parts.at(-1) ?? '');
  const held = parts.slice(0, -1).map((part) => modifiers[part.toLowerCase()]);
  if (name === null || held.includes(undefined) || new Set(held).size < held.length) return null;
  const platformMod = isMac ? 'Cmd' : 'Ctrl';
  return joinKey(
    held.flatMap((modifier) => (modifier === 'Mod' ? platformMod : (modifier ?? []))),
    name,
  );
}

/** As VS Code writes it in a file. @param key as `readKey` gives it */
export const writeKey = (key: KeyBinding): string => key.replace('Arrow', '').toLowerCase();

/** Whether a key types or moves something by itself, so that no command may take it. @param key as `readKey` gives it */
export function isPlainKey(key: KeyBinding): boolean {
  const parts = key.split('+');
  return parts.slice(0, -1).every((part) => part === 'Shift') && !/^(?:F\d+|Insert)$/.test(parts.at(-1) ?? '');
}
