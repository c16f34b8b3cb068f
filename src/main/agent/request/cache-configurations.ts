import { z } from 'zod/mini';
import { abortable } from '../../../shared/bounded.ts';
import {
  type CacheConfiguration,
  cacheConfigurationSchema,
  formatModelRef,
} from '../../../shared/contract/provider.ts';
import type { FoundModel } from '../../providers/provider-registry.ts';

const answerSchema = z.nullable(cacheConfigurationSchema);

/**
 * Cache configurations of models, as their extensions give them; each is asked once while it is active.
 * @param deadlineMs how long an answer may wait for it
 */
export function createCacheConfigurations(deadlineMs: number) {
  /** By model reference. */
  const asked = new Map<string, Promise<CacheConfiguration | null>>();

  async function ask({ handle, ref: { providerId, modelId } }: FoundModel): Promise<CacheConfiguration | null> {
    const answer = await handle.call('provider.cacheConfiguration', { providerId, modelId }, { deadlineMs });
    const read = answerSchema.safeParse(answer);
    if (read.success) return read.data;
    handle.noteFault(`describes the cache of ${modelId} in a way that cannot be read`);
    return null;
  }

  /** The answer is worth more than what caching saves; if the extension is broken, its stream says so. */
  function askOnce(name: string, model: FoundModel): Promise<CacheConfiguration | null> {
    const configuration = ask(model).catch(() => {
      if (asked.get(name) === configuration) asked.delete(name);
      return null;
    });
    asked.set(name, configuration);
    return configuration;
  }

  return {
    /**
     * null: nothing is cached, or the extension did not say.
     * @throws `cancelled` when the signal aborts
     */
    of(model: FoundModel, signal: AbortSignal) {
      const name = formatModelRef(model.ref);
      return abortable(asked.get(name) ?? askOnce(name, model), signal);
    },
    /** The extension was activated anew. */
    forget(extensionId: string) {
      for (const name of asked.keys()) if (name.startsWith(`${extensionId}:`)) asked.delete(name);
    },
  };
}
