import { expect, test } from 'vitest';
import type { PromptContext } from '../../../shared/contract/thread.ts';
import { promptBlocks } from './prompt-blocks.ts';

const mention = (kind: PromptContext['kind'], href: string, more: Partial<PromptContext> = {}): PromptContext => ({
  ...{ kind, label: 'it', href, text: 'content' },
  ...more,
});
const images = [{ mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 2 }];
const context = [
  mention('file', 'src/a%20b.ts#L3:5'),
  mention('directory', 'src/'),
  mention('page', 'https://example.org/x'),
  mention('diagnostics', 'outrigger:///agent/diagnostics'),
  mention('file', 'gone.ts', { text: '', problem: 'It is gone.' }),
];

test.runIf(process.platform !== 'win32')(
  'words, images and mentions are blocks, with contents if the agent takes them',
  () => {
    const blocks = promptBlocks({ text: 'look', images, context }, { contents: true }, '/project');
    expect(blocks).toEqual([
      { type: 'text', text: 'look' },
      { type: 'image', mediaType: 'image/png', data: 'AAAA' },
      { type: 'resource', uri: 'file:///project/src/a%20b.ts#L3:5', text: 'content' },
      { type: 'link', uri: 'file:///project/src', name: 'it' },
      { type: 'resource', uri: 'https://example.org/x', text: 'content' },
      { type: 'text', text: expect.stringContaining('content') },
      { type: 'link', uri: 'file:///project/gone.ts', name: 'it' },
    ]);
  },
);

test.runIf(process.platform !== 'win32')(
  'an agent that takes no contents gets addresses, and words where there is none',
  () => {
    const blocks = promptBlocks({ text: '', context }, { contents: false }, '/project');
    expect(blocks.map(({ type }) => type)).toEqual(['link', 'link', 'link', 'text', 'link']);
  },
);
