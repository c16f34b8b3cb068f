import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { run } from './editing.fixture.ts';
import {
  addCursorsToLineEnds,
  insertLineAbove,
  insertLineBelow,
  joinLines,
  sortLinesAscending,
  sortLinesDescending,
  trimTrailingWhitespace,
} from './lines.ts';

describe('joining lines', () => {
  test('joins the line of a cursor with the next, with one blank between them', () => {
    expect(run(joinLines, 'a|b  \n    cd\nef')).toBe('a|b cd\nef');
  });

  test('joins all lines of a selection, and none after it', () => {
    expect(run(joinLines, '«one\ntwo\n»three')).toBe('«one two\n»three');
    expect(run(joinLines, 'x «one\n\n  two\nthr»ee\nfour')).toBe('x «one two thr»ee\nfour');
  });

  test('leaves no blank where a line says nothing', () => {
    expect(run(joinLines, '|one\n   \ntwo')).toBe('|one\ntwo');
    expect(run(joinLines, '|\n  two')).toBe('|two');
    expect(run(joinLines, '«  \n\n»x')).toBe('«  \n»x');
  });

  test('joins at several cursors, also where they are in neighbouring lines', () => {
    expect(run(joinLines, '|a\n|b\nc\nd|\ne')).toBe('|a |b c\nd| e');
  });

  test('does nothing in the last line, and in a text that may not be changed', () => {
    expect(run(joinLines, 'a\nb|')).toBe(null);
    expect(run(joinLines, '|a\nb', EditorState.readOnly.of(true))).toBe(null);
  });
});

describe('sorting lines', () => {
  test('sorts what is selected, by the alphabet and not by code', () => {
    expect(run(sortLinesAscending, 'z\n«b\nÄ\na\nc»\nA')?.replace(/[«»]/g, '')).toBe('z\na\nÄ\nb\nc\nA');
    expect(run(sortLinesDescending, '«a\nb\nc»')?.replace(/[«»]/g, '')).toBe('c\nb\na');
  });

  test('does nothing to one line, and to lines that are in order', () => {
    expect(run(sortLinesAscending, 'b\n|a')).toBe(null);
    expect(run(sortLinesAscending, '«a\nb\n»')).toBe(null);
  });
});

test('blanks at the ends of lines are taken away in the whole text, and nothing else is', () => {
  expect(run(trimTrailingWhitespace, '  a \t\n\t\n b|')).toBe('  a\n\n b|');
  expect(run(trimTrailingWhitespace, ' a|\u00a0')).toBe(null);
});

test('a line is put in above each cursor, as far in as its own', () => {
  expect(run(insertLineAbove, 'a\n  b|c\n\td|')).toBe('a\n  |\n  bc\n\t|\n\td');
});

test('a line is put in below each cursor, as far in as its own', () => {
  expect(run(insertLineBelow, 'a\n  b|c\n\td|')).toBe('a\n  bc\n  |\n\td\n\t|');
});

test('each selected line has a cursor at its end', () => {
  expect(run(addCursorsToLineEnds, 'a\n«bc\n\nd»e\nf')).toBe('a\nbc|\n|\nde|\nf');
});
