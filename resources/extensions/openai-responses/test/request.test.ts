import { describe, expect, it } from 'vitest';
import type { RequestMessage } from '../../../../src/shared/contract/provider.ts';
import { ask } from '../../extension-harness.ts';
import { call, image, message, result, shown, text } from '../../requests.fixture.ts';
import { formatPhases } from '../phases.js';
import { signatureOf } from '../reasoning-signature.js';
import { withoutRefusedField } from '../refused-fields.js';
import { requestBody } from '../request.js';

const sealed = (id: string): string => signatureOf({ id, encrypted_content: `sealed ${id}` }) ?? '';
const inputOf = (...messages: RequestMessage[]) => {
  const { input } = requestBody('gpt-5', { ...ask(''), messages });
  return Array.isArray(input) ? input : [];
};
const said = (value: string, more = {}) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: value }],
  ...more,
});
const called = (id: string) => ({
  type: 'function_call',
  call_id: id,
  name: 'weather',
  arguments: '{"city":"Oslo"}',
});

describe('the body of a request', () => {
  it('asks a plain model for a stream, and leaves out what was not asked for', () => {
    expect(requestBody('gpt-4.1', ask('Hi'))).toEqual({
      model: 'gpt-4.1',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      stream: true,
      store: false,
    });
  });

  it('asks a model that reasons for a summary, and for its thoughts to be given back', () => {
    const body = requestBody('gpt-5.4', ask('Hi', { temperature: 0 }));
    expect(body).toMatchObject({ reasoning: { summary: 'auto' }, include: ['reasoning.encrypted_content'] });
    expect(body).not.toHaveProperty('temperature');
  });

  it.each([
    ['gpt-5-mini', 'minimal'],
    ['gpt-5.4', 'none'],
    ['o4-mini', 'low'],
  ])('lets %s think as little as it can when thinking is not allowed', (model, effort) => {
    expect(requestBody(model, ask('Hi', { thinkingAllowed: false })).reasoning).toEqual({ effort });
  });

  it('carries tools, their choice, the temperature and a limit', () => {
    const request = ask('Hi', {
      tools: [{ name: 'weather', description: 'Tells it.', inputSchema: '{"type":"object"}' }],
      toolChoice: 'any',
      temperature: 0,
      maxTokens: 50,
    });
    expect(requestBody('gpt-4.1', request)).toMatchObject({
      tools: [
        { type: 'function', name: 'weather', description: 'Tells it.', parameters: { type: 'object' }, strict: false },
      ],
      tool_choice: 'required',
      parallel_tool_calls: true,
      temperature: 0,
      max_output_tokens: 50,
    });
  });

  it('asks for no more and no less than a limit that the service takes', () => {
    expect(requestBody('gpt-4.1', ask('Hi', { maxTokens: 32_768 }))).not.toHaveProperty('max_output_tokens');
    expect(requestBody('gpt-4.1', ask('Hi', { maxTokens: 1 })).max_output_tokens).toBe(16);
  });

  it('makes instructions of the system messages that come first, and a message of a later one', () => {
    const messages = [
      message('system', text('Be brief.')),
      message('system', text('Be kind.')),
      message('user', text('Hi')),
      message('system', text('Now in French.')),
    ];
    const { instructions, input } = requestBody('gpt-5', { ...ask(''), messages });
    expect(instructions).toBe('Be brief.\n\nBe kind.');
    expect(input).toMatchObject([{ role: 'user' }, { role: 'system', content: [{ text: 'Now in French.' }] }]);
  });

  it('sends an image as a data URL', () => {
    expect(inputOf(message('user', text('What is it?'), image('UklGRiQA')))).toEqual([
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is it?' },
          { type: 'input_image', detail: 'auto', image_url: 'data:image/webp;base64,UklGRiQA' },
        ],
      },
    ]);
  });

  it('puts results before what the person says, an image among them', () => {
    expect(
      inputOf(
        message('assistant', call('a'), call('b'), call('c', '')),
        message('user', text('Go on'), result('a', 'rain'), shown('b', '/9j/'), result('c', 'no such city', true)),
      ).slice(2),
    ).toEqual([
      { type: 'function_call', call_id: 'c', name: 'weather', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'rain' },
      {
        type: 'function_call_output',
        call_id: 'b',
        output: [{ type: 'input_image', detail: 'auto', image_url: 'data:image/jpeg;base64,/9j/' }],
      },
      { type: 'function_call_output', call_id: 'c', output: 'The tool failed: no such city' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on' }] },
    ]);
  });

  it('gives thoughts back in their order, with their ids, before what they led to', () => {
    expect(
      inputOf(
        message(
          'assistant',
          { type: 'thinking', value: { text: 'Which city?\n', signature: sealed('rs_1') } },
          text('Let me look.'),
          { type: 'redacted-thinking', value: sealed('rs_2') },
          call('a'),
        ),
        message('user', result('a', 'rain')),
      ).slice(0, 4),
    ).toEqual([
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'Which city?' }],
        encrypted_content: 'sealed rs_1',
      },
      said('Let me look.'),
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'sealed rs_2' },
      called('a'),
    ]);
  });

  it('keeps back the thoughts of others, thoughts without a seal, and those that lead to nothing', () => {
    expect(
      inputOf(
        message(
          'assistant',
          { type: 'thinking', value: { text: 'Hm' } },
          { type: 'thinking', value: { text: 'Hm', signature: 'EqQBCkYIBhgC' } },
          { type: 'redacted-thinking', value: '{"of":"another"}' },
          text('Yes.'),
          { type: 'redacted-thinking', value: sealed('rs_2') },
          call('unanswered'),
        ),
        message('user', text('Never mind'), result('z', 'old')),
      ),
    ).toEqual([said('Yes.'), expect.objectContaining({ role: 'user', content: [expect.anything()] })]);
  });

  it('tells the messages of an answer apart again, by what came with it', () => {
    const details = formatPhases([
      { phase: 'commentary', length: 5 },
      { phase: 'final_answer', length: 8 },
    ]);
    const answer = {
      ...message('assistant', text('Look.\n\nDo'), call('a'), text('ne.!')),
      reasoningDetails: `${details}`,
    };
    expect(inputOf(answer, message('user', result('a', 'rain'))).slice(0, 4)).toEqual([
      said('Look.', { phase: 'commentary' }),
      said('Do', { phase: 'final_answer' }),
      called('a'),
      said('ne.!', { phase: 'final_answer' }),
    ]);
  });

  it.each(['{"messages":[{"phase":"commentary","length":99}]}', 'of another', '{"messages":7}'])(
    'sends an answer in one piece when what came with it says %s',
    (reasoningDetails) => {
      expect(inputOf({ ...message('assistant', text('Look.\n\nDone.')), reasoningDetails })).toEqual([
        said('Look.\n\nDone.'),
      ]);
    },
  );
});

describe('a body that was refused', () => {
  const image = { type: 'input_image', image_url: 'data:…' };
  const reasoning = { type: 'reasoning', id: 'rs_1', encrypted_content: '…', summary: [] };
  const output = { type: 'function_call_output', call_id: 'a', output: [image] };
  const body = {
    model: 'm',
    input: [{ type: 'message', phase: 'commentary' }, reasoning, output],
    include: ['reasoning.encrypted_content'],
    reasoning: { summary: 'auto', effort: 'none' },
    tools: [{ name: 'weather', strict: false }],
    temperature: 0,
    max_output_tokens: 5,
  };
  const refused = (error: { message?: string; param?: string; code?: string }) => withoutRefusedField(body, { error });

  it.each([
    ['include', { param: 'include' }, ({ include: _, ...rest }: typeof body) => rest],
    [
      'temperature',
      { message: "Unsupported parameter: 'temperature' …" },
      ({ temperature: _, ...rest }: typeof body) => rest,
    ],
    ['max_output_tokens', { param: 'max_output_tokens' }, ({ max_output_tokens: _, ...rest }: typeof body) => rest],
    ['the summary', { param: 'reasoning.summary' }, () => ({ ...body, reasoning: { effort: 'none' } })],
    ['the effort', { param: 'reasoning.effort' }, () => ({ ...body, reasoning: { summary: 'auto' } })],
    ['reasoning', { message: 'Unknown field: reasoning' }, ({ reasoning: _, ...rest }: typeof body) => rest],
    ['strict', { param: 'tools[0].strict' }, () => ({ ...body, tools: [{ name: 'weather' }] })],
    ['the phase', { param: 'input[0].phase' }, () => ({ ...body, input: [{ type: 'message' }, reasoning, output] })],
    [
      'thoughts',
      { code: 'invalid_encrypted_content', message: 'It could not be verified.' },
      () => ({ ...body, input: [body.input[0], output] }),
    ],
    [
      'thoughts without what follows',
      { message: "Item 'rs_1' was provided without its required following item." },
      () => ({ ...body, input: [body.input[0], output] }),
    ],
    [
      'the image of a result, which then follows it,',
      { param: 'input[2].output' },
      () => ({
        ...body,
        input: [
          body.input[0],
          reasoning,
          { ...output, output: 'The image that the tool returned follows.' },
          { type: 'message', role: 'user', content: [image] },
        ],
      }),
    ],
  ])('loses %s when the refusal names it', (_name, error, expected) => {
    expect(refused(error)).toEqual(expected(body));
  });

  it('is given up when the refusal is about anything else, or all of it is gone already', () => {
    expect(refused({ message: 'No such model', code: 'model_not_found' })).toBeNull();
    expect(
      withoutRefusedField({ model: 'm', input: [] }, { error: { param: 'include temperature strict' } }),
    ).toBeNull();
  });
});
