import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../../../e2e/servers/anthropic-wire.ts';
import type { WireFormat } from '../../../../e2e/servers/provider-server.ts';
import { ask } from '../../extension-harness.ts';
import { services, serving, thrownBy } from '../../provider-services.fixture.ts';
import { usualModels } from '../models.js';

const against = serving(services.anthropic);

describe('the models', () => {
  const listing = (pages: Record<string, unknown>[]): WireFormat => {
    let page = 0;
    const listed: WireFormat['listing'] = (method, path) =>
      method === 'GET' && path === '/v1/models' ? pages[page++ % pages.length] : null;
    return { ...anthropicMessages, listing: listed };
  };

  it('come on several pages, each once', async () => {
    const entry = (id: string) => ({ type: 'model', id, display_name: id.toUpperCase() });
    const pages = [
      { data: [entry('claude-opus-5'), entry('claude-haiku-4-5')], has_more: true, last_id: 'claude-haiku-4-5' },
      { data: [entry('claude-haiku-4-5'), entry('claude-3-haiku-20240307'), { id: 7 }], has_more: false, last_id: 'x' },
    ];
    const { provider } = await against({ key: 'good' }, {}, { format: listing(pages) });
    expect((await provider.models()).map((model) => [model.name, model.isDefault, model.isDefaultFast])).toEqual([
      ['CLAUDE-OPUS-5', true, false],
      ['CLAUDE-HAIKU-4-5', false, true],
      ['CLAUDE-3-HAIKU-20240307', false, false],
    ]);
  });

  it('are what the service says of them, else what their names do', async () => {
    const supported = (yes: boolean) => ({ supported: yes });
    const types = { adaptive: supported(false), enabled: supported(true) };
    const data = [
      {
        id: 'house-model',
        max_input_tokens: 50_000,
        max_tokens: 5000,
        capabilities: { image_input: supported(false), thinking: { ...supported(true), types } },
      },
      { id: 'claude-opus-4-5', max_input_tokens: null, capabilities: null },
      { id: 'other-model' },
    ];
    const { server, provider, say } = await against(
      { key: 'good' },
      {},
      { format: listing([{ data, has_more: false }]) },
    );
    const [house, opus, other] = await provider.models();
    expect(house).toMatchObject({
      name: 'house-model',
      maxTokenCount: 50_000,
      maxOutputTokens: 5000,
      capabilities: { supportsImages: false, supportsThinking: true, supportsTools: true },
    });
    expect(opus).toMatchObject({
      maxTokenCount: 200_000,
      maxOutputTokens: 64_000,
      capabilities: { supportsImages: true },
    });
    expect(other).toMatchObject({ capabilities: { supportsThinking: false } });
    await say('Hi', { id: 'house-model' });
    expect(server.completions().at(-1)?.body).toMatchObject({ max_tokens: 5000, thinking: { budget_tokens: 2500 } });
  });

  it('are the usual ones where the service has no list', async () => {
    const { provider } = await against({ key: 'good' }, {}, { format: { ...anthropicMessages, listing: () => null } });
    expect(await provider.models()).toEqual(usualModels.map(({ info }) => info));
  });

  it('are none when the list is no list', async () => {
    const { provider } = await against({ key: 'good' }, {}, { format: listing([{ data: 'none' }]) });
    expect(await thrownBy(() => provider.models())).toMatchObject({ code: 'invalid-response' });
  });

  it('say what is worth caching', async () => {
    const { provider } = await against();
    const minimum = async (id: string) => (await provider.cacheConfiguration?.(id))?.minTotalTokenCount;
    expect(provider.cacheConfiguration?.('claude-sonnet-5-5')).toEqual({
      maxCacheAnchors: 4,
      shouldCacheToolDefinitions: true,
      minTotalTokenCount: 1024,
    });
    expect(await minimum('claude-opus-4-6')).toBe(4096);
    expect(await minimum('claude-opus-4-7')).toBe(2048);
    expect(await minimum('claude-3-5-haiku-latest')).toBe(2048);
  });

  it('count tokens by the service', async () => {
    const { server, provider } = await against({ key: 'good' });
    expect(await provider.countTokens?.('claude-sonnet-5-5', ask('Hello there'))).toBeGreaterThan(10);
    expect(server.requests.at(-1)).toMatchObject({ path: '/v1/messages/count_tokens', authorization: 'right' });
    expect(server.requests.at(-1)?.body).not.toHaveProperty('max_tokens');
  });
});
