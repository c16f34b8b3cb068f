import { describe, expect, it } from 'vitest';
import { modelOf, tagsIn } from '../models.js';

const shown = (more = {}) => ({
  capabilities: ['completion', 'tools'],
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
  ...more,
});

describe('the list of models', () => {
  it('is read by name, and is null when there is none', () => {
    expect(tagsIn({ models: [{ name: 'a:1b', digest: 'd' }, { model: 'b' }, {}, null] })).toEqual([
      { name: 'a:1b', digest: 'd' },
      { name: 'b', digest: '' },
    ]);
    expect(tagsIn({ object: 'list' })).toBeNull();
  });
});

describe('what a model can do', () => {
  it('is what it says', () => {
    expect(modelOf('qwen3:latest', shown({ capabilities: ['completion', 'thinking', 'vision'] }), 0)).toMatchObject({
      thinks: true,
      info: {
        id: 'qwen3:latest',
        name: 'qwen3',
        capabilities: { supportsImages: true, supportsTools: false, supportsThinking: true },
      },
    });
  });

  it('is no chat for a model that only embeds', () => {
    expect(modelOf('e', shown({ capabilities: ['embedding'] }), 0)).toBeNull();
    expect(modelOf('e', { details: { family: 'nomic-bert' } }, 0)).toBeNull();
  });

  it('is seen in its template and its parts when an older version does not say', () => {
    const older = { template: '{{ if .Tools }}', details: { families: ['llama', 'clip'] } };
    expect(modelOf('a', older, 0)?.info.capabilities).toMatchObject({ supportsTools: true, supportsImages: true });
    expect(modelOf('a', {}, 0)?.info.capabilities).toMatchObject({ supportsTools: false, supportsImages: false });
  });
});

describe('the context of a model', () => {
  it.each([
    ['as wanted', shown(), 16_384, 16_384, 16_384],
    ['no more than it has', shown(), 100_000, 40_960, 40_960],
    ['as its parameters name it', shown({ parameters: 'stop "x"\nnum_ctx    8192' }), 16_384, 8_192, 8_192],
    ['as Ollama is set up', shown(), 0, undefined, 40_960],
    [
      'all that it has, when it runs elsewhere',
      shown({ remote_host: 'https://example.com' }),
      16_384,
      undefined,
      40_960,
    ],
    ['small, when nothing is known', {}, 0, undefined, 8_192],
  ])('is %s', (_how, said, wanted, contextLength, maxTokenCount) => {
    expect(modelOf('a', said, wanted)).toMatchObject({ contextLength, info: { maxTokenCount } });
  });
});
