import { expect, test, vi } from 'vitest';
import type { ComponentSource } from '../../test-support/built-component.ts';
import { loadComponent } from '../../test-support/load-component.ts';
import type { ComponentThread } from './component-thread.ts';

/** Its first instance begins at once. The others wait for an hour, and a call of the tool does. */
const waiting: ComponentSource = {
  world: `
    include outrigger:extension/provider@0.1.0;
    include outrigger:extension/lifecycle@0.1.0;
    include outrigger:extension/tools@0.1.0;`,
  source: `
    import { get } from 'outrigger:extension/state@0.1.0';
    import { wait } from 'outrigger:extension/time@0.1.0';
    export const initExtension = () => void (get('waits') && wait(3_600_000));
    export const runTool = () => wait(3_600_000);
    export const llmProviders = () => [{ id: 'echo', name: 'Echo' }];
    export const llmProviderModels = () => [];
    export const llmProviderIsAuthenticated = () => true;
    export const llmProviderAuthenticate = () => {};
    export const llmProviderResetCredentials = () => {};
    export const llmStreamCompletionStart = () => 's';
    export const llmStreamCompletionNext = () => undefined;
    export const llmStreamCompletionClose = () => {};`,
};

async function load() {
  const threads = new Set<ComponentThread>();
  let waits: string | null = null;
  const loaded = await loadComponent(waiting, {
    answers: { 'state.get': () => waits },
    onThread(thread) {
      threads.add(thread);
      const end = thread.end.bind(thread);
      thread.end = () => {
        threads.delete(thread);
        end();
      };
    },
  });
  waits = 'true';
  return { ...loaded, threads };
}

test('a call and an answer are stopped while their instance begins', async () => {
  const { tool, answered, loaded, threads } = await load();
  const busy = tool().catch((thrown) => thrown);
  const stop = new AbortController();
  const waitingTool = tool(null, stop.signal);
  const waitingAnswer = answered(undefined, stop.signal);
  await vi.waitFor(() => expect(threads.size).toBe(3));
  stop.abort();
  await expect(waitingTool).rejects.toThrow('It was stopped.');
  expect(await waitingAnswer).toEqual([]);
  await loaded.deactivate();
  expect(await busy).toBeInstanceOf(Error);
});

test('an extension ends with the instances that begin', async () => {
  const { loaded, answered, threads } = await load();
  const answer = answered().catch((thrown) => String(thrown));
  await vi.waitFor(() => expect(threads.size).toBe(2));
  await loaded.deactivate();
  await vi.waitFor(() => expect(threads.size).toBe(0));
  expect(await answer).toContain('The instance of "sample" is closed');
});
