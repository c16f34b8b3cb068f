import { expect, test } from 'vitest';
import { composerCommands, parseSlash } from '../composer-commands.ts';
import { argumentQueryAt, textOf } from './argument-query.ts';

const command = (id: string, argument: string) => {
  return { extensionId: 'toolbox', extensionName: 'Toolbox', id, name: id, description: '', argument };
};
const commands = composerCommands([command('ask', '<what>'), command('wait', '')], []);

/** The argument that is asked about with the cursor at the bar. */
function asked(marked: string): string | null {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const slash = parseSlash(text);
  const query = slash && argumentQueryAt(slash, text, cursor, commands);
  return query && `${query.command.id} ${query.from} “${query.argument}”`;
}

test.each([
  ['/ask |', 'ask 5 “”'],
  ['/ask  a b |', 'ask 5 “ a b ”'],
  ['/toolbox:ASK a\nb|', 'ask 13 “a\nb”'],
  ['/ask|', null],
  ['/ask a|b', null],
  // It says that it takes none.
  ['/wait a|', null],
  // The app's own.
  ['/model a|', null],
  ['/nothing a|', null],
  ['ask a|', null],
  [`/ask ${'a'.repeat(2001)}|`, null],
])('of %j asks about %j', (marked, expected) => expect(asked(marked)).toBe(expected));

test('an option puts its text there, or its label, with the line ends of the field', () => {
  expect(textOf({ label: 'a', newText: 'b\r\nc\rd' })).toBe('b\nc\nd');
  expect(textOf({ label: 'a' })).toBe('a');
});
