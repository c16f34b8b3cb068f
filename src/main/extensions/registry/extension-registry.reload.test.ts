import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { soonSilent } from '../test-support/forked-hosts.ts';
import {
  completion,
  create,
  doing,
  failureOf,
  folders,
  good,
  handleOf,
  models,
  patience,
  pidOf,
  withRealHosts,
} from '../test-support/registry.ts';
import type { ExtensionRegistry } from './extension-registry.ts';

withRealHosts();

/** A provider whose answer yields one word, and one more for each file that appears next to its module. */
const answering = (version: string) => `
  import { existsSync } from 'node:fs';
  export const activate = (context) => {
    context.languageModels.registerProvider({ id: 'p', name: 'P' }, {
      models: () => [{ version: '${version}', pid: process.pid }],
      isAuthenticated: () => new Promise(() => {}), authenticate() {}, resetCredentials() {},
      async *stream() {
        yield { type: 'text', value: '${version} begins' };
        while (!existsSync(new URL('go-on', import.meta.url))) await new Promise((resolve) => setTimeout(resolve, 10));
        yield { type: 'text', value: '${version} ends' };
      },
    });
  };`;
const neverEnding = doing('await new Promise(() => {});');

/** Collects a streamed answer. */
function listen(registry: ExtensionRegistry, id: string) {
  const said: unknown[] = [];
  const ended = (async () => {
    const answer = handleOf(registry, id)?.stream('provider.completion', completion, new AbortController().signal);
    for await (const event of answer ?? []) said.push((event as { value: unknown }).value);
  })();
  ended.catch(() => undefined);
  const hasBegun = vi.waitFor(() => expect(said).toHaveLength(1), patience);
  return { said, ended, hasBegun };
}

describe('what is pending when an extension goes', () => {
  const ways = [
    ['host-crashed', (registry) => process.kill(registry.hosts[0]?.pid ?? 0, 'SIGKILL')],
    ['extension-reloaded', (registry) => void registry.reload('going')],
    ['extension-disabled', (registry) => registry.setExtensions([])],
  ] as const satisfies [string, (registry: ExtensionRegistry) => void][];

  test.each(ways)('ends with %s, a call and an answer alike, and what was said stays', async (code, go) => {
    const { registry, hosts } = create({}, { limits: { drainMs: 50 } });
    registry.setExtensions([await folders.create('going', neverEnding)]);
    const { said, ended, hasBegun } = listen(registry, 'going');
    await hasBegun;
    const call = failureOf(handleOf(registry, 'going')?.call('provider.models', models));
    await setImmediate();
    const [{ pid } = { pid: undefined }] = registry.hosts;
    go(registry);
    const expected = { code, extensionId: 'going', message: expect.stringMatching(/answer so far (is|are) kept\.$/) };
    expect(await call).toMatchObject(expected);
    expect(await failureOf(ended)).toMatchObject(expected);
    expect(said).toEqual(['so far']);
    const isOldGone = () => registry.hosts.every((host) => host.pid !== pid);
    await vi.waitFor(() => expect([isOldGone(), hosts.liveCount <= 1]).toEqual([true, true]), patience);
  });
});

describe('a reload', () => {
  test('lets an answer end in the old instance, while calls go to the new one, which runs the new code', async () => {
    const { registry, hosts, heard } = create();
    const before = await folders.create('streams', answering('old'));
    registry.setExtensions([before]);
    const { said, ended, hasBegun } = listen(registry, 'streams');
    await hasBegun;
    const oldPid = await pidOf(registry, 'streams');
    await folders.create('streams', answering('new'));
    expect(await registry.reload('streams')).toEqual({ ok: true, value: null });
    const [model] = (await handleOf(registry, 'streams')?.call('provider.models', models)) ?? [];
    expect(model).toMatchObject({ version: 'new' });
    expect(model).not.toMatchObject({ pid: oldPid });
    expect(hosts.liveCount).toBe(2);
    folders.write('streams/go-on', '');
    await ended;
    expect(said).toEqual(['old begins', 'old ends']);
    await vi.waitFor(() => expect(hosts.liveCount).toBe(1), patience);
    expect(heard).toEqual(['activated streams', 'gone streams', 'activated streams']);
  });

  test('for the sake of its providers alone cuts no answer, however long it takes', async () => {
    const { registry } = create({}, { limits: { drainMs: 50 } });
    const before = await folders.create('speaks', answering('old'), 'bundled');
    const other = await folders.create('other', neverEnding);
    registry.setExtensions([before, other]);
    const { said, ended, hasBegun } = listen(registry, 'speaks');
    const cut = listen(registry, 'other');
    await Promise.all([hasBegun, cut.hasBegun]);
    const pid = await pidOf(registry, 'speaks');
    const { language_model_providers: providers } = before.manifest;
    const [own] = Object.values(providers);
    if (!own) throw new Error('it has no provider');
    registry.setExtensions([
      { ...before, manifest: { ...before.manifest, language_model_providers: { ...providers, more: own } } },
      other,
    ]);
    await vi.waitFor(async () => expect(await pidOf(registry, 'speaks')).not.toBe(pid), patience);
    // One that is loaded anew later, with its code, is cut already.
    await registry.reload('other');
    expect(await failureOf(cut.ended)).toMatchObject({ code: 'extension-reloaded', extensionId: 'other' });
    folders.write('speaks/go-on', '');
    await ended;
    expect(said).toEqual(['old begins', 'old ends']);
  });

  test('takes an extension out of a shared host, where its module stays loaded; its neighbour goes on', async () => {
    const { registry } = create();
    registry.setExtensions([
      await folders.create('edited', good, 'bundled'),
      await folders.create('beside-edited', good, 'bundled'),
    ]);
    const before = await pidOf(registry, 'edited');
    const hanging = handleOf(registry, 'beside-edited')?.call('provider.isAuthenticated', models);
    expect(await pidOf(registry, 'beside-edited')).toBe(before);
    await registry.reload('edited');
    expect(await pidOf(registry, 'edited')).not.toBe(before);
    expect(await pidOf(registry, 'beside-edited')).toBe(before);
    expect(await hanging).toBe(true);
  });

  test('does not keep the app from quitting while the old instance still answers', async () => {
    const { registry, hosts } = create({}, { limits: { drainMs: 60_000 } });
    registry.setExtensions([await folders.create('quits', answering('old'))]);
    const { ended, hasBegun } = listen(registry, 'quits');
    await hasBegun;
    await registry.reload('quits');
    await registry.stop();
    expect(await failureOf(ended)).toMatchObject({ code: 'host-crashed' });
    expect(hosts.liveCount).toBe(0);
  });

  test('of what nobody has used loads nothing', async () => {
    const { registry, hosts } = create();
    registry.setExtensions([await folders.create('unused', good)]);
    expect(await registry.reload('unused')).toEqual({ ok: true, value: null });
    expect(hosts.spawned).toEqual([]);
    expect(await registry.reload('unknown')).toMatchObject({ ok: false, failure: { code: 'extension-disabled' } });
  });

  test('of an extension that hangs ends it at once', async () => {
    const { registry, hosts, shown, statusOf } = create({}, { limits: soonSilent });
    registry.setExtensions([await folders.create('loops', doing('if (!globalThis.x) for (;;);'))]);
    const call = failureOf(handleOf(registry, 'loops')?.call('provider.models', models));
    await vi.waitFor(() => expect(statusOf('loops')).toBe('unresponsive'), patience);
    await folders.create('loops', good);
    expect(await registry.reload('loops')).toMatchObject({ ok: true });
    expect(await call).toMatchObject({ code: 'extension-reloaded' });
    await vi.waitFor(() => expect(hosts.liveCount).toBe(1), patience);
    expect([...shown.keys()]).toEqual([]);
    expect(await pidOf(registry, 'loops')).toBeGreaterThan(0);
  });

  test('gives the screen to the new instance: the old one may still read a key, and shows nothing any more', async () => {
    const asked: string[] = [];
    const note = (name: string) => (params: unknown) => {
      asked.push(`${name} ${JSON.stringify(params)}`);
      return null;
    };
    const methods = { 'window.status': note('status'), 'credential.get': note('key') };
    const { registry } = create(methods, { limits: { drainMs: 5_000 } });
    const source = answering('old').replace(
      `yield { type: 'text', value: 'old ends' };`,
      `await context.credentials.get('p');
       context.window.setStatus('s', { text: 'late' });
       yield { type: 'text', value: 'old ends' };`,
    );
    registry.setExtensions([await folders.create('shows', source)]);
    const { ended, hasBegun, said } = listen(registry, 'shows');
    await hasBegun;
    await registry.reload('shows');
    folders.write('shows/go-on', '');
    await ended;
    expect(said).toHaveLength(2);
    expect(asked).toEqual(['key {"providerId":"p"}']);
  });
});

describe('an extension that deactivates', () => {
  const ways = [
    ['stop', (registry) => registry.stop()],
    ['restart', (registry) => registry.hostControls.restart('saves')],
    ['reload', (registry) => registry.reload('saves')],
    ['disable', (registry) => registry.setExtensions([])],
  ] as const satisfies [string, (registry: ExtensionRegistry) => unknown][];

  test.each(ways)('at a %s may still save its state', async (_way, end) => {
    const saved: unknown[] = [];
    const { registry, hosts } = create({ 'state.set': (params) => saved.push(params) && null });
    const source = `let context;
      ${good.replace('(context) => {', '(given) => { context = given;')}
      export const deactivate = () => context.state.global.set('last', 'word');`;
    registry.setExtensions([await folders.create('saves', source)]);
    const pid = await pidOf(registry, 'saves');
    await end(registry);
    await vi.waitFor(() => expect(saved).toEqual([{ scope: 'global', key: 'last', value: '"word"' }]), patience);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), patience);
    expect(hosts.liveCount).toBeLessThanOrEqual(1);
  });
});

describe('the list of extensions', () => {
  test('that misses one ends it; with it again, it is loaded anew', async () => {
    const { registry, hosts } = create();
    const extension = await folders.create('comes-and-goes', good);
    registry.setExtensions([extension]);
    const handle = handleOf(registry, 'comes-and-goes');
    const before = await pidOf(registry, 'comes-and-goes');
    registry.setExtensions([]);
    expect(registry.handles).toEqual([]);
    expect(await failureOf(handle?.call('provider.models', models))).toMatchObject({ code: 'extension-disabled' });
    await vi.waitFor(() => expect(hosts.liveCount).toBe(0), patience);
    registry.setExtensions([extension]);
    expect(await pidOf(registry, 'comes-and-goes')).not.toBe(before);
  });

  test('with code that changed and is broken says so; with mended code it runs again', async () => {
    const { registry, shown } = create();
    const extension = await folders.create('in-the-making', good);
    registry.setExtensions([extension]);
    await pidOf(registry, 'in-the-making');
    await folders.create('in-the-making', 'export function activate( {');
    registry.setExtensions([extension], ['in-the-making']);
    await vi.waitFor(() => expect(shown.get('extension:in-the-making')?.text).toMatch(/failed: /), patience);
    expect(registry.statusOf('in-the-making')).toMatchObject({ status: 'failed', reason: expect.any(String) });
    await folders.create('in-the-making', good);
    registry.setExtensions([extension], ['in-the-making']);
    await vi.waitFor(() => expect(registry.statusOf('in-the-making').status).toBe('active'), patience);
    expect(shown.size).toBe(0);
  });

  test('with a new version replaces what runs; the others keep their handles and their processes', async () => {
    const { registry } = create();
    const old = await folders.create('upgraded', answering('old'));
    const other = await folders.create('not-upgraded', good);
    registry.setExtensions([old, other]);
    const [otherHandle, otherPid] = [handleOf(registry, 'not-upgraded'), await pidOf(registry, 'not-upgraded')];
    await pidOf(registry, 'upgraded');
    const written = await folders.create('upgraded', answering('new'));
    registry.setExtensions([{ ...written, manifest: { ...written.manifest, version: '2.0.0' } }, other]);
    expect(handleOf(registry, 'upgraded')?.manifest.version).toBe('2.0.0');
    const answer = await handleOf(registry, 'upgraded')?.call('provider.models', models);
    expect(answer).toMatchObject([{ version: 'new' }]);
    expect(handleOf(registry, 'not-upgraded')).toBe(otherHandle);
    expect(await pidOf(registry, 'not-upgraded')).toBe(otherPid);
  });
});
