import { expect, test } from 'vitest';
import type { MessageContent } from '../../../shared/contract/provider.ts';
import { estimateTokens } from './estimate-tokens.ts';

const tokens = (...content: MessageContent[]) =>
  estimateTokens({ messages: [{ role: 'user', content, cache: false }], tools: [] });
const text = (value: string): MessageContent => ({ type: 'text', value });

test('text counts by its bytes, an image the same whatever its size, tools by what they say', () => {
  expect(tokens(text('word'.repeat(1000)))).toBe(1004);
  expect(tokens(text('字'.repeat(1000)))).toBe(754);
  const image = (source: string): MessageContent => ({ type: 'image', value: { source } });
  expect(tokens(image('A'.repeat(4_000_000)))).toBe(tokens(image('AAAA')));
  const tool = { name: 'abcd', description: 'efgh', inputSchema: '{"":1}..' };
  expect(estimateTokens({ messages: [], tools: [tool] })).toBe(4);
});

test('everything that is sent counts', () => {
  const use = { id: 't', name: 'look', input: '{"a":123}...', isInputComplete: true };
  const result = { toolUseId: 't', toolName: 'look', isError: false, content: { type: 'text', value: 'x'.repeat(40) } };
  expect(
    tokens(
      { type: 'thinking', value: { text: 'y'.repeat(40) } },
      { type: 'redacted-thinking', value: 'z'.repeat(40) },
      { type: 'tool-use', value: use },
      { type: 'tool-result', value: result as never },
    ),
  ).toBe(10 + 10 + 4 + 10 + 4);
});
