import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { run } from './editing.fixture.ts';
import { toLowerCase, toTitleCase, toUpperCase } from './letter-case.ts';

test('what is selected stays selected in other letters, also where they are more', () => {
  expect(run(toUpperCase, 'a «straße» b')).toBe('a «STRASSE» b');
  expect(run(toUpperCase, 'a ‹straße› b')).toBe('a ‹STRASSE› b');
  expect(run(toLowerCase, '«ÄB»')).toBe('«äb»');
});

test('a cursor means the word that it is at, and stays', () => {
  expect(run(toUpperCase, 'one tw|o')).toBe('one TW|O');
  expect(run(toUpperCase, 'one | ')).toBe(null);
});

test('every word gets one capital, with an apostrophe within it', () => {
  expect(run(toTitleCase, '«don’t STOP élan 2nd_go»')).toBe('«Don’t Stop Élan 2nd_Go»');
});

test('a text that may not be changed stays as it is', () => {
  expect(run(toUpperCase, '«a»', EditorState.readOnly.of(true))).toBe(null);
});
