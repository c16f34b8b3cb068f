import { describe, expect, it } from 'vitest';
import { createHttp } from '../../../../src/exthost/api/http/http.ts';
import { modelInfoSchema } from '../../../../src/shared/contract/provider.ts';
import { parseEndpoint } from '../endpoint.js';
import { listModels } from '../models.js';

async function listed(answer: unknown) {
  const http = createHttp(async () => Response.json(answer));
  const models = await listModels({ ...parseEndpoint('http://127.0.0.1:9/v1'), http }, null);
  return models.map((model) => modelInfoSchema.parse(model));
}
const only = async (entry: object) => (await listed({ data: [{ id: 'm', ...entry }] }))[0];

describe('a list of models', () => {
  it.each([
    [{}, 128_000, undefined],
    [{ context_length: 1000, top_provider: { max_completion_tokens: 50 } }, 1000, 50],
    [{ context_window: 2000, max_completion_tokens: 60 }, 2000, 60],
    [{ max_model_len: 3000 }, 3000, undefined],
    [{ max_context_length: 4000, max_output_tokens: 70 }, 4000, 70],
    [{ meta: { n_ctx_train: 5000 } }, 5000, undefined],
    [{ meta: { n_ctx: 4096, n_ctx_train: 5000 } }, 4096, undefined],
    [{ limits: { max_context_window_tokens: 6000, max_output_tokens: 80 } }, 6000, 80],
    [{ context_length: -1, context_window: 'many', max_model_len: 1.5 }, 128_000, undefined],
  ])('tells the sizes of %j', async (entry, maxTokenCount, maxOutputTokens) => {
    const model = await only(entry);
    expect([model?.maxTokenCount, model?.maxOutputTokens]).toEqual([maxTokenCount, maxOutputTokens]);
  });

  it.each([
    [{}, [true, true, true]],
    [{ capabilities: { vision: false, function_calling: true, reasoning: false } }, [false, true, false]],
    [{ supports_image_input: false, supports_tools: false }, [false, false, true]],
    [
      { architecture: { input_modalities: ['text'] }, supported_parameters: ['tools', 'temperature'] },
      [false, true, false],
    ],
    [
      { architecture: { input_modalities: ['text', 'image'] }, supported_parameters: ['reasoning'] },
      [true, false, true],
    ],
  ])('tells what the model of %j can do: images, tools, thinking', async (entry, can) => {
    const { capabilities } = (await only(entry)) ?? expect.unreachable();
    expect([capabilities.supportsImages, capabilities.supportsTools, capabilities.supportsThinking]).toEqual(can);
  });

  it('leaves out what does not chat, unless that is all there is', async () => {
    const entries = [
      { id: 'b' },
      { id: 'text-embedding-3' },
      { id: 'c', capabilities: { completion_chat: false } },
      { id: 'd', type: 'image' },
      { id: 'e', architecture: { output_modalities: ['audio'] } },
      { id: 'a', name: 'Model A' },
      { id: 'a' },
      { id: 7 },
      null,
    ];
    expect((await listed({ data: entries })).map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await listed([{ id: 'whisper-1' }])).map(({ id }) => id)).toEqual(['whisper-1']);
    expect((await listed({ models: [{ id: 'a', name: 'Model A' }] })).map(({ name }) => name)).toEqual(['Model A']);
  });

  it('that is none is said', async () => {
    await expect(listed({ ok: true })).rejects.toMatchObject({ code: 'invalid-response' });
  });
});
