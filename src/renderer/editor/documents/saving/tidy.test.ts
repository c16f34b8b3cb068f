import { EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { defaultSettings } from '../../../../shared/contract/settings/setting-table.ts';
import { type Tidying, tidyChanges, tidyingOf } from './tidy.ts';

const none: Tidying = { trimsLines: false, trimsEnd: false, hasFinalNewline: null };

function tidied(text: string, wanted: Partial<Tidying>, kept: readonly number[] = []): string {
  const doc = Text.of(text.split('\n'));
  const changes = tidyChanges(doc, { ...none, ...wanted }, (line) => kept.includes(line));
  return EditorState.create({ doc }).update({ changes }).newDoc.toString();
}

describe('a text before it is saved', () => {
  test.each<[string, Partial<Tidying>, string, number[]?]>([
    ['a \t\n  \nb', { trimsLines: true }, 'a\n\nb'],
    ['a \nb ', { trimsLines: true }, 'a \nb', [1]],
    ['a \r\nb', { trimsLines: true }, 'a\r\nb'],
    ['a', { hasFinalNewline: true }, 'a\n'],
    ['a\n', { hasFinalNewline: true }, 'a\n'],
    ['a\n\n', { hasFinalNewline: true }, 'a\n\n'],
    ['', { hasFinalNewline: true }, ''],
    ['a\n  ', { hasFinalNewline: true }, 'a\n  \n'],
    ['a\n  ', { hasFinalNewline: true, trimsLines: true }, 'a\n'],
    ['a\n\n', { hasFinalNewline: false }, 'a'],
    ['a', { hasFinalNewline: false }, 'a'],
    ['a\n\n\n', { trimsEnd: true }, 'a\n'],
    ['a', { trimsEnd: true }, 'a'],
    ['\n\n', { trimsEnd: true }, ''],
    ['a\n\n\n', { trimsEnd: true }, 'a\n\n\n', [4]],
    ['a \n \n\n', { trimsEnd: true, trimsLines: true, hasFinalNewline: true }, 'a\n'],
  ])('%j with %j is %j', (text, wanted, expected, kept = []) => {
    expect(tidied(text, wanted, kept)).toBe(expected);
  });

  it('is tidy afterwards, and loses nothing but blanks and line ends', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '\n'), maxLength: 30 });
    const wishes = fc.record<Tidying>({
      trimsLines: fc.boolean(),
      trimsEnd: fc.boolean(),
      hasFinalNewline: fc.constantFrom(true, false, null),
    });
    fc.assert(
      fc.property(texts, wishes, (text, wanted) => {
        const once = tidied(text, wanted);
        expect(tidied(once, wanted)).toBe(once);
        expect(once.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        if (wanted.trimsLines) expect(once).not.toMatch(/[\t ]$/m);
        if (wanted.hasFinalNewline && /\S/.test(text)) expect(once.endsWith('\n')).toBe(true);
        if (wanted.hasFinalNewline === false) expect(once.endsWith('\n')).toBe(false);
        if (wanted.trimsEnd) expect(once).not.toMatch(/\n\n$/);
      }),
    );
  });

  it('is what the rules of its file say, and the settings where they are silent', () => {
    const settings = { ...defaultSettings, 'files.trimTrailingWhitespace': true, 'files.insertFinalNewline': true };
    expect(tidyingOf(settings, {})).toEqual({ trimsLines: true, trimsEnd: false, hasFinalNewline: true });
    expect(tidyingOf(settings, { trimsTrailingWhitespace: false, hasFinalNewline: false })).toEqual({
      trimsLines: false,
      trimsEnd: false,
      hasFinalNewline: false,
    });
    expect(tidyingOf(defaultSettings, {})).toEqual(none);
  });
});
