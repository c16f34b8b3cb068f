import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openKeptRegistrations } from '../sources/kept-registrations.ts';
import { extensionFolders, manifestText } from '../test-support/extension-folders.ts';
import type { DiscoveredExtension } from './discovery.ts';
import { createExtensionCatalog } from './extension-catalog.ts';
import { createExtensionDecisions } from './extension-decisions.ts';

async function create() {
  const { root, write, remove } = extensionFolders();
  onTestFinished(remove);
  const data = await temporaryFolder();
  mkdirSync(join(root, 'bundled'));
  const writes: Promise<unknown>[] = [];
  onTestFinished(async () => void (await Promise.all(writes)));
  const onProblem = () => undefined;
  const decisions = await createExtensionDecisions({ path: join(data, 'decisions.json'), onProblem });
  /** A catalog of a new start of the app. */
  async function start() {
    let enabled: readonly DiscoveredExtension[] = [];
    let offers = 0;
    const kept = await openKeptRegistrations({ path: join(data, 'kept.json'), onProblem });
    const set: typeof kept.set = (...given) => {
      const write = kept.set(...given);
      writes.push(write);
      return write;
    };
    const catalog = createExtensionCatalog({
      places: () => ({
        development: [],
        explicit: [],
        explicitRoots: [],
        user: join(root, 'extensions'),
        trustedWorkspace: null,
        bundled: join(root, 'bundled'),
      }),
      decisions,
      registrations: { ...kept, set },
      rows: () => [],
      tell(event) {
        if (event.type !== 'extensions-enabled') return;
        enabled = event.enabled;
        offers += 1;
      },
    });
    await catalog.refresh();
    const found = (id: string) => {
      const extension = enabled.find(({ manifest }) => manifest.id === id);
      if (!extension?.script) throw new Error(`there is no script ${id}`);
      return { extension, manifest: extension.manifest, script: extension.script };
    };
    /** As when the script has run as it was found. */
    const ran = (id: string, registered: object) => {
      const { extension, script } = found(id);
      catalog.registered(extension, { providers: [], registered }, script.hash);
    };
    /** As when it registers while it runs. */
    const later = (id: string, registered: object) =>
      catalog.registeredLater(found(id).manifest, { registered } as never);
    return { catalog, found, ran, later, offers: () => offers };
  }
  return { write, start, decisions, kept: () => readFileSync(join(data, 'kept.json'), 'utf8') };
}

test('what a script registered is in its manifest, at the next start before it has run', async () => {
  const { write, start } = await create();
  write('extensions/hello.lua', 'one');
  const { found, ran } = await start();
  expect(found('hello').manifest.tools).toEqual({});
  expect(found('hello').script.isKnown).toBe(false);
  ran('hello', { tools: { greet: { description: 'Greets' } }, commands: { hi: { title: 'Hi' } } });
  // It has no rights but through its calls, so that each effect is asked about, not the call.
  const greet = { description: 'Greets', read_only: false, approval: 'each-effect', input_schema: { type: 'object' } };
  expect(found('hello').manifest).toMatchObject({ tools: { greet }, commands: { hi: { title: 'Hi' } } });
  expect(found('hello').script.isKnown).toBe(true);

  // It is written meanwhile.
  await vi.waitFor(async () => {
    const next = await start();
    expect(next.found('hello').manifest.tools).toEqual({ greet });
    expect(next.found('hello').script.isKnown).toBe(true);
  });
});

test('one that has changed has to run again, and offers until then what it did', async () => {
  const { write, start } = await create();
  write('extensions/hello.lua', 'one');
  const { catalog, found, ran } = await start();
  ran('hello', { tools: { greet: { description: 'Greets' } } });
  write('extensions/hello.lua', 'two');
  await catalog.refresh();
  expect(found('hello').script.isKnown).toBe(false);
  expect(Object.keys(found('hello').manifest.tools)).toEqual(['greet']);
  ran('hello', { tools: { part: { description: 'Says goodbye' } } });
  expect(Object.keys(found('hello').manifest.tools)).toEqual(['part']);
});

test('what is no registration is refused with the field, and what was known stays', async () => {
  const { write, start } = await create();
  write('extensions/hello.lua', 'one');
  const { found, ran } = await start();
  ran('hello', { tools: { greet: { description: 'Greets' } } });
  expect(() => ran('hello', { tools: { 'not a name': { description: 'x' } } })).toThrow(
    /^What the script hello registers is refused: "registered\.tools\.not a name": /,
  );
  expect(() => ran('hello', { tools: { t: { description: '' } } })).toThrow(/"registered\.tools\.t\.description"/);
  expect(() => ran('hello', { settings: {} })).toThrow(/settings/);
  // What a person would have to consent to, or be asked about otherwise.
  for (const more of [{ auth: { env_var: 'SECRET_KEY' } }, { icon: 'a.svg' }, { for_each: 'rows' }]) {
    expect(() => ran('hello', { language_model_providers: { p: { name: 'P', ...more } } })).toThrow(
      new RegExp(Object.keys(more)[0] ?? ''),
    );
  }
  expect(() => ran('hello', { tools: { t: { description: 'T', approval: 'each-effect' } } })).toThrow(/approval/);
  const input_schema = { type: 'object', title: 'x'.repeat(2_000_000) };
  expect(() => ran('hello', { tools: { t: { description: 'T', input_schema } } })).toThrow('more than 2 MB');
  expect(Object.keys(found('hello').manifest.tools)).toEqual(['greet']);
});

test('a provider of a script that could be taken for one of the app’s own says that it is none', async () => {
  const { write, start } = await create();
  write('bundled/service/extension.toml', manifestText('service').replace('Provider of service', 'Wonder'));
  write('extensions/hello.lua', 'one');
  const { found, ran } = await start();
  ran('hello', { language_model_providers: { p: { name: 'Service' }, q: { name: 'Mine' } } });
  const names = Object.values(found('hello').manifest.language_model_providers).map(({ name }) => name);
  expect(names).toEqual(['Service (not bundled)', 'Mine']);
});

test('what a script registers later is offered while it runs, and not kept', async () => {
  const { write, start } = await create();
  write('extensions/hello.lua', 'one');
  const { catalog, found, ran, later } = await start();
  const greet = { description: 'Greets' };
  ran('hello', { tools: { greet } });
  await later('hello', { tools: { greet, more: greet }, commands: { hi: { title: 'Hi' } } });
  const tools = () => Object.keys(found('hello').manifest.tools);
  expect(tools()).toEqual(['greet', 'more']);
  expect(found('hello').manifest.tools.more?.approval).toBe('each-effect');
  expect(Object.keys(found('hello').manifest.commands)).toEqual(['hi']);
  // Whatever else is decided meanwhile.
  await catalog.refresh();
  expect(tools()).toEqual(['greet', 'more']);
  await later('hello', {});
  expect(tools()).toEqual([]);
  // It is written meanwhile.
  await vi.waitFor(async () => expect((await start()).found('hello').manifest.tools).toHaveProperty('greet'));
  await later('hello', { tools: { more: greet } });
  catalog.ended(found('hello').extension);
  await vi.waitFor(() => expect(tools()).toEqual(['greet']));
});

test('one that is taken out of use stays out, whatever others register', async () => {
  const { write, start } = await create();
  write('extensions/hello.lua', 'one');
  const { catalog, found, ran, later } = await start();
  ran('hello', {});
  await later('hello', { commands: { hi: { title: 'Hi' } } });
  const { extension } = found('hello');
  catalog.withdraw(extension);
  catalog.ended(extension);
  catalog.decide();
  expect(catalog.enabled()).toEqual([]);
});

test('what is registered without end is offered a few times in a second', async () => {
  const { write, start } = await create();
  write('extensions/hello.lua', 'one');
  const { found, ran, later, offers } = await start();
  ran('hello', {});
  const before = offers();
  const all = Array.from({ length: 100 }, (_, n) => later('hello', { commands: { [`c${n}`]: { title: 'C' } } }));
  await Promise.all(all);
  expect(offers() - before).toBe(2);
  expect(Object.keys(found('hello').manifest.commands)).toEqual(['c99']);
});

test('endpoints that a script changes again and again are refused: each change loads anew what others use', async () => {
  const { write, start } = await create();
  write('extensions/hello.lua', 'one');
  const { ran, later } = await start();
  const at = (n: number, more = {}) => ({
    endpoints: { proxy: { name: 'P', api: 'plain-chat', base_url: `https://a.test/${n}`, secrets: { headers: {} } } },
    ...more,
  });
  ran('hello', at(0));
  for (let n = 1; n <= 10; n += 1) await later('hello', at(n));
  await expect(later('hello', at(11))).rejects.toThrow(
    'The script hello changed its endpoints 10 times in a minute, which is the most. Try again in a minute.',
  );
  // What else it registers goes on.
  await later('hello', at(10, { commands: { hi: { title: 'Hi' } } }));
});

test('what is no registration is refused later too, and so is one of another kind of extension', async () => {
  const { write, start } = await create();
  write('extensions/hello.lua', 'one');
  write('extensions/service/extension.toml', manifestText('service'));
  const { catalog, ran, later, found } = await start();
  ran('hello', { commands: { hi: { title: 'Hi' } } });
  await expect(later('hello', { tools: { t: { description: 'T', approval: 'each-effect' } } })).rejects.toThrow(
    /^What the script hello registers is refused: "registered\.tools\.t": .*approval/,
  );
  expect(Object.keys(found('hello').manifest.commands)).toEqual(['hi']);
  const other = { ...found('hello').manifest, id: 'service', name: 'Service' };
  await expect(catalog.registeredLater(other, { registered: {} } as never)).rejects.toThrow(
    'Service registers while it runs, which only scripts may. Declare it in extension.toml.',
  );
});

test('its endpoints are providers of the bundled extension that speaks their dialect, and its keys are not kept', async () => {
  const { write, start, decisions, kept } = await create();
  const speaker = (id: string) => `${manifestText(id)}
[language_model_providers.${id}]
name = "Speaker"
speaks = ["plain-chat"]`;
  write('bundled/speaker/extension.toml', speaker('speaker'));
  write('bundled/speaker/main.js', '');
  write('extensions/thief/extension.toml', speaker('thief'));
  write('extensions/thief/main.js', '');
  write('extensions/hello.lua', 'one');
  const first = await start();
  const { catalog, found, ran, later } = first;
  await decisions.grant(
    catalog.copies().find(({ extension }) => extension.manifest.id === 'thief')?.extension as never,
  );
  catalog.decide();
  expect(found('hello').script.dialects).toEqual(['plain-chat']);
  const address = { name: 'Outrigger proxy', api: 'plain-chat', base_url: 'https://a.test' };
  const secrets = { key: 'key-canary', headers: { 'x-a': 'header-canary' } };
  const providersOf = (id: string) =>
    Object.values(catalog.manifests().find((one) => one.id === id)?.language_model_providers ?? {})
      .slice(1)
      .map(({ name }) => name);
  ran('hello', { endpoints: { proxy: { ...address, secrets } } });
  expect(providersOf('speaker')).toEqual(['Speaker', 'Outrigger proxy (not bundled)']);
  expect(providersOf('thief')).toEqual(['Speaker (not bundled)']);
  expect(catalog.servedBy('thief')).toEqual([]);
  const [served] = catalog.servedBy('speaker');
  if (!served) throw new Error('it is not served');
  expect(await catalog.secretsOf(served.endpoint)).toEqual(secrets);
  expect(JSON.stringify([catalog.manifests(), catalog.servedBy('speaker')])).not.toContain('canary');
  await vi.waitFor(() => expect(kept()).toContain('https://a.test'));
  expect(kept()).not.toContain('canary');
  expect(() => ran('hello', { endpoints: { proxy: { ...address, base_url: 'http://a.test' } } })).toThrow(
    /"registered\.endpoints\.proxy\.base_url": use an address with https/,
  );
  expect(() => ran('hello', { endpoints: { proxy: { ...address, secrets: { headers: { host: 'b' } } } } })).toThrow(
    /use headers that a request may have/,
  );

  // Offered at the next start before it has run, when its keys are not known yet.
  const next = await start();
  const [again] = next.catalog.servedBy('speaker');
  expect(again?.providerId).toBe(served.providerId);
  const given = next.catalog.secretsOf(served.endpoint);
  next.ran('hello', { endpoints: { proxy: { ...address, secrets } } });
  expect(await given).toEqual(secrets);

  // A person lets it, for good, until they take it back.
  expect(catalog.isEndpointAllowed('hello', 'https://a.test plain-chat')).toBe(false);
  await catalog.keepEndpoint('hello', 'https://a.test plain-chat');
  expect(catalog.isEndpointAllowed('hello', 'https://a.test plain-chat')).toBe(true);
  expect(catalog.isEndpointAllowed('hello', 'https://b.test plain-chat')).toBe(false);
  await decisions.takeBackAccess(found('hello').extension);
  expect(catalog.isEndpointAllowed('hello', 'https://a.test plain-chat')).toBe(false);

  // While it runs, and when it is off.
  await later('hello', {});
  expect(catalog.servedBy('speaker')).toEqual([]);
  catalog.ended(found('hello').extension);
  await vi.waitFor(() => expect(catalog.servedBy('speaker')).toHaveLength(1));
  expect(catalog.missingScript('speaker', served.providerId)).toBeUndefined();
  await decisions.setDisabled(found('hello').extension, true);
  catalog.decide();
  expect(providersOf('speaker')).toEqual(['Speaker']);
  expect(catalog.missingScript('speaker', served.providerId)).toMatchObject({
    script: { manifest: { name: 'hello' } },
  });
});
