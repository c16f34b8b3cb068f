import { joinKey, type KeyBinding, readKey, readKeyName } from '../../../shared/keys/key-text.ts';

/** The part of a KeyboardEvent that a binding looks at. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  getModifierState?(name: 'AltGraph'): boolean;
}

/** The signs of keys that type another one with Shift or Alt, by the name of their place. */
const signs: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Slash: '/',
  Minus: '-',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Equal: '=',
};

/** The letter that the key types, or, on a keyboard of another script, the one at its place. */
function nameOf({ key, code, shiftKey, altKey }: KeyPress): string | null {
  const isLetter = /^\p{L}$/u.test(key);
  const sign = (shiftKey || altKey) && !isLetter ? (signs[code] ?? /^Digit(\d)$/.exec(code)?.[1]) : undefined;
  if (sign !== undefined) return sign;
  const typesAscii = key === 'Dead' ? false : key.length > 1 || (key >= ' ' && key <= '~');
  const fromCode = /^Key([A-Z])$/.exec(code)?.[1];
  return readKeyName(typesAscii || !fromCode ? key : fromCode);
}

/**
 * The key that is pressed, as `readKey` gives it; null: a modifier alone, a key without a name, or a sign that is typed with
 * AltGr, which Windows reports as Ctrl and Alt.
 */
export function keyOfPress(press: KeyPress): KeyBinding | null {
  if (press.key.length === 1 && press.getModifierState?.('AltGraph')) return null;
  const name = nameOf(press);
  if (name === null) return null;
  const held = Object.entries({ Cmd: press.metaKey, Ctrl: press.ctrlKey, Shift: press.shiftKey, Alt: press.altKey });
  return joinKey(
    held.flatMap(([modifier, isHeld]) => (isHeld ? modifier : [])),
    name,
  );
}

export const matchesKey = (binding: KeyBinding, press: KeyPress, isMac: boolean): boolean =>
  readKey(binding, isMac) === keyOfPress(press);

const macNames: Readonly<Record<string, string>> = { Cmd: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };
const shownNames: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Plus: '+',
};

/** The binding as the platform writes it. */
export function formatKey(binding: KeyBinding, isMac: boolean): string {
  const parts = (readKey(binding, isMac) ?? binding).split('+').map((part) => shownNames[part] ?? part);
  if (isMac) return parts.map((part) => macNames[part] ?? part).join('');
  return parts.map((part) => (part === 'Cmd' ? 'Super' : part)).join('+');
}
