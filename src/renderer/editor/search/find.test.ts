import { EditorSelection, EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { countMatches, maxMatches, numberOf } from './count-matches.ts';
import { type Find, noFind, problemOf, queryOf, replacementFor } from './find.ts';
import { searchScope, setScope } from './scope.ts';

const stateWith = (doc: string) =>
  EditorState.create({ doc, extensions: [searchScope, EditorState.lineSeparator.of('\n')] });
const found = async (doc: string, find: Partial<Find>) =>
  (await countMatches(stateWith(doc), queryOf({ ...noFind, ...find }), () => true))?.starts;

describe('what is looked for', () => {
  test('is taken as it is, whatever signs and line ends it has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string(), fc.string(), async (word, before, after) => {
        const text = word.replaceAll('\r', '');
        if (text === '') return;
        const doc = `${before}|${text}|${after}`.replaceAll('\r', '');
        expect(await found(doc, { text, isCaseSensitive: true })).toContain(before.replaceAll('\r', '').length + 1);
      }),
    );
  });

  test('is found in any case, in its own case, and as a whole word', async () => {
    expect(await found('Word word sword', { text: 'word' })).toEqual([0, 5, 11]);
    expect(await found('Word word sword', { text: 'word', isCaseSensitive: true })).toEqual([5, 11]);
    expect(await found('Word word sword', { text: 'word', isWholeWord: true })).toEqual([0, 5]);
  });

  test('goes over line ends, as a text and as a regular expression', async () => {
    expect(await found('a\nb\na\nb', { text: 'a\nb' })).toEqual([0, 4]);
    expect(await found('a\n\nb', { text: 'a\\n+b', isRegexp: true })).toEqual([0]);
    expect(await found('ab\nab', { text: '^a', isRegexp: true })).toEqual([0, 3]);
  });

  test('is looked for within what was selected, which goes along with the text', async () => {
    const find = { ...noFind, text: 'a', isInSelection: true };
    const scoped = stateWith('a a a a').update({
      effects: setScope.of([EditorSelection.range(2, 5)]),
    }).state;
    const moved = scoped.update({ changes: { from: 0, insert: 'xx' } }).state;
    const starts = async (state: EditorState) => (await countMatches(state, queryOf(find), () => true))?.starts;
    expect(await starts(scoped)).toEqual([2, 4]);
    expect(await starts(moved)).toEqual([4, 6]);
  });
});

test('a broken regular expression is said with what is wrong, and finds nothing', async () => {
  expect(problemOf({ ...noFind, text: '(', isRegexp: true })).toBe('Not a regular expression: Unterminated group.');
  expect(problemOf({ ...noFind, text: '(' })).toBe(null);
  expect(problemOf({ ...noFind, text: '(a)', isRegexp: true })).toBe(null);
  expect(queryOf({ ...noFind, text: '(', isRegexp: true }).valid).toBe(false);
});

test('matches are counted up to a limit that is told, and not when nobody wants to know', async () => {
  const state = stateWith('a'.repeat(maxMatches + 1));
  const query = queryOf({ ...noFind, text: 'a' });
  const matches = await countMatches(state, query, () => true);
  expect(matches?.isCut).toBe(true);
  expect(matches?.starts).toHaveLength(maxMatches);
  // A slice of time is over after the first match.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000;
    return now;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const long = stateWith('ab '.repeat(1_000));
  expect(await countMatches(long, queryOf({ ...noFind, text: 'b' }), () => false)).toBe(null);
});

test('a match knows its number, and another place has none', () => {
  const matches = { starts: [0, 5, 9, 40], isCut: false };
  expect([0, 5, 9, 40].map((at) => numberOf(matches, at))).toEqual([1, 2, 3, 4]);
  expect([1, 8, 41].map((at) => numberOf(matches, at))).toEqual([null, null, null]);
});

describe('what comes in the stead of a match', () => {
  const replaced = (find: Partial<Find>, text: string) => {
    const match = new RegExp(find.text ?? '', 'iu').exec(text);
    if (!match) throw new Error('nothing matches');
    return replacementFor({ ...noFind, ...find }, match);
  };

  test('is taken as it is without a regular expression', () => {
    expect(replaced({ text: 'a', replacement: '$1\\n$&' }, 'a')).toBe('$1\\n$&');
  });

  test('takes groups, by number and by name, line ends and tabs from a regular expression', () => {
    const find = { text: '(?<first>\\w)(\\w)?', isRegexp: true };
    expect(replaced({ ...find, replacement: '$2$1 $<first> $& $$ $3 $12 \\n\\t\\\\n' }, 'ab')).toBe(
      'ba a ab $ $3 a2 \n\t\\n',
    );
    expect(replaced({ ...find, replacement: '[$2]' }, 'a')).toBe('[]');
  });

  test('takes capitals from what it replaces', () => {
    const find = { text: 'colou?r|_', replacement: 'hueTint', keepsCase: true };
    expect(['color', 'COLOR', 'Color', '_'].map((one) => replaced(find, one))).toEqual([
      'huetint',
      'HUETINT',
      'HueTint',
      'hueTint',
    ]);
  });
});
