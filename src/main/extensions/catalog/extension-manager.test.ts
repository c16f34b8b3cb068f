import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { InstallQuestion } from '../../../shared/contract/extensions/extension-state.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import { createInstaller } from '../install/installer.ts';
import { manifestOf } from '../install/test-support/packages.ts';
import { openKeptRegistrations } from '../sources/kept-registrations.ts';
import { noCompiler } from '../test-support/no-compiler.ts';
import { create as createRegistry, patience, withRealHosts } from '../test-support/registry.ts';
import { createExtensionCatalog } from './extension-catalog.ts';
import { createExtensionDecisions } from './extension-decisions.ts';
import { createExtensionManager, type ExtensionManager } from './extension-manager.ts';

withRealHosts();

const reads = '[capabilities]\nworkspace = "read"\n';
const writes = '[capabilities]\nworkspace = "write"\n';
const commands = '[commands.go]\ntitle = "Go"\n';

/** A manager over real folders and hosts; records its events. */
async function setting() {
  const root = await temporaryFolder();
  const at = (...path: string[]) => join(root, ...path);
  const user = at('user');
  const places = { development: [] as string[], explicit: [] as string[], trusted: null as string | null };
  const events: MainEvent[] = [];
  const told: string[] = [];
  /** Ids of extensions whose code has changed, each time that they were determined again. */
  const changes: (readonly string[])[] = [];
  const { registry } = createRegistry();
  const decisions = await createExtensionDecisions({
    path: at('states.json'),
    onProblem: (sentence) => told.push(sentence),
  });
  const registrations = await openKeptRegistrations({
    path: at('registrations.json'),
    onProblem: (sentence) => told.push(sentence),
  });
  const catalog = createExtensionCatalog({
    places: () => ({
      development: places.development,
      explicit: places.explicit,
      explicitRoots: [],
      user,
      trustedWorkspace: places.trusted,
      bundled: at('bundled'),
    }),
    decisions,
    registrations,
    rows: () => [],
    tell(event) {
      if (event.type !== 'extensions-enabled') return;
      changes.push(event.changed);
      registry.setExtensions(event.enabled, event.changed);
      told.push(`waiting: ${event.waiting.map(({ id }) => id)}`);
      manager.enabledChanged();
    },
  });
  const manager: ExtensionManager = createExtensionManager({
    completeMs: 100,
    catalog,
    decisions,
    installer: createInstaller({ userRoot: user, bundledName: catalog.bundledName, ...noCompiler }),
    registry,
    knownCompilation: noCompiler.known,
    pickPackage: async () => null,
    publish: (event) => events.push(event),
    onRefused: ({ message }) => told.push(`refused: ${message}`),
    rootFiles: {
      list: () => ({ templates: [], agents: [], themes: [] }),
      refresh: async () => undefined,
      snippets: async () => [],
    },
    async forget(id, origin, providers) {
      const more = providers.map(({ extensionId, providerId }) => ` and ${providerId} of ${extensionId}`).join('');
      told.push(`forgotten: ${id} in ${origin}${more}`);
    },
  });
  writeFiles(at('bundled', 'own'), { 'extension.toml': manifestOf('own', '1.0.0', commands), 'main.js': '' });
  await catalog.refresh();
  return {
    ...{ at, user, places, events, told, changes, manager, catalog, registry },
    /** @returns the extension's folder */
    write: (folder: string, id: string, version = '1.0.0', more = '', main = 'export function activate() {}') =>
      writeFiles(at(folder, id), { 'extension.toml': manifestOf(id, version, more), 'main.js': main }),
    async asked(path: string): Promise<InstallQuestion> {
      const prepared = await manager.prepareInstall(path);
      if (!prepared.ok) throw new Error(prepared.failure.message);
      return prepared.value;
    },
    async statusOf(id: string) {
      return (await manager.list()).find((one) => one.id === id)?.status;
    },
    commandIds: async () => (await manager.contributions()).commands.map(({ extensionId }) => extensionId),
  };
}

describe('installing', () => {
  test('it asks, then the extension is there at once; a newer one says what it asks for beyond', async () => {
    const { manager, write, asked, statusOf, commandIds, user } = await setting();
    const question = await asked(write('shop', 'lamp', '1.0.0', reads + commands));
    expect(question).toMatchObject({ name: 'Extension lamp', asks: [{ kind: 'workspace', access: 'read' }] });
    expect(question).not.toHaveProperty('replaces');
    expect(await statusOf('lamp')).toBeUndefined();
    expect(await manager.commitInstall(question.token)).toEqual({ ok: true, value: null });
    expect(await statusOf('lamp')).toBe('idle');
    expect(await commandIds()).toEqual(['lamp', 'own']);

    const same = await asked(write('same', 'lamp', '1.0.1', reads));
    expect(same).toMatchObject({ replaces: '1.0.0', asksMore: [] });
    await manager.discardInstall(same.token);
    const newer = await asked(write('newer', 'lamp', '2.0.0', writes));
    expect(newer).toMatchObject({ replaces: '1.0.0', asksMore: [{ kind: 'workspace', access: 'write' }] });
    await manager.commitInstall(newer.token);
    expect(await statusOf('lamp')).toBe('idle');
    expect(readdirSync(user)).toEqual(['lamp']);
  });

  test('what is uninstalled is forgotten, and one that it hid comes back', async () => {
    const { manager, catalog, write, asked, statusOf, told, user, at } = await setting();
    const question = await asked(write('shop', 'own'));
    expect(question.asks).toEqual([{ kind: 'takes-over', name: 'Extension own' }]);
    await manager.commitInstall(question.token);
    expect(await asked(write('newer', 'own', '1.0.1'))).toMatchObject({ replaces: '1.0.0', asksMore: [] });
    expect((await manager.list()).map(({ source, status }) => [source, status])).toEqual([
      ['user', 'idle'],
      ['bundled', 'shadowed'],
    ]);
    await manager.setEnabled('own', false);
    expect(await manager.uninstall('own', at('user', 'own'))).toEqual({ ok: true, value: null });
    expect(told).toContain(`forgotten: own in ${at('user', 'own')}`);
    expect(readdirSync(user).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect(await statusOf('own')).toBe('idle');
    expect(await manager.uninstall('own', at('user', 'own'))).toMatchObject({ ok: false });

    // An extension whose manifest has become unreadable can be uninstalled too.
    write('user', 'spoilt');
    writeFileSync(at('user', 'spoilt', 'extension.toml'), 'id = ');
    await catalog.refresh();
    expect(await statusOf('spoilt')).toBe('invalid');
    expect(await manager.uninstall('spoilt', at('user', 'spoilt'))).toEqual({ ok: true, value: null });
    expect(await statusOf('spoilt')).toBeUndefined();

    // With an id that is also the name of another folder, the given folder is deleted.
    write('user', 'zoo');
    writeFileSync(at('user', 'zoo', 'extension.toml'), manifestOf('park'));
    write('user', 'park');
    writeFileSync(at('user', 'park', 'extension.toml'), 'id = ');
    await catalog.refresh();
    expect(await manager.uninstall('park', at('user', 'zoo'))).toEqual({ ok: true, value: null });
    expect(readdirSync(user).filter((name) => !name.startsWith('.'))).toContain('park');
    expect(await manager.uninstall('park', at('bundled', 'own'))).toMatchObject({ ok: false });
  });

  test('with a script its endpoints are forgotten, keys that were typed for them too, also when it is off', async () => {
    const { manager, catalog, told, user, at } = await setting();
    const speaks = '[language_model_providers.service]\nname = "Speaker"\nspeaks = ["plain-chat"]\n';
    writeFiles(at('bundled', 'own'), { 'extension.toml': manifestOf('own', '1.0.0', speaks) });
    writeFiles(user, { 'proxies.lua': '' });
    await catalog.refresh();
    const script = catalog.enabled().find(({ manifest }) => manifest.id === 'proxies');
    if (!script?.script) throw new Error('there is no script');
    const endpoints = { proxy: { name: 'Proxy', api: 'plain-chat', base_url: 'https://a.test' } };
    catalog.registered(script, { registered: { endpoints } }, script.script.hash);
    const [served] = catalog.servedBy('own');
    await manager.setEnabled('proxies', false);
    expect(catalog.servedBy('own')).toEqual([]);
    expect(await manager.uninstall('proxies', script.rootPath)).toEqual({ ok: true, value: null });
    expect(told).toContain(`forgotten: proxies in ${script.rootPath} and ${served?.providerId} of own`);
  });

  test('what the command line names is asked about one by one, and what is none is told', async () => {
    const { manager, write, at, told, events } = await setting();
    const questions = () => events.flatMap((event) => (event.type === 'install-question' ? [event.question?.id] : []));
    const offered = manager.offer([at('nothing'), write('shop', 'one'), write('shop', 'two')]);
    const ask = async (id: string): Promise<string> => {
      await vi.waitFor(() => expect(questions().at(-1)).toBe(id), patience);
      const event = events.findLast(({ type }) => type === 'install-question');
      return event?.type === 'install-question' ? (event.question?.token ?? '') : '';
    };
    await manager.discardInstall(await ask('one'));
    await manager.commitInstall(await ask('two'));
    await offered;
    expect(questions()).toEqual(['one', undefined, 'two', undefined]);
    expect(told.filter((line) => line.startsWith('refused: '))).toEqual([expect.stringContaining('nothing')]);
    expect((await manager.list()).map(({ id }) => id)).toEqual(['two', 'own']);
  });
});

describe('which extensions may run', () => {
  test('one of a folder waits for consent, again when it asks for more', async () => {
    const { manager, catalog, write, at, places, statusOf, told, commandIds } = await setting();
    places.trusted = at('project');
    const folder = '.outrigger/extensions';
    write(`project/${folder}`, 'helper', '1.0.0', reads + commands);
    await catalog.refresh();
    expect(await statusOf('helper')).toBe('needs-consent');
    expect(told.at(-1)).toBe('waiting: helper');
    expect(await commandIds()).toEqual(['own']);
    expect(await manager.consent('helper', at(`project/${folder}/helper`))).toEqual({ ok: true, value: null });
    expect(await statusOf('helper')).toBe('idle');
    expect(told.at(-1)).toBe('waiting: ');
    expect(await commandIds()).toEqual(['helper', 'own']);

    write(`project/${folder}`, 'helper', '1.0.1', writes);
    await catalog.refresh();
    expect((await manager.list())[0]).toMatchObject({
      status: 'needs-consent',
      asks: [{ kind: 'workspace', access: 'write' }],
    });
  });

  test('one that waits or is off leaves its place to the next of its id', async () => {
    const { manager, catalog, write, at, places, told } = await setting();
    places.trusted = at('project');
    const copy = write('project/.outrigger/extensions', 'own', '2.0.0');
    const statuses = async () => (await manager.list()).map(({ source, status }) => [source, status]);
    const versions = () => catalog.manifests().map(({ version }) => version);
    await catalog.refresh();
    expect(await statuses()).toEqual([
      ['project', 'needs-consent'],
      ['bundled', 'idle'],
    ]);
    expect(versions()).toEqual(['1.0.0']);
    expect(told.at(-1)).toBe('waiting: own');
    expect(await manager.consent('own', at('bundled', 'elsewhere'))).toMatchObject({ ok: false });
    await manager.consent('own', copy);
    expect(versions()).toEqual(['2.0.0']);
    expect(await statuses()).toEqual([
      ['project', 'idle'],
      ['bundled', 'shadowed'],
    ]);

    // Without a folder the copy in use is meant.
    await manager.setEnabled('own', false);
    expect(await statuses()).toEqual([
      ['project', 'disabled'],
      ['bundled', 'idle'],
    ]);
    await manager.setEnabled('own', false, at('bundled', 'own'));
    expect(versions()).toEqual([]);
    await manager.setEnabled('own', true, at('bundled', 'own'));
    expect(versions()).toEqual(['1.0.0']);
    await manager.setEnabled('own', true);
    expect(versions()).toEqual(['2.0.0']);
  });

  test('the next of its id comes where its own place does, before what lies further down', async () => {
    const { manager, catalog, write, at, places } = await setting();
    places.explicit.push(write('named', 'both'));
    write('user', 'both');
    places.trusted = at('project');
    write('project/.outrigger/extensions', 'other');
    await catalog.refresh();
    await manager.setEnabled('both', false);
    expect(catalog.enabled().map(({ manifest, source }) => [manifest.id, source])).toEqual([
      ['both', 'user'],
      ['other', 'project'],
      ['own', 'bundled'],
    ]);
  });

  test('one that is off adds nothing; there is nothing to say of one that is not there', async () => {
    const { manager, catalog, statusOf, commandIds } = await setting();
    await manager.setEnabled('own', false);
    expect(await statusOf('own')).toBe('disabled');
    expect(await commandIds()).toEqual([]);
    expect(catalog.manifests()).toEqual([]);
    await manager.setEnabled('own', true);
    expect(await commandIds()).toEqual(['own']);
    for (const asked of [
      manager.setEnabled('no-such', true),
      manager.consent('no-such', '/no-such'),
      manager.reload('no-such'),
    ]) {
      expect(await asked).toMatchObject({ ok: false, failure: { code: 'extension-disabled' } });
    }
  });

  test('many changes of one turn are told once', async () => {
    const { manager, events } = await setting();
    await setImmediate();
    const before = events.length;
    for (let count = 0; count < 5; count++) manager.statusChanged();
    await setImmediate();
    expect(events.slice(before).map(({ type }) => type)).toEqual(['extensions']);
  });
});

test('an extension in development asks about hosts nearby alone, one of the person about each', async () => {
  const { catalog, write, places } = await setting();
  places.development.push(write('work', 'draft'));
  write('user', 'mine');
  await catalog.refresh();
  const asksAbout = (id: string) => [
    !catalog.isHostAllowed(id, 'a.test', false),
    !catalog.isHostAllowed(id, 'http://localhost:8080', true),
  ];
  expect([asksAbout('draft'), asksAbout('mine')]).toEqual([
    [false, true],
    [true, true],
  ]);
  await catalog.keepHost('draft', 'http://localhost:8080');
  await catalog.keepHost('mine', 'a.test');
  expect([asksAbout('draft'), asksAbout('mine')]).toEqual([
    [false, false],
    [false, true],
  ]);
  expect(asksAbout('unknown')).toEqual([true, true]);
});

describe('code that changes', () => {
  test('trying again says where the manifest is broken', async () => {
    const { manager, catalog, write, at, places } = await setting();
    places.explicit.push(write('named', 'broken'));
    await catalog.refresh();
    writeFileSync(at('named', 'broken', 'extension.toml'), 'id = "broken"\nname = 1\n');
    expect(await manager.reload('broken')).toMatchObject({
      ok: false,
      failure: { code: 'extension-failed', message: expect.stringMatching(/“Extension broken” is off: .*toml:2: /) },
    });
  });

  test('trying again tells that it was deleted', async () => {
    const { manager, user, catalog } = await setting();
    writeFiles(join(user), { 'hello.lua': '' });
    await catalog.refresh();
    rmSync(join(user, 'hello.lua'));
    expect(await manager.reload('hello')).toMatchObject({
      ok: false,
      failure: { message: 'The extension “hello” is no longer installed.' },
    });
  });

  test('of an extension in development it is noticed, also while its manifest is broken', async () => {
    const { manager, catalog, write, at, places, statusOf } = await setting();
    places.development.push(write('work', 'draft'));
    await catalog.refresh();
    writeFileSync(at('work', 'draft', 'extension.toml'), '');
    await vi.waitFor(async () => expect(await statusOf('draft')).toBe('invalid'), patience);
    write('work', 'draft', '1.0.1', commands);
    await vi.waitFor(async () => expect(await statusOf('draft')).toBe('idle'), patience);
    rmSync(at('work', 'draft', 'main.js'));
    manager.close();
  });

  test('of a component in development it is noticed when that or a language is another, not when its build writes beside it', async () => {
    const { manager, catalog, at, places, changes } = await setting();
    const manifest = manifestOf('built').replace('"worker"', '"wasm"').replace('main.js', 'target/built.wasm');
    places.development.push(writeFiles(at('built'), { 'extension.toml': manifest, 'target/built.wasm': 'first' }));
    await catalog.refresh();
    writeFiles(at('built'), { 'src/main.rs': 'new', 'target/deps/other.wasm': 'new' });
    const seen = changes.length;
    await vi.waitFor(() => expect(changes.length).toBeGreaterThan(seen), patience);
    expect(changes.flat()).toEqual([]);
    writeFiles(at('built'), { 'target/built.wasm': 'second' });
    await vi.waitFor(() => expect(changes.flat()).toEqual(['built']), patience);
    for (const [index, file] of [
      'languages/a/config.toml',
      'languages/a/highlights.scm',
      'grammars/a.wasm',
    ].entries()) {
      writeFiles(at('built'), { [file]: 'new' });
      await vi.waitFor(() => expect(changes.flat()).toHaveLength(index + 2), patience);
    }
    manager.close();
  });
});
