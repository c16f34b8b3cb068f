import { describe, expect, it } from 'vitest';
import type { CompletionRequest, MessageContent, RequestMessage } from '../../../../src/shared/contract/provider.ts';
import { ask } from '../../extension-harness.ts';
import { call, image, message, result, shown, text } from '../../requests.fixture.ts';
import { requestBody, withoutRefusedField } from '../request.js';

const messagesOf = (...messages: RequestMessage[]) => {
  const body = requestBody('m', { ...ask(''), messages }, 'here m');
  return Array.isArray(body.messages) ? body.messages : [];
};

describe('the body of a request', () => {
  it('asks for a stream with usage and leaves out what was not asked for', () => {
    expect(requestBody('m', ask('Hi'), 'here m')).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('carries limits, stop sequences, tools and their choice', () => {
    const request: CompletionRequest = ask('Hi', {
      tools: [{ name: 'weather', description: 'Tells it.', inputSchema: '{"type":"object"}' }],
      toolChoice: 'any',
      stopSequences: ['END'],
      temperature: 0,
      maxTokens: 50,
    });
    expect(requestBody('m', request, 'here m')).toMatchObject({
      tools: [
        {
          type: 'function',
          function: { name: 'weather', description: 'Tells it.', parameters: { type: 'object' } },
        },
      ],
      tool_choice: 'required',
      stop: ['END'],
      temperature: 0,
      max_tokens: 50,
    });
  });

  it('sends a system message as one, and no empty message', () => {
    expect(messagesOf(message('system', text('Be brief.')), message('system'), message('assistant'))).toEqual([
      { role: 'system', content: 'Be brief.' },
    ]);
  });

  it('sends an image as a data URL', () => {
    expect(messagesOf(message('user', text('What is it?'), image('UklGRiQA')))).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: 'data:image/webp;base64,UklGRiQA' } },
        ],
      },
    ]);
  });

  it('puts results directly behind their calls, before what the person says', () => {
    expect(
      messagesOf(
        message('assistant', { type: 'thinking', value: { text: 'Hm' } }, call('a'), call('b', '')),
        message('user', text('Go on'), result('a', 'rain'), result('b', 'no such city', true)),
      ),
    ).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
          { id: 'b', type: 'function', function: { name: 'weather', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'rain' },
      { role: 'tool', tool_call_id: 'b', content: 'The tool failed: no such city' },
      { role: 'user', content: 'Go on' },
    ]);
  });

  it('shows the image of a result in the message that follows', () => {
    expect(messagesOf(message('assistant', call('a')), message('user', shown('a', '/9j/'))).slice(1)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'The image that camera returned follows.' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/' } }] },
    ]);
  });

  it('leaves out calls without a result and results without a call', () => {
    expect(
      messagesOf(
        message('assistant', text('Let me look.'), call('a')),
        message('user', text('Never mind'), result('z', 'old')),
      ),
    ).toEqual([
      { role: 'assistant', content: 'Let me look.' },
      { role: 'user', content: 'Never mind' },
    ]);
  });
});

describe('what the service wants to have back', () => {
  const kept = (fields: object, whose = 'here m') => JSON.stringify({ for: whose, ...fields });
  const thinking = (...content: MessageContent[]) => ({
    ...message('assistant', ...content),
    reasoningDetails: kept({ reasoning_content: 'Hm', reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] }),
  });
  const assistants = (...messages: RequestMessage[]) =>
    messagesOf(...messages).filter(({ role }) => role === 'assistant');

  it('goes back: details always, the text of thinking between the calls of one turn', () => {
    const details = [{ type: 'reasoning.text', text: 'Hm' }];
    const sent = assistants(
      message('user', text('One')),
      thinking(call('a')),
      message('user', result('a', 'rain')),
      thinking(text('It rains.')),
      message('user', text('Two')),
      thinking(call('b')),
      message('user', result('b', 'sun')),
    );
    expect(sent).toMatchObject([
      { reasoning_details: details, tool_calls: [{ id: 'a' }] },
      { reasoning_details: details, content: 'It rains.' },
      { reasoning_details: details, reasoning_content: 'Hm', tool_calls: [{ id: 'b' }] },
    ]);
    expect(sent[0]).not.toHaveProperty('reasoning_content');
    expect(assistants(message('user', text('One')), thinking(text('Hi')))[0]).not.toHaveProperty('reasoning_content');
  });

  it('goes back with a call', () => {
    const use = {
      id: 'a',
      name: 'x',
      input: '{}',
      isInputComplete: true,
      thoughtSignature: kept({ extra_content: { s: 1 } }),
    };
    const sent = assistants(
      message('assistant', { type: 'tool-use', value: use }),
      message('user', result('a', 'rain')),
    );
    expect(sent).toMatchObject([{ tool_calls: [{ id: 'a', extra_content: { s: 1 } }] }]);
  });

  it.each([
    ['of another service or model', kept({ reasoning_details: [1] }, 'there m')],
    ['of another extension', '[{"type":"reasoning"}]'],
    ['no JSON', 'x'],
  ])('stays here when it is %s', (_what, reasoningDetails) => {
    expect(assistants({ ...message('assistant', text('Hi')), reasoningDetails })).toEqual([
      { role: 'assistant', content: 'Hi' },
    ]);
  });
});

describe('a body that was refused', () => {
  const body = { model: 'm', stream_options: { include_usage: true }, max_tokens: 5 };

  it('loses the temperature when the refusal names it', () => {
    expect(withoutRefusedField({ ...body, temperature: 0 }, "Unsupported value: 'temperature'")).toEqual(body);
  });

  it('gets short ids when the refusal asks for them, the same for a call and its result', () => {
    const messages = [
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_1', function: { name: 'x', arguments: '{"id":"call_1"}' } }, { id: 'a23456789' }],
      },
      { role: 'tool', tool_call_id: 'call_1' },
    ];
    const mended = withoutRefusedField(
      { ...body, messages },
      'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
    );
    const [assistant, tool] = (mended?.messages ?? []) as [
      { tool_calls: { id: string; function: unknown }[] },
      { tool_call_id: string },
    ];
    expect(assistant.tool_calls[0]?.id).toMatch(/^[a-z0-9]{9}$/);
    expect(assistant.tool_calls[0]?.function).toEqual({ name: 'x', arguments: '{"id":"call_1"}' });
    expect(assistant.tool_calls[1]?.id).toBe('a23456789');
    expect(tool.tool_call_id).toBe(assistant.tool_calls[0]?.id);
    expect(withoutRefusedField(mended ?? {}, 'Tool call id was …')).toBeNull();
  });

  it('loses stream_options when the refusal names them', () => {
    expect(withoutRefusedField(body, 'Unknown field: stream_options')).toEqual({ model: 'm', max_tokens: 5 });
  });

  it('says max_completion_tokens when the refusal asks for it', () => {
    expect(withoutRefusedField(body, "Use 'max_completion_tokens' instead.")).toEqual({
      model: 'm',
      stream_options: { include_usage: true },
      max_completion_tokens: 5,
    });
  });

  it('is given up when the refusal is about anything else, or the field is gone already', () => {
    expect(withoutRefusedField(body, 'No such model')).toBeNull();
    expect(withoutRefusedField({ model: 'm' }, 'stream_options max_completion_tokens')).toBeNull();
  });
});
