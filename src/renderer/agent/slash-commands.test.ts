import { expect, test } from 'vitest';
import type { ContributedSlashCommand } from '../../shared/contract/command.ts';
import { findSlashCommand, matchSlashCommands, parseSlash } from './slash-commands.ts';

const command = (extensionId: string, id: string, name = id): ContributedSlashCommand => ({
  extensionId,
  extensionName: extensionId,
  id,
  name,
  description: '',
  argument: '',
});
const commands = [
  command('toolbox', 'ask', 'toolbox:ask'),
  command('other', 'ask', 'other:ask'),
  command('toolbox', 'shout'),
  command('toolbox', 'task'),
];

test.each([
  ['/', { name: '', argument: '', isNaming: true }],
  ['/sh', { name: 'sh', argument: '', isNaming: true }],
  ['/shout ', { name: 'shout', argument: '', isNaming: false }],
  ['/shout  hello\nworld ', { name: 'shout', argument: 'hello\nworld', isNaming: false }],
  ['/toolbox:ask x', { name: 'toolbox:ask', argument: 'x', isNaming: false }],
])('"%s" is a command', (draft, parsed) => expect(parseSlash(draft)).toEqual(parsed));

test.each(['', 'a /shout', ' /shout', '/usr/bin', '/usr/bin is what?', '//', '/größe'])('"%s" is none', (draft) =>
  expect(parseSlash(draft)).toBeNull(),
);

test('a command is found by its name, and each by extension:id', () => {
  expect(findSlashCommand(commands, 'Shout')?.id).toBe('shout');
  expect(findSlashCommand(commands, 'toolbox:shout')?.id).toBe('shout');
  expect(findSlashCommand(commands, 'other:ask')?.extensionId).toBe('other');
  expect(findSlashCommand(commands, 'ask')).toBeUndefined();
  expect(findSlashCommand(commands, 'toString')).toBeUndefined();
});

test('those that begin with what is typed come first', () => {
  const names = (typed: string) => matchSlashCommands(commands, typed).map(({ name }) => name);
  expect(names('')).toHaveLength(4);
  expect(names('as')).toEqual(['toolbox:ask', 'other:ask', 'task']);
  expect(names('toolbox:')).toEqual(['toolbox:ask']);
  expect(names('zzz')).toEqual([]);
});
