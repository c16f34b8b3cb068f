import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../shared/contract/settings/setting-table.ts';
import { detectIndentation, indentationOf } from './indentation.ts';

const textOf = (text: string) => Text.of(text.split('\n'));

describe('the indentation of a file', () => {
  it('is the step that its lines take most often', () => {
    expect(detectIndentation(textOf('if a:\n    if b:\n        c\n    d\n'))).toEqual({ kind: 'spaces', size: 4 });
    expect(detectIndentation(textOf('a {\n  b {\n    c\n  }\n}\n'))).toEqual({ kind: 'spaces', size: 2 });
  });

  it('is tabs when most indented lines begin with one', () => {
    expect(detectIndentation(textOf('a {\n\tb {\n\t\tc\n\t}\n  odd\n}\n'))).toEqual({ kind: 'tabs' });
  });

  it('is told by the settings when the file does not say, or is not to be asked', () => {
    const settings = { ...defaultSettings, 'editor.tabSize': 3, 'editor.insertSpaces': false };
    for (const text of ['', 'a\nb\n\n   \n']) {
      expect(indentationOf(settings, detectIndentation(textOf(text)))).toEqual({ kind: 'tabs', size: 3 });
    }
    const two = detectIndentation(textOf('a {\n  b\n}\n'));
    expect(indentationOf(settings, two)).toEqual({ kind: 'spaces', size: 2 });
    expect(indentationOf({ ...settings, 'editor.detectIndentation': false }, two)).toEqual({ kind: 'tabs', size: 3 });
    expect(indentationOf(settings, { kind: 'tabs' })).toEqual({ kind: 'tabs', size: 3 });
  });
});
