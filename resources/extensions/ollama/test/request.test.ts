import { describe, expect, it } from 'vitest';
import type { RequestMessage } from '../../../../src/shared/contract/provider.ts';
import { ask } from '../../extension-harness.ts';
import { call, image, message, result, shown, text } from '../../requests.fixture.ts';
import { chatBody } from '../request.js';

const plain = { thinks: false, contextLength: undefined };
const messagesOf = (...messages: RequestMessage[]) => {
  const body = chatBody('m', plain, { ...ask(''), messages });
  return Array.isArray(body.messages) ? body.messages : [];
};

describe('the body of a chat', () => {
  it('leaves out what was not asked for', () => {
    expect(chatBody('m', plain, ask('Hi'))).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      truncate: false,
    });
  });

  it('carries options, tools, and whether a model that thinks may think', () => {
    const request = ask('Hi', {
      tools: [{ name: 'weather', description: 'Tells it.', inputSchema: '{"type":"object"}' }],
      stopSequences: ['END'],
      temperature: 0,
      maxTokens: 50,
    });
    const model = { thinks: true, contextLength: 16_384 };
    expect(chatBody('m', model, request)).toMatchObject({
      think: true,
      options: { num_ctx: 16_384, num_predict: 50, temperature: 0, stop: ['END'] },
      tools: [
        {
          type: 'function',
          function: { name: 'weather', description: 'Tells it.', parameters: { type: 'object' } },
        },
      ],
    });
    expect(chatBody('m', model, { ...request, thinkingAllowed: false }).think).toBe(false);
    expect(chatBody('m', model, { ...request, toolChoice: 'none' })).not.toHaveProperty('tools');
  });

  it('holds system messages, images and no empty message', () => {
    expect(
      messagesOf(
        message('system', text('Be brief.')),
        message('system'),
        message('user', text('What is'), image('/9j/'), text('this?')),
        message('assistant'),
      ),
    ).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is\nthis?', images: ['/9j/'] },
    ]);
  });

  it('gives thoughts and calls back, and the results by the names of their tools', () => {
    expect(
      messagesOf(
        message(
          'assistant',
          { type: 'thinking', value: { text: 'Which city?' } },
          { type: 'thinking', value: { text: 'Of another.', signature: 'EqQB' } },
          text('Let me look.'),
          call('a'),
          call('b', '{'),
          call('c'),
        ),
        message('user', text('Go on'), result('a', 'rain'), shown('b', '/9j/'), result('c', 'no such city', true)),
      ),
    ).toEqual([
      {
        role: 'assistant',
        content: 'Let me look.',
        thinking: 'Which city?',
        tool_calls: [
          { id: 'a', function: { name: 'weather', arguments: { city: 'Oslo' } } },
          { id: 'b', function: { name: 'weather', arguments: {} } },
          { id: 'c', function: { name: 'weather', arguments: { city: 'Oslo' } } },
        ],
      },
      { role: 'tool', tool_name: 'weather', tool_call_id: 'a', content: 'rain' },
      { role: 'tool', tool_name: 'camera', tool_call_id: 'b', content: 'The image that camera returned follows.' },
      { role: 'tool', tool_name: 'weather', tool_call_id: 'c', content: 'The tool failed: no such city' },
      { role: 'user', content: 'Go on', images: ['/9j/'] },
    ]);
  });

  it('leaves out calls without a result and results without a call', () => {
    expect(
      messagesOf(
        message('assistant', text('Let me look.'), call('a')),
        message('user', text('No'), result('z', 'old')),
      ),
    ).toEqual([
      { role: 'assistant', content: 'Let me look.' },
      { role: 'user', content: 'No' },
    ]);
  });
});
