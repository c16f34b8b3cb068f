import { describe, expect, it } from 'vitest';
import { geminiContent } from '../../../../e2e/servers/gemini-wire.ts';
import type { WireFormat } from '../../../../e2e/servers/provider-server.ts';
import { ask } from '../../extension-harness.ts';
import { services, serving, thrownBy } from '../../provider-services.fixture.ts';
import { usualModels } from '../models.js';

const against = serving(services.gemini);
const { model } = services.gemini;

describe('the models', () => {
  const listing = (pages: Record<string, unknown>[]): WireFormat => {
    let page = 0;
    const listed: WireFormat['listing'] = (method, path) =>
      method === 'GET' && path === '/v1beta/models' ? pages[page++ % pages.length] : null;
    return { ...geminiContent, listing: listed };
  };
  const entry = (id: string, more: object = {}) => ({ name: `models/${id}`, displayName: id.toUpperCase(), ...more });

  it('come on several pages, each once: those that chat, the newest first', async () => {
    const pages = [
      {
        models: [
          entry('embedding-001', { supportedGenerationMethods: ['embedContent'] }),
          entry('gemini-2.5-flash', { supportedGenerationMethods: ['generateContent'] }),
          entry('gemini-3.1-flash-image'),
        ],
        nextPageToken: 'more',
      },
      {
        models: [
          entry('gemini-3-flash-preview'),
          entry('gemini-2.5-flash-lite'),
          entry('gemini-2.5-flash'),
          { name: 7 },
        ],
      },
    ];
    const { provider } = await against({ key: 'good' }, {}, { format: listing(pages) });
    expect((await provider.models()).map((one) => [one.name, one.isDefault, one.isDefaultFast])).toEqual([
      ['GEMINI-3-FLASH-PREVIEW', false, false],
      ['GEMINI-2.5-FLASH', true, false],
      ['GEMINI-2.5-FLASH-LITE', false, true],
    ]);
  });

  it('are what the service says of them, else what their names do', async () => {
    const models = [
      entry('house', { inputTokenLimit: 5000, outputTokenLimit: 500, thinking: true }),
      entry('gemini-3.5-flash', { thinking: false }),
      entry('gemini-2.5-pro', { inputTokenLimit: 'many' }),
      entry('gemini-2.0-flash'),
      entry('gemma-4'),
    ];
    const { server, provider, say } = await against({ key: 'good' }, {}, { format: listing([{ models }]) });
    const listed = new Map((await provider.models()).map((one) => [one.id, one]));
    expect(listed.get('house')).toMatchObject({
      maxTokenCount: 5000,
      maxOutputTokens: 500,
      capabilities: { supportsThinking: true, supportsTools: true },
    });
    expect(listed.get('gemini-3.5-flash')?.capabilities.supportsThinking).toBe(false);
    expect(listed.get('gemini-2.5-pro')).toMatchObject({
      maxTokenCount: 1_048_576,
      capabilities: { supportsThinking: true },
    });
    expect(listed.get('gemini-2.0-flash')?.capabilities.supportsThinking).toBe(false);
    expect(listed.get('gemma-4')?.capabilities.supportsTools).toBe(false);
    await say('Hi', { id: 'gemini-3.5-flash' });
    expect(server.completions().at(-1)?.body).not.toHaveProperty('generationConfig');
  });

  it('are the usual ones where the service has no list', async () => {
    const { provider } = await against({ key: 'good' }, {}, { format: { ...geminiContent, listing: () => null } });
    expect(await provider.models()).toEqual(usualModels);
  });

  it('are none when the list is no list', async () => {
    const { provider } = await against({ key: 'good' }, {}, { format: listing([{ models: 'none' }]) });
    expect(await thrownBy(() => provider.models())).toMatchObject({ code: 'invalid-response' });
  });

  it('count tokens by the service', async () => {
    const { server, provider } = await against({ key: 'good' });
    expect(await provider.countTokens?.(model, ask('Hello there'))).toBeGreaterThan(10);
    expect(server.requests.at(-1)).toMatchObject({
      path: '/v1beta/models/gemini-3.8-flash:countTokens',
      authorization: 'right',
      body: { generateContentRequest: { model: 'models/gemini-3.8-flash', contents: [{ role: 'user' }] } },
    });
  });
});
