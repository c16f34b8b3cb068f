import { expect, test, vi } from 'vitest';
import { memoryExtension } from '../../providers/memory-extension.fixture.ts';
import type { FoundModel } from '../../providers/provider-registry.ts';
import { createCacheConfigurations } from './cache-configurations.ts';

const never = new AbortController().signal;
const cache = { maxCacheAnchors: 3, shouldCacheToolDefinitions: true, minTotalTokenCount: 0 };

test('an extension that failed or did not answer in time is asked again, one that answered is not', async () => {
  const answer = vi.fn<() => unknown>(() => cache);
  answer.mockRejectedValueOnce(new Error('no')).mockImplementationOnce(() => new Promise(() => {}));
  const handle = memoryExtension('good', { cacheConfiguration: answer });
  const model: FoundModel = {
    handle,
    ref: { extensionId: 'good', providerId: 'chat', modelId: 'live' },
    isAuthenticated: true,
    begin: () => Promise.reject(new Error('not asked for')),
  };
  const configurations = createCacheConfigurations(50);
  expect(await configurations.of(model, never)).toBeNull();
  expect(await configurations.of(model, never)).toBeNull();
  const both = [configurations.of(model, never), configurations.of(model, never)];
  expect(await Promise.all(both)).toEqual([cache, cache]);
  expect(await configurations.of(model, never)).toEqual(cache);
  expect(answer).toHaveBeenCalledTimes(3);
});
