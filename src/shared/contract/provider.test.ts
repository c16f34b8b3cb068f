import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelInfo } from '../testing/model-info.ts';
import {
  type CompletionEvent,
  completionEventSchema,
  formatModelRef,
  maxLabel,
  maxPiece,
  modelInfoSchema,
  parseModelRef,
  providerInfoSchema,
  stopReasons,
} from './provider.ts';

const id = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/);

describe('a model reference', () => {
  test('goes to text and back, whatever the model’s id holds', () => {
    fc.assert(
      fc.property(id, id, fc.string({ minLength: 1, unit: 'binary' }), (extensionId, providerId, modelId) => {
        const ref = { extensionId, providerId, modelId };
        expect(parseModelRef(formatModelRef(ref))).toEqual(ref);
      }),
    );
  });

  test.each([
    ['openai-compatible:main/meta/llama-3:8b', 'openai-compatible', 'main', 'meta/llama-3:8b'],
    ['a:b/c', 'a', 'b', 'c'],
    ['a:b//', 'a', 'b', '/'],
    ['a:b/two\nlines', 'a', 'b', 'two\nlines'],
  ])('%j is one', (text, extensionId, providerId, modelId) => {
    expect(parseModelRef(text)).toEqual({ extensionId, providerId, modelId });
    expect(formatModelRef({ extensionId, providerId, modelId })).toBe(text);
  });

  test.each(['', 'a', 'a:b', 'a:b/', ':b/c', 'a:/c', 'a/b:c', 'A:b/c', 'a:B/c', 'a b:c/d', 'a:b c/d', ' a:b/c'])(
    '%j is none',
    (text) => {
      expect(parseModelRef(text)).toBeNull();
    },
  );

  test('any text at all is one that is written the same again, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z:/-]{0,8}$/)), (text) => {
        const ref = parseModelRef(text);
        expect(ref === null || formatModelRef(ref) === text).toBe(true);
      }),
    );
  });
});

const events: CompletionEvent[] = [
  { type: 'started' },
  { type: 'queued', value: { position: 0 } },
  { type: 'text', value: '' },
  { type: 'thinking', value: { text: 'hm', signature: 's' } },
  { type: 'redacted-thinking', value: 'x' },
  { type: 'tool-use', value: { id: '1', name: 'n', input: '{', isInputComplete: false } },
  { type: 'tool-use-json-parse-error', value: { id: '1', toolName: 'n', rawInput: '{', error: 'e' } },
  ...stopReasons.map((value) => ({ type: 'stop', value }) as const),
  { type: 'usage', value: { inputTokens: 1, outputTokens: 0, cacheReadInputTokens: 2 } },
  { type: 'reasoning-details', value: '[]' },
];

describe('an event of an answer', () => {
  test.each(events)('%j passes as it is', (event) => {
    expect(completionEventSchema.safeParse(event)).toEqual({ success: true, data: event });
  });

  test.each([
    [null],
    [undefined],
    ['text'],
    [{}],
    [{ type: 'text' }],
    [{ type: 'text', value: 7 }],
    [{ type: 'Text', value: 'x' }],
    [{ type: 'started-again' }],
    [{ type: 'toString' }],
    [{ type: 'stop', value: 'bored' }],
    [{ type: 'queued', value: { position: -1 } }],
    [{ type: 'usage', value: { inputTokens: 1.5, outputTokens: 1 } }],
    [{ type: 'usage', value: { inputTokens: 2 ** 60, outputTokens: 1 } }],
    [{ type: 'usage', value: { inputTokens: 1 } }],
    [{ type: 'tool-use', value: { id: '1', name: 'n', input: {}, isInputComplete: true } }],
    [{ type: 'thinking', value: 'text' }],
  ])('%j does not pass', (event) => {
    expect(completionEventSchema.safeParse(event).success).toBe(false);
  });

  test('a text of more characters than any model sends at once does not pass', () => {
    const long = 'x'.repeat(maxPiece);
    expect(completionEventSchema.safeParse({ type: 'text', value: long }).success).toBe(true);
    const tool = { id: '1', name: 'n', isInputComplete: false };
    for (const event of [
      { type: 'text', value: `${long}x` },
      { type: 'thinking', value: { text: `${long}x` } },
      { type: 'redacted-thinking', value: `${long}x` },
      { type: 'reasoning-details', value: `${long}x` },
      { type: 'tool-use', value: { ...tool, input: `${long}x` } },
    ]) {
      expect(completionEventSchema.safeParse(event).success, event.type).toBe(false);
    }
  });

  test('why a model declined becomes one line that stands beside the app’s own words', () => {
    const explained = (explanation: unknown) =>
      completionEventSchema.safeParse({ type: 'stop', value: 'refusal', explanation }).data;
    expect(explained('About\n\n\u202ebombs ')).toMatchObject({ explanation: 'About bombs' });
    expect(explained('x'.repeat(5000))).toMatchObject({ explanation: 'x'.repeat(1000) });
    expect(explained({ category: 'cyber' })).toBeUndefined();
  });

  test('an id or a name that no list could show does not pass', () => {
    const long = 'x'.repeat(maxLabel);
    const tool = { id: long, name: long, input: '', isInputComplete: false };
    expect(completionEventSchema.safeParse({ type: 'tool-use', value: tool }).success).toBe(true);
    for (const wrong of [{ id: `${long}x` }, { name: `${long}x` }]) {
      expect(completionEventSchema.safeParse({ type: 'tool-use', value: { ...tool, ...wrong } }).success).toBe(false);
    }
  });

  test('fields that nobody knows are left out', () => {
    expect(completionEventSchema.parse({ type: 'text', value: 'x', extensionId: 'forged' })).toEqual({
      type: 'text',
      value: 'x',
    });
  });

  test('anything at all passes or does not, and never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void completionEventSchema.safeParse(value)));
  });
});

describe('what a provider says of itself and its models', () => {
  const { capabilities } = modelInfo('m');
  const model = modelInfo('m', { isDefault: true, capabilities: { ...capabilities, supportsTools: true } });

  test('a model passes as it is', () => {
    expect(modelInfoSchema.parse(model)).toEqual(model);
    expect(modelInfoSchema.parse({ ...model, maxOutputTokens: 0 })).toMatchObject({ maxOutputTokens: 0 });
  });

  test('the name of a model is shown in one plain line', () => {
    expect(modelInfoSchema.parse({ ...model, name: ' Big\u202e\nmodel\u200b ' }).name).toBe('Big model');
    expect(providerInfoSchema.parse({ id: 'p', name: 'P\u2066rovider\u00ad' }).name).toBe('P rovider');
  });

  test.each([
    ['no id', { ...model, id: '' }],
    ['no name', { ...model, name: '' }],
    ['a name that no list could show', { ...model, name: 'x'.repeat(maxLabel + 1) }],
    ['an id with a mark that nobody sees', { ...model, id: 'm\u202e1' }],
    ['an id of two lines', { ...model, id: 'm\n1' }],
    ['a name of marks that nobody sees', { ...model, name: '\u200b\u2066\n' }],
    ['a fraction of a token', { ...model, maxTokenCount: 0.5 }],
    ['an unsafe count', { ...model, maxTokenCount: 2 ** 53 }],
    ['no capabilities', { ...model, capabilities: undefined }],
    ['an unknown tool format', { ...model, capabilities: { ...model.capabilities, toolInputFormat: 'xml' } }],
    ['a word for a switch', { ...model, isDefault: 'yes' }],
  ])('a model with %s does not', (_what, value) => {
    expect(modelInfoSchema.safeParse(value).success).toBe(false);
  });

  test('a provider has an id and a name, and may have an icon', () => {
    expect(providerInfoSchema.parse({ id: 'p', name: 'P', icon: 'p.svg' })).toEqual({
      id: 'p',
      name: 'P',
      icon: 'p.svg',
    });
    expect(providerInfoSchema.safeParse({ id: 'p' }).success).toBe(false);
    expect(providerInfoSchema.safeParse({ id: 'p', name: 'P', icon: 7 }).success).toBe(false);
  });
});
