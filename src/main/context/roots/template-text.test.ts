import { describe, expect, test } from 'vitest';
import { fillTemplate, readTemplate } from './template-text.ts';

describe('a template', () => {
  test.each([
    ['Do $ARGUMENTS now.', 'a "b c"', 'Do a "b c" now.'],
    ['$2 before $1, $3.', `one "two words" 'three'`, 'two words before one, three.'],
    ['Costs $$5, not $100; $1', 'x', 'Costs $5, not $100; x'],
    ['No place.', 'more $1', 'No place.\n\nmore $1'],
    ['Only $$.', 'more', 'Only $.\n\nmore'],
    ['$1 and $2', 'one', 'one and '],
    ['$ARGUMENTS', '$1 $$ $&', '$1 $$ $&'],
  ])('%s is filled with %s', (body, typed, expected) => {
    expect(fillTemplate(body, typed)).toBe(expected);
  });

  test('says in its head what it is for; what is no head is sent', () => {
    expect(readTemplate('---\r\ndescription: A\r\n---\r\nBody')).toEqual({
      description: 'A',
      argument: '',
      body: 'Body',
    });
    expect(readTemplate('---\nBody without an end')).toMatchObject({ body: '---\nBody without an end' });
    expect(readTemplate('Text\n---\ndescription: no\n---')).toMatchObject({ description: 'Text' });
  });
});
