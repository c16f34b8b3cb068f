import { expect, test } from 'vitest';
import { eventOfUse, eventOfWorkspace } from './activation-events.ts';

const never = () => new Promise<never>(() => {});

test.each([
  ['command.run', { id: 'greet' }, 'onCommand:greet'],
  ['slashCommand.run', { id: 'sum', argument: '' }, 'onSlashCommand:sum'],
  ['tool.run', { id: 'read', input: {} }, 'onTool:read'],
  ['provider.models', { providerId: 'p' }, 'onProvider:p'],
  ['provider.completion', { providerId: 'p', modelId: 'm' }, 'onProvider:p'],
] as const)('%s is the use that %j activates', (use, params, event) => {
  expect(eventOfUse(use, params)).toBe(event);
});

test('a workspace that holds one of the globs is the event', async () => {
  const asked: unknown[] = [];
  const search = async (globs: readonly string[]) => asked.push(globs) > 0;
  const event = await eventOfWorkspace(['**/a', '**/b'], search, () => undefined, 1_000);
  expect(event).toBe('workspaceContains:**/a, **/b');
  expect(asked).toEqual([['**/a', '**/b']]);
  expect(
    await eventOfWorkspace(
      ['**/a'],
      async () => false,
      () => undefined,
      1_000,
    ),
  ).toBeNull();
});

test('a search that fails says why, and counts as not there', async () => {
  const given: string[] = [];
  const search = () => Promise.reject(new Error('not a glob'));
  expect(await eventOfWorkspace(['bad'], search, (why) => given.push(why), 1_000)).toBeNull();
  expect(given).toEqual(['not a glob']);
});

test('a search that takes longer than the limit is aborted, and counts as not there', async () => {
  const given: string[] = [];
  let signal: AbortSignal | undefined;
  const search = (_: unknown, its: AbortSignal) => {
    signal = its;
    return never();
  };
  expect(await eventOfWorkspace(['**/x'], search, (why) => given.push(why), 20)).toBeNull();
  expect(signal?.aborted).toBe(true);
  expect(given).toEqual(['the search took longer than 0.02 s']);
});
