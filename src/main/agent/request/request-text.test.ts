import fc from 'fast-check';
import { lexer } from 'marked';
import { expect, test } from 'vitest';
import type { CompletionRequest, MessageContent, ToolDefinition } from '../../../shared/contract/provider.ts';
import { requestText } from './request-text.ts';

const nothingKnown = { model: undefined, info: undefined, rules: [], mayChange: false };

const requestOf = (content: MessageContent[], tools: ToolDefinition[] = []): CompletionRequest => ({
  messages: [{ role: 'user', content, cache: false }],
  tools,
  stopSequences: [],
  thinkingAllowed: false,
});

/** Its content, as any reader of Markdown finds it. */
const partsOf = (document: string, type: 'code' | 'heading'): string[] =>
  lexer(document).flatMap((token) => (token.type === type ? [String(token.text)] : []));

/** Lines that could end a fence, or begin a part of the document. */
const text = fc
  .array(fc.constantFrom('`', '```', '~~~', '\n', '## Message 9: user', '> ', '- ', 'a', ' b'), { maxLength: 30 })
  .map((pieces) => `x${pieces.join('')}x`);

test('whatever a text contains, it is all in its fence, and nothing of it reads as a part of the document', () => {
  const asText = (value: string): MessageContent => ({ type: 'text', value });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, text, (texts, description, inputSchema) => {
      const document = requestText(
        requestOf(texts.map(asText), [{ name: 'look', description, inputSchema }]),
        nothingKnown,
      );
      expect(partsOf(document, 'code')).toEqual([...texts, description, inputSchema]);
      expect(partsOf(document, 'heading')).toEqual(['What the model sees', 'Message 1: user', 'Tools', '`look`']);
    }),
  );
});

test('calls, results, thoughts and images are told as what they are', () => {
  const document = requestText(
    requestOf([
      { type: 'tool-use', value: { id: 'c1', name: 'look', input: '{"at":1}', isInputComplete: true } },
      {
        type: 'tool-result',
        value: { toolUseId: 'c1', toolName: 'look', isError: true, content: { type: 'text', value: 'gone' } },
      },
      { type: 'thinking', value: { text: 'hm' } },
      { type: 'redacted-thinking', value: 'c2VjcmV0' },
      { type: 'image', value: { source: 'A'.repeat(4096), width: 30, height: 20 } },
    ]),
    nothingKnown,
  );
  expect(document).toContain('Call `c1` of `look`:\n\n```json\n{"at":1}\n```');
  expect(document).toContain('Failure of `c1`, `look`:\n\n```text\ngone\n```');
  expect(document).toContain('*What it thought:*\n\n```text\nhm\n```');
  expect(document).toContain('*Image: 30 × 20, 3 kB*');
  // Neither is for people, and both may be large.
  expect(document).not.toContain('c2VjcmV0');
  expect(document).not.toContain('AAAA');
});

test('the facts come first: model, limits, rules and how many tools', () => {
  const request = { ...requestOf([{ type: 'text', value: 'Hi' }]), maxTokens: 500, thinkingAllowed: true };
  expect(requestText(request, nothingKnown)).toContain('- Model: none is chosen');
  const rules = [{ of: 'project', source: '/p/AGENTS.md', text: 'Be brief.' }] as const;
  const document = requestText(request, { model: 'a/b', info: undefined, rules, mayChange: true });
  for (const line of [
    '- Model: `a/b`',
    '- Longest answer: 500 tokens',
    '- Thinking: allowed',
    '- Rules: `/p/AGENTS.md`',
    '- Tools: 0',
    '- Extensions: they have a say when it is sent, and may change what is below',
  ]) {
    expect(document.split('\n')).toContain(line);
  }
});
