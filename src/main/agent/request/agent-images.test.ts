import { describe, expect, test, vi } from 'vitest';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { CompletionRequest } from '../../../shared/contract/provider.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { helloWorld, model } from '../../providers/memory-extension.fixture.ts';
import { agentSetting, ended, modelsWithImages } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';

const set = agentSetting();
const image: PromptImage = { mediaType: 'image/png', data: 'iVBORw0KGgo=', width: 40, height: 30 };

/** A provider with a model that accepts images, `live`, and one that does not, `blind`. */
function start() {
  const requests: CompletionRequest[] = [];
  const agent = set.start({
    models: () => [...modelsWithImages(), model('blind')],
    complete: (request) => {
      requests.push(structuredClone(request));
      return helloWorld();
    },
  });
  const lastPrompt = () => requests.at(-1)?.messages.findLast(({ role }) => role === 'user')?.content;
  return { agent, requests, lastPrompt };
}

describe('a prompt with images', () => {
  test('is sent with them, also without a word, and they are there after a restart', async () => {
    const { agent, lastPrompt } = start();
    const { id } = await agent.thread();
    await vi.waitFor(() => expect(agent.providers()).resolves.toMatchObject([{ models: [{ id: 'live' }, {}] }]));
    expect(await agent.send(id, asPrompt('what is it?', [image]))).toEqual({ ok: true, value: null });
    await ended(agent);
    const sent = { type: 'image', value: { source: image.data, width: 40, height: 30 } };
    expect(lastPrompt()).toEqual([sent, { type: 'text', value: 'what is it?' }]);
    expect(await agent.send(id, asPrompt(' ', [image, image]))).toEqual({ ok: true, value: null });
    await ended(agent, 2);
    expect(lastPrompt()).toEqual([sent, sent]);
    await agent.close();
    const { entries } = await set.start().thread();
    expect(foldThread(entries).turns.map(({ images }) => images)).toEqual([[image], [image, image]]);
    expect(set.notices).toEqual([]);
  });

  test('is refused before it is sent when the model takes none; earlier ones are left out', async () => {
    const { agent, requests } = start();
    const { id } = await agent.thread();
    await vi.waitFor(() => expect(agent.providers()).resolves.toMatchObject([{ models: [{ id: 'live' }, {}] }]));
    await agent.send(id, asPrompt('what is it?', [image]));
    await ended(agent);
    await agent.chooseModel('good:chat/blind', id);
    const before = (await agent.thread()).entries.length;
    for (const refused of [await agent.send(id, asPrompt('and this?', [image])), await agent.retry(id)]) {
      expect(refused).toMatchObject({
        ok: false,
        failure: { code: 'invalid-request', message: expect.stringContaining('Model blind does not accept images') },
      });
    }
    expect((await agent.thread()).entries).toHaveLength(before);
    expect(requests).toHaveLength(1);
    expect(await agent.send(id, asPrompt('in words'))).toMatchObject({ ok: true });
    await ended(agent, 2);
    expect(requests[1]?.messages[0]?.content[0]).toEqual({
      type: 'text',
      value: '[image left out: this model takes no images]',
    });
  });
});
