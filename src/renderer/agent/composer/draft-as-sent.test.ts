import { expect, test } from 'vitest';
import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import { imageOf } from '../threads/agent-world.fixture.ts';
import { composerCommands } from './composer-commands.ts';
import { draftAsSent } from './draft-as-sent.ts';

const commands = composerCommands(
  [],
  [{ id: 'user:explain', name: 'explain', description: '', argument: '', source: 'user' }],
);
const images = [imageOf('cat')];
const sent = (text: string, more: Partial<DraftedPrompt> = {}) =>
  draftAsSent({ text, images, ...more }, commands, 'posix');

test('a draft is shown as it would be sent', () => {
  expect(sent('Read @https://example.org/a')).toEqual({ text: 'Read [@example.org/a](https://example.org/a)', images });
  expect(sent('/explain the parser')).toEqual({ text: 'the parser', templateId: 'user:explain' });
  expect(sent('/explain it', { replaces: 'p' })).toEqual({ text: '/explain it', images, replaces: 'p' });
  expect(sent('/usr/bin is a path')).toEqual({ text: '/usr/bin is a path', images });
  expect(sent('/nothing like it')).toEqual({ text: '/nothing like it', images });
  expect(sent('/compact the names')).toEqual({ text: '' });
  expect(sent('!git status')).toEqual({ text: '' });
  expect(sent('\\!important')).toEqual({ text: '!important', images });
});
