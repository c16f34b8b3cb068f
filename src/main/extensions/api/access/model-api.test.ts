import { expect, test } from 'vitest';
import { ok } from '../../../../shared/contract/errors.ts';
import type { ModelQuestion } from '../../../../shared/contract/extension-api/extension-models.ts';
import type { CompletionRequest } from '../../../../shared/contract/provider.ts';
import {
  forever,
  type MemoryBehaviour,
  memoryExtension,
  model,
  nothingKept,
  say,
} from '../../../providers/memory-extension.fixture.ts';
import { createProviderRegistry } from '../../../providers/provider-registry.ts';
import { manifestOf } from '../test-support/manifests.ts';
import { createAccessGate } from './access-gate.ts';
import { createModelApi } from './model-api.ts';

const caller = manifestOf('one');
const models = () => [model('live', { isDefault: true }), model('small', { isDefaultFast: true })];

function apiOf(behaviour: MemoryBehaviour = {}, chosen: string | undefined = 'good:chat/live') {
  const requests: CompletionRequest[] = [];
  const extension = memoryExtension('good', {
    models,
    async *complete(request) {
      requests.push(request);
      yield* say(
        { type: 'thinking', value: { text: 'hm' } },
        { type: 'text', value: 'Hello, ' },
        { type: 'text', value: 'you.' },
        { type: 'usage', value: { inputTokens: 7, outputTokens: 3 } },
        { type: 'stop', value: 'end-turn' },
      );
    },
    ...behaviour,
  });
  const registry = createProviderRegistry({
    kept: nothingKept,
    extensions: () => [extension],
    publish: () => {},
    authenticate: async () => ok(null),
  });
  const permit = { isAllowed: true };
  let now = 0;
  const api = createModelApi({
    registry: () => registry,
    chosen: () => chosen,
    access: createAccessGate({
      ask: async () => null,
      originOf: () => '/one',
      allowed: () => (permit.isAllowed ? ['ask-models'] : []),
      keep: async () => {},
    }),
    now: () => now,
  });
  const complete = (question: Partial<ModelQuestion> = {}, signal = new AbortController().signal) =>
    api['model.complete'](caller, { messages: [{ role: 'user', text: 'Hi' }], ...question }, { signal });
  const later = (ms: number) => {
    now += ms;
  };
  return { api, complete, requests, permit, extension, later };
}

test('a model is asked for a text, and nothing of a thread goes along', async () => {
  const { complete, requests } = apiOf();
  expect(await complete({ system: 'Be kind.', maxTokens: 5, temperature: 0.5 })).toEqual({
    model: 'good:chat/live',
    text: 'Hello, you.',
    stopReason: 'end-turn',
    usage: { inputTokens: 7, outputTokens: 3 },
  });
  expect(requests).toEqual([
    {
      messages: [
        { role: 'system', content: [{ type: 'text', value: 'Be kind.' }], cache: false },
        { role: 'user', content: [{ type: 'text', value: 'Hi' }], cache: false },
      ],
      tools: [],
      stopSequences: [],
      thinkingAllowed: false,
      temperature: 0.5,
      maxTokens: 5,
    },
  ]);
  expect(await complete({ model: 'fast' })).toMatchObject({ model: 'good:chat/small' });
  expect(await complete({ model: 'good:chat/small' })).toMatchObject({ model: 'good:chat/small' });
});

test('the models are listed, with the one that is chosen', async () => {
  const { api, complete } = apiOf();
  await complete();
  const listed = await api['model.list'](caller, null, { signal: new AbortController().signal });
  expect(listed).toMatchObject([
    { ref: 'good:chat/live', provider: 'Chat of good', isChosen: true, isReady: true },
    { ref: 'good:chat/small', isChosen: false, isReady: true },
  ]);
});

test('none is asked without leave, a model, or a key', async () => {
  const { complete, permit, requests } = apiOf();
  permit.isAllowed = false;
  await expect(complete()).rejects.toThrow('You have not let Extension one ask your models.');
  permit.isAllowed = true;
  await expect(complete({ model: 'no:such/model' })).rejects.toThrow('is not installed or not enabled');
  await expect(complete({ model: 'nonsense' })).rejects.toThrow('“nonsense” is not a model');
  await expect(apiOf({}, '').complete()).rejects.toThrow('No model is chosen');
  await expect(apiOf({ isAuthenticated: () => false }).complete()).rejects.toThrow(
    'The provider of Model live has no key yet. Choose it in the agent panel.',
  );
  expect(requests).toEqual([]);
});

test('two are asked at a time, one that is stopped ends at once, and an hour has a hundred', async () => {
  let open = 0;
  let most = 0;
  const { complete, later } = apiOf({
    async *complete() {
      open += 1;
      most = Math.max(most, open);
      yield* say({ type: 'text', value: 'x' }, { type: 'stop', value: 'end-turn' });
      open -= 1;
    },
  });
  const twenty = () => Promise.allSettled(Array.from({ length: 20 }, () => complete()));
  for (let n = 0; n < 5; n += 1) expect((await twenty()).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(most).toBe(2);
  await expect(complete()).rejects.toThrow('Extension one asked models 100 times in an hour, which is the most.');
  later(3_600_000);
  expect(await complete()).toMatchObject({ text: 'x' });

  const stopping = new AbortController();
  const hangs = apiOf({
    async *complete() {
      stopping.abort();
      await forever();
      yield* say();
    },
  });
  await expect(hangs.complete({}, stopping.signal)).rejects.toThrow();
});
