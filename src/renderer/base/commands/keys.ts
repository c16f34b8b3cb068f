import type { KeyBinding } from '../../../shared/contract/app-commands.ts';

/** The part of a KeyboardEvent that a binding looks at. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const macNames: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };
const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/** The signs of keys that type another one with Shift or Alt, by the name of their place. */
const signs: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Slash: '/',
  Minus: '-',
};

/** The letter that the key types, or, on a keyboard of another script, the one at its place. */
function keyName({ key, code, shiftKey, altKey }: KeyPress): string {
  const sign = shiftKey || altKey ? signs[code] : undefined;
  if (sign !== undefined) return sign;
  const typesAscii = key.length > 1 || (key >= ' ' && key <= '~');
  const fromCode = /^Key([A-Z])$/.exec(code)?.[1];
  return (typesAscii || !fromCode ? key : fromCode).toLowerCase();
}

export function matchesKey(binding: KeyBinding, press: KeyPress, isMac: boolean): boolean {
  const parts = binding.split('+');
  const key = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  const wantsCtrl = wants('Ctrl') || (wants('Mod') && !isMac);
  const wantsMeta = wants('Mod') && isMac;
  return (
    press.ctrlKey === wantsCtrl &&
    press.metaKey === wantsMeta &&
    press.shiftKey === wants('Shift') &&
    press.altKey === wants('Alt') &&
    keyName(press) === key.toLowerCase()
  );
}

/** The binding as the platform writes it. */
export function formatKey(binding: KeyBinding, isMac: boolean): string {
  const parts = binding.split('+').map((part) => arrows[part] ?? part);
  if (isMac) return parts.map((part) => macNames[part] ?? part).join('');
  return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+');
}
