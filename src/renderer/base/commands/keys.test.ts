import { describe, expect, it } from 'vitest';
import { formatKey, type KeyPress, keyOfPress, matchesKey } from './keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('key bindings', () => {
  it('take Mod as Ctrl on Linux and Windows, and as Cmd on macOS', () => {
    expect(matchesKey('Mod+S', press('s', { ctrlKey: true }), false)).toBe(true);
    expect(matchesKey('Mod+S', press('s', { metaKey: true }), false)).toBe(false);
    expect(matchesKey('Mod+S', press('s', { metaKey: true }), true)).toBe(true);
    expect(matchesKey('Mod+S', press('s', { ctrlKey: true }), true)).toBe(false);
  });

  it('want exactly the modifiers that they name', () => {
    expect(matchesKey('Mod+P', press('P', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(matchesKey('Mod+Shift+P', press('P', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(matchesKey('Mod+P', press('p', { ctrlKey: true, altKey: true }), false)).toBe(false);
    expect(matchesKey('Ctrl+Tab', press('Tab', { ctrlKey: true }), true)).toBe(true);
  });

  it('find a letter by its place on a keyboard that types another script', () => {
    expect(matchesKey('Mod+S', press('ы', { code: 'KeyS', ctrlKey: true }), false)).toBe(true);
    expect(matchesKey('Mod+S', press('o', { code: 'KeyS', ctrlKey: true }), false)).toBe(false);
  });

  it('are named by what is pressed, whatever Shift and Alt make of it', () => {
    expect(keyOfPress(press('!', { code: 'Digit1', ctrlKey: true, shiftKey: true }))).toBe('Ctrl+Shift+1');
    expect(keyOfPress(press('<', { code: 'Comma', ctrlKey: true, shiftKey: true }))).toBe('Ctrl+Shift+,');
    expect(keyOfPress(press('Ö', { code: 'Semicolon', ctrlKey: true, shiftKey: true }))).toBe('Ctrl+Shift+Ö');
    expect(keyOfPress(press('Dead', { code: 'KeyE', altKey: true, metaKey: true }))).toBe('Cmd+Alt+E');
    expect(keyOfPress(press('+', { ctrlKey: true }))).toBe('Ctrl+Plus');
    expect(keyOfPress(press('Control', { ctrlKey: true }))).toBeNull();
    expect(keyOfPress(press('Unidentified'))).toBeNull();
    const altGr = { code: 'BracketRight', ctrlKey: true, altKey: true, getModifierState: () => true };
    expect(keyOfPress(press('~', altGr))).toBeNull();
  });

  it('are written as the platform writes them', () => {
    expect(formatKey('Mod+Shift+P', false)).toBe('Ctrl+Shift+P');
    expect(formatKey('Mod+Shift+P', true)).toBe('⌘⇧P');
  });
});
