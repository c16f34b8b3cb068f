import { describe, expect, it } from 'vitest';
import type { CompletionRequest, MessageContent, RequestMessage } from '../../../../src/shared/contract/provider.ts';
import { ask } from '../../extension-harness.ts';
import { image, shown, text } from '../../requests.fixture.ts';
import { requestBody, withoutRefused } from '../request.js';
import { reduceSchema } from '../schema.js';

const body = (request: CompletionRequest, model = 'gemini-3.8-flash', thinks = true) =>
  requestBody(model, request, thinks);
const talk = (...messages: RequestMessage[]) => body(ask('', { messages })).contents;
const user = (...content: MessageContent[]): RequestMessage => ({ role: 'user', content, cache: false });
const assistant = (...content: MessageContent[]): RequestMessage => ({ role: 'assistant', content, cache: false });
const use = (id: string, thoughtSignature?: string, input = '{"q":1}'): MessageContent => ({
  type: 'tool-use',
  value: {
    id,
    name: 'find',
    input,
    isInputComplete: true,
    ...(thoughtSignature !== undefined && { thoughtSignature }),
  },
});
const result = (id: string, value = 'found', isError = false): MessageContent => ({
  type: 'tool-result',
  value: { toolUseId: id, toolName: 'find', isError, content: { type: 'text', value } },
});
const schema = { type: 'object', properties: { q: { type: 'number' } } };
const tool = { name: 'find', description: 'Finds', inputSchema: JSON.stringify(schema) };
const png = 'iVBORw0KGgo=';

describe('the contents', () => {
  it('are those of the thread, with what the system says apart', () => {
    const { contents, systemInstruction } = body(
      ask('', {
        messages: [
          { role: 'system', content: [text('Be kind.')], cache: false },
          user(text('Hi'), image('/9j/4AAQ')),
          assistant(text('Hello')),
          user(text('Go')),
          user(text('on')),
          assistant(text('')),
        ],
      }),
    );
    expect(systemInstruction).toEqual({ parts: [{ text: 'Be kind.' }] });
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'Hi' }, { inlineData: { mimeType: 'image/jpeg', data: '/9j/4AAQ' } }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts: [{ text: 'Go' }, { text: 'on' }] },
    ]);
  });

  it('hold each signature on the part that it came with, and no other thoughts', () => {
    const contents = talk(
      user(text('Go')),
      assistant(
        { type: 'thinking', value: { text: 'of another service' } },
        { type: 'thinking', value: { text: 'Hm', signature: 'b25l' } },
        text('So'),
        { type: 'thinking', value: { text: '', signature: 'dHdv' } },
        { type: 'redacted-thinking', value: 'x' },
        use('a', 'dGhyZWU'),
        use('gemini-call-1'),
      ),
      user(result('a'), result('gemini-call-1')),
    );
    expect(contents[1]?.parts).toEqual([
      { text: 'Hm', thought: true, thoughtSignature: 'b25l' },
      { text: 'So' },
      { text: '', thoughtSignature: 'dHdv' },
      { functionCall: { id: 'a', name: 'find', args: { q: 1 } }, thoughtSignature: 'dGhyZWU' },
      { functionCall: { name: 'find', args: { q: 1 } } },
    ]);
  });

  it('hold calls with their results, which come first, and neither without the other', () => {
    const contents = talk(
      user(text('Go')),
      assistant(use('a'), use('lost'), use('b', undefined, '')),
      user(text('And?'), result('a'), result('b', 'no such file', true), result('unknown')),
    );
    expect(contents[1]?.parts.map(({ functionCall }) => functionCall)).toEqual([
      { id: 'a', name: 'find', args: { q: 1 } },
      { id: 'b', name: 'find', args: {} },
    ]);
    expect(contents[2]?.parts).toEqual([
      { functionResponse: { id: 'a', name: 'find', response: { output: 'found' } } },
      { functionResponse: { id: 'b', name: 'find', response: { error: 'no such file' } } },
      { text: 'And?' },
    ]);
  });

  it('hold an image that a tool returned, where the model takes it', () => {
    const request = ask('', { messages: [assistant(use('a')), user(text('?'), shown('a', png))] });
    const image = { inlineData: { mimeType: 'image/png', data: png } };
    const newer = body(request).contents[1]?.parts;
    expect(newer).toMatchObject([{ functionResponse: { name: 'camera', parts: [image] } }, { text: '?' }]);
    const older = body(request, 'gemini-2.5-flash').contents[1]?.parts;
    expect(older?.[0]?.functionResponse).not.toHaveProperty('parts');
    expect(older?.slice(1)).toEqual([{ text: '?' }, image]);
  });
});

describe('the tools', () => {
  const declared = (inputSchema: string) =>
    body(ask('Hi', { tools: [{ ...tool, inputSchema }] })).tools?.[0].functionDeclarations[0];

  it('have their schema, and none when they take nothing', () => {
    expect(declared(tool.inputSchema)).toEqual({ name: 'find', description: 'Finds', parametersJsonSchema: schema });
    expect(declared('{"type":"object","properties":{}}')).toEqual({ name: 'find', description: 'Finds' });
    expect(declared('{"type":"object"}')).toEqual({ name: 'find', description: 'Finds' });
  });

  it.each([
    ['auto', 'AUTO'],
    ['any', 'ANY'],
    ['none', 'NONE'],
  ] as const)('are chosen by %s as %s', (toolChoice, mode) => {
    expect(body(ask('Hi', { tools: [tool], toolChoice })).toolConfig).toEqual({ functionCallingConfig: { mode } });
    expect(body(ask('Hi', { toolChoice }))).not.toHaveProperty('toolConfig');
  });
});

describe('how it is to be generated', () => {
  it.each([
    ['gemini-3.8-flash', true, { includeThoughts: true }, { thinkingLevel: 'low' }],
    ['gemini-2.5-pro', true, { includeThoughts: true }, { thinkingBudget: 128 }],
    ['gemini-2.5-flash', true, { includeThoughts: true }, { thinkingBudget: 0 }],
    ['gemini-2.0-flash', false, undefined, undefined],
  ])('%s thinks or not', (model, thinks, allowed, not) => {
    expect(body(ask('Hi'), model, thinks).generationConfig?.thinkingConfig).toEqual(allowed);
    const config = body(ask('Hi', { thinkingAllowed: false }), model, thinks).generationConfig;
    expect(config?.thinkingConfig).toEqual(not);
  });

  it('says the rest', () => {
    const stopSequences = ['1', '2', '3', '4', '5', '6'];
    expect(
      body(ask('Hi', { temperature: 0.5, maxTokens: 100, stopSequences }), 'gemini-2.0-flash', false).generationConfig,
    ).toEqual({
      temperature: 0.5,
      maxOutputTokens: 100,
      stopSequences: stopSequences.slice(0, 5),
    });
    expect(body(ask('Hi'), 'gemini-2.0-flash', false)).not.toHaveProperty('generationConfig');
  });
});

describe('a refusal', () => {
  const full = body(ask('Hi', { tools: [tool], temperature: 1 }));

  it('that names a setting is answered without it', () => {
    expect(withoutRefused(full, 'Thinking is not enabled for this model')?.generationConfig).toEqual({
      temperature: 1,
    });
    expect(withoutRefused(full, 'temperature is not supported')?.generationConfig).toEqual({
      thinkingConfig: { includeThoughts: true },
    });
  });

  it('of schemas is answered in the older words, once', () => {
    const less = withoutRefused(full, 'Unknown name "parametersJsonSchema" at tools[0]: Cannot find field.');
    expect(less?.tools?.[0].functionDeclarations).toEqual([
      { name: 'find', description: 'Finds', parameters: { type: 'object', properties: { q: { type: 'number' } } } },
    ]);
    expect(less && withoutRefused(less, 'Unknown name in schema')).toBeNull();
  });

  it('of calls that another model made is answered with the word for it', () => {
    const sent = body(
      ask('', {
        messages: [
          assistant(use('a'), use('b')),
          user(result('a'), result('b')),
          assistant(use('c', 'b2xk')),
          user(result('c')),
        ],
      }),
    );
    const signatures = (said: string) =>
      withoutRefused(sent, said)?.contents.flatMap(({ parts }) =>
        parts.flatMap((part) => ('functionCall' in part ? [part.thoughtSignature] : [])),
      );
    const skip = 'skip_thought_signature_validator';
    expect(signatures('Function call is missing a thought_signature in functionCall parts')).toEqual([
      skip,
      undefined,
      'b2xk',
    ]);
    expect(signatures('Corrupted thought signature.')).toEqual([skip, undefined, skip]);
    const less = withoutRefused(sent, 'missing a thought_signature');
    expect(less && withoutRefused(less, 'missing a thought_signature')).toBeNull();
  });

  it('of anything else stands', () => {
    expect(withoutRefused(full, 'models/x is not found')).toBeNull();
    expect(withoutRefused(body(ask('Hi'), 'gemini-2.0-flash', false), 'Thinking is not enabled')).toBeNull();
  });
});

describe('a schema in the older words', () => {
  it.each([
    [
      { type: ['string', 'null'], minLength: 1 },
      { type: 'string', nullable: true, minLength: 1 },
    ],
    [
      { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'x' },
      { type: 'string', nullable: true, description: 'x' },
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [{ const: 'a' }, { type: 'string', enum: ['a'] }],
    [{ type: 'integer', enum: [1, 2] }, { type: 'integer' }],
    [{ type: 'string', format: 'uri', $schema: 'x', examples: [1] }, { type: 'string' }],
    [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [{ type: 'array' }, { type: 'array', items: { type: 'string' } }],
    [{ type: 'object', properties: {}, additionalProperties: false }, { type: 'object' }],
    [
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a~1b' } },
        required: ['a', 'gone'],
        $defs: { 'a/b': { type: 'boolean' } },
      },
      { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] },
    ],
    [
      { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { properties: { b: { type: 'number' } } }] },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } },
    ],
    ['no schema', {}],
  ])('%j is %j', (given, reduced) => {
    expect(reduceSchema(given)).toEqual(reduced);
  });

  it('that refers to itself ends', () => {
    const tree = { type: 'object', properties: { child: { $ref: '#' } } };
    expect(JSON.stringify(reduceSchema(tree)).length).toBeLessThan(2000);
    expect(reduceSchema({ type: 'object', properties: { a: { $ref: '#/constructor/prototype' } } })).toEqual({
      type: 'object',
      properties: { a: {} },
    });
  });
});
