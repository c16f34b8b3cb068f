import { describe, expect, it } from 'vitest';
import type { CompletionRequest } from '../../src/shared/contract/provider.ts';
import * as anthropic from './anthropic/request.js';
import { traitsOf } from './anthropic/traits.js';
import { ask } from './extension-harness.ts';
import * as gemini from './gemini/request.js';
import * as ollama from './ollama/request.js';
import * as compatible from './openai-compatible/request.js';
import * as responses from './openai-responses/request.js';
import { image, message } from './requests.fixture.ts';

/** Request bodies of each provider. */

const bodies: [string, (request: CompletionRequest) => object][] = [
  ['anthropic', (request) => anthropic.requestBody('claude-sonnet-5', request, traitsOf('claude-sonnet-5'))],
  ['gemini', (request) => gemini.requestBody('gemini-3.8-flash', request, true)],
  ['responses', (request) => responses.requestBody('gpt-5', request)],
  ['compatible', (request) => compatible.requestBody('m', request, 'here m')],
  ['ollama', (request) => ollama.chatBody('m', { thinks: false, contextLength: undefined }, request)],
];

describe.each(bodies)('a request of %s', (name, bodyOf) => {
  it.each([
    ['iVBORw0KGgo=', 'image/png'],
    ['/9j/4AAQ', 'image/jpeg'],
    ['R0lGODlh', 'image/gif'],
    ['UklGRiQA', 'image/webp'],
  ])('holds the image %s, and says that it is %s where that is asked', (source, type) => {
    const body = JSON.stringify(bodyOf(ask('', { messages: [message('user', image(source))] })));
    expect(body).toContain(source);
    expect(body.match(/image\/\w+/g)).toEqual(name === 'ollama' ? null : [type]);
  });

  it('is none with a tool whose schema is not JSON, which it names', () => {
    const request = ask('Hi', { tools: [{ name: 'weather', description: '', inputSchema: '{' }] });
    expect(() => bodyOf(request)).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        message: expect.stringContaining('tool weather is not valid'),
      }),
    );
  });
});
