import { describe, expect, it } from 'vitest';
import { familyOf, modelsIn } from '../models.js';

const listed = (...ids: string[]) =>
  modelsIn({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) }) ?? [];
const ids = (...names: string[]) => listed(...names).map(({ id }) => id);

describe('the list of models', () => {
  it('holds those that answer, the newest generation first', () => {
    expect(
      ids(
        'gpt-4o',
        'text-embedding-3-small',
        'whisper-1',
        'tts-1-hd',
        'dall-e-3',
        'gpt-image-1',
        'sora-2',
        'gpt-realtime',
        'gpt-audio-mini',
        'gpt-4o-audio-preview',
        'gpt-4o-transcribe',
        'gpt-4o-search-preview',
        'gpt-3.5-turbo-instruct',
        'o3-deep-research',
        'computer-use-preview',
        'omni-moderation-latest',
        'babbage-002',
        'o3',
        'gpt-5.10',
        'gpt-5.4',
        'gpt-5.4-mini',
        'gpt-5',
      ),
    ).toEqual(['o3', 'gpt-5.10', 'gpt-5.4-mini', 'gpt-5.4', 'gpt-5', 'gpt-4o']);
  });

  it('has the newest generation as its default, and its small model for small tasks', () => {
    const models = listed('gpt-4.1', 'gpt-5.4', 'gpt-5.4-mini', 'gpt-5.10', 'gpt-5.10-codex', 'gpt-5-mini', 'o3');
    expect(models.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual(['gpt-5.10']);
    expect(models.filter(({ isDefaultFast }) => isDefaultFast).map(({ id }) => id)).toEqual(['gpt-5.4-mini']);
  });

  it('has a default at any service, and shows what it has when none of it seems to answer', () => {
    expect(listed('qwen3', 'llama').map(({ id, isDefault, isDefaultFast }) => [id, isDefault, isDefaultFast])).toEqual([
      ['qwen3', true, true],
      ['llama', false, false],
    ]);
    expect(ids('my-search')).toEqual(['my-search']);
  });

  it('skips entries that are none, and is null when there is no list', () => {
    expect(modelsIn({ data: [{ id: 'a' }, { id: '' }, {}, null, 'b', { id: 'a' }] })?.map(({ id }) => id)).toEqual([
      'a',
    ]);
    expect(modelsIn({ error: 'no' })).toBeNull();
    expect(modelsIn('no')).toBeNull();
  });
});

describe('what a model can do', () => {
  it.each([
    ['gpt-5.4', 1_050_000, true, true],
    ['gpt-5.5-2026-04-23', 1_050_000, true, true],
    ['gpt-5.4-mini', 400_000, true, true],
    ['gpt-5', 400_000, true, true],
    ['gpt-5.3-codex', 400_000, true, true],
    ['gpt-5.3-codex-spark', 128_000, true, false],
    ['gpt-5-chat-latest', 128_000, false, true],
    ['gpt-4.1-nano', 1_047_576, false, true],
    ['ft:gpt-4o-mini-2024-07-18:acme::AbC', 128_000, false, true],
    ['gpt-4-turbo-2024-04-09', 128_000, false, true],
    ['gpt-4-0613', 8_192, false, false],
    ['gpt-3.5-turbo', 16_385, false, false],
    ['o3-mini', 200_000, true, false],
    ['o4-mini', 200_000, true, true],
    ['openai/gpt-oss-20b', 131_072, true, false],
    ['qwen3', 128_000, false, true],
  ])('is known of %s by its family', (id, maxTokenCount, supportsThinking, supportsImages) => {
    expect(listed(id)[0]).toMatchObject({ maxTokenCount, capabilities: { supportsThinking, supportsImages } });
    expect(familyOf(id).context).toBe(maxTokenCount);
  });
});
