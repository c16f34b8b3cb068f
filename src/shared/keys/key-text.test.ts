import { describe, expect, test } from 'vitest';
import { isPlainKey, readKey, writeKey } from './key-text.ts';

describe('a key as text', () => {
  test.each([
    ['ctrl+shift+p', 'Ctrl+Shift+P', 'Ctrl+Shift+P'],
    ['Shift+Mod+p', 'Ctrl+Shift+P', 'Cmd+Shift+P'],
    ['cmd+up', 'Cmd+ArrowUp', 'Cmd+ArrowUp'],
    ['alt + PageDown', 'Alt+PageDown', 'Alt+PageDown'],
    ['ctrl++', 'Ctrl+Plus', 'Ctrl+Plus'],
    ['ctrl+-', 'Ctrl+-', 'Ctrl+-'],
    ['win+esc', 'Cmd+Escape', 'Cmd+Escape'],
    ['ctrl+ö', 'Ctrl+Ö', 'Ctrl+Ö'],
    ['ctrl+ß', 'Ctrl+ß', 'Ctrl+ß'],
    ['f12', 'F12', 'F12'],
  ])('%s is read in any order and case', (text, elsewhere, onMac) => {
    expect(readKey(text, false)).toBe(elsewhere);
    expect(readKey(text, true)).toBe(onMac);
  });

  test.each([
    '',
    '+',
    'ctrl',
    'ctrl+',
    'ctrl+ctrl+p',
    'ctrl+cmdd+p',
    'p+ctrl',
    'ctrl+pp',
    'f25',
    'ctrl+\u0301',
    'ctrl+toString',
  ])('%j is none', (text) => expect(readKey(text, false)).toBeNull());

  test('is written as VS Code writes it, and read again', () => {
    for (const key of ['Cmd+Ctrl+Shift+Alt+ArrowLeft', 'Ctrl+Plus', 'Alt+/', 'F5', 'Ctrl+Space']) {
      expect(readKey(writeKey(key), false)).toBe(key);
    }
    expect(writeKey('Ctrl+Shift+ArrowUp')).toBe('ctrl+shift+up');
  });

  test('that types or moves by itself is told from one for commands', () => {
    expect(['A', 'Shift+A', 'Enter', 'Shift+Tab', 'ArrowUp', 'Delete'].filter((key) => !isPlainKey(key))).toEqual([]);
    expect(['Ctrl+A', 'Alt+Enter', 'F5', 'Shift+F5', 'Insert', 'Cmd+ArrowUp'].filter(isPlainKey)).toEqual([]);
  });
});
