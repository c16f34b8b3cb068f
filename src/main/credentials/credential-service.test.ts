import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CredentialRequest } from '../../shared/contract/credential.ts';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { Notice } from '../../shared/contract/host-state.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { memoryManifest } from '../providers/memory-extension.fixture.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { bundledOrigin, createCredentialOwners } from './credential-owners.ts';
import { type CredentialService, createCredentialService } from './credential-service.ts';
import { createCredentialStore } from './credential-store.ts';
import type { Keychain } from './keychain.ts';

const secret = 'sk-very-secret';
const good = memoryManifest('good');
const other = memoryManifest('other');
const context = { signal: new AbortController().signal };
const ask = { providerId: 'chat', credentialType: 'api-key', label: 'Key', placeholder: 'sk-…' } as const;

let entries: Map<string, string>;
let isAvailable: boolean;
let doesRefuse: boolean;
let manifests: Manifest[];
let allowed: string[];
let events: MainEvent[];
let notices: Notice[];
let changed: string[];
/** Of extensions that do not come with the app. */
let origins: Map<string, string>;
let service: CredentialService;

/** A keychain of this process that can be away or refuse, as the system's can. */
const keychain: Keychain = {
  isBusy: () => false,
  idle: async () => undefined,
  isAvailable: async () => isAvailable,
  get: async (account) =>
    doesRefuse ? fail('credential-missing', 'It could not be read.') : ok(entries.get(account) ?? null),
  async set(account, value) {
    if (doesRefuse) return fail('credential-store', 'It was refused.');
    entries.set(account, value);
    return ok(null);
  },
  async delete(account) {
    if (doesRefuse) return fail('credential-remove', 'It could not be removed.');
    entries.delete(account);
    return ok(null);
  },
};

beforeEach(async () => {
  entries = new Map();
  isAvailable = true;
  doesRefuse = false;
  manifests = [good, other];
  allowed = [];
  events = [];
  notices = [];
  changed = [];
  origins = new Map();
  service = createCredentialService({
    store: createCredentialStore(keychain),
    owners: await createCredentialOwners({
      path: join(await temporaryFolder(), 'owners.json'),
      onProblem: () => undefined,
    }),
    originOf: (extensionId) => origins.get(extensionId) ?? bundledOrigin,
    manifests: () => manifests,
    publish: (event) => events.push(event),
    showNotice: (notice) => notices.push(notice),
    isEnvAllowed: (extensionId, name) => allowed.includes(`${extensionId}:${name}`),
    env: { CHAT_KEY: 'from-env', CHAT_KEY_2: '', HOME: '/home/me' },
    onChanged: (extensionId, providerId) => changed.push(`${extensionId}:${providerId}`),
  });
});

const shown = (): CredentialRequest[] =>
  events.flatMap((event) => (event.type === 'credential-request' ? [event.request] : []));
const ended = (): string[] =>
  events.flatMap((event) => (event.type === 'credential-request-ended' ? [event.requestId] : []));

async function nextRequest(count = 1): Promise<CredentialRequest> {
  await vi.waitFor(() => expect(shown()).toHaveLength(count));
  return shown()[count - 1] as CredentialRequest;
}

describe('what an extension may reach', () => {
  test('is the key of its own provider, under an account that names both', async () => {
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    expect([...entries]).toEqual([['extension-llm-good:chat', secret]]);
    expect(await service.calls['credential.get'](good, { providerId: 'chat' }, context)).toBe(secret);
    expect(await service.calls['credential.get'](other, { providerId: 'chat' }, context)).toBeNull();
    await service.calls['credential.delete'](good, { providerId: 'chat' }, context);
    expect(entries.size).toBe(0);
    expect(changed).toEqual(['good:chat', 'good:chat']);
  });

  test.each(['', 'elsewhere', 'constructor', 'chat/../../other:chat'])(
    'is no provider “%s” that its manifest does not name',
    async (providerId) => {
      const failing = { code: 'invalid-request', extensionId: 'good' };
      await expect(service.calls['credential.get'](good, { providerId }, context)).rejects.toMatchObject({
        failure: failing,
      });
      await expect(
        service.calls['credential.store'](good, { providerId, value: secret }, context),
      ).rejects.toMatchObject({ failure: failing });
      await expect(service.calls['credential.request'](good, { ...ask, providerId }, context)).rejects.toMatchObject({
        failure: failing,
      });
    },
  );

  test('is an environment variable only when it is declared and allowed', async () => {
    const get = (name: string) => service.calls['env.get'](good, { name }, context);
    expect(await get('CHAT_KEY')).toBeNull();
    allowed = ['good:CHAT_KEY', 'good:CHAT_KEY_2', 'good:HOME'];
    expect(await get('CHAT_KEY')).toBe('from-env');
    expect(await get('CHAT_KEY_2')).toBeNull();
    expect(await get('HOME')).toBeNull();
    expect(await service.calls['env.get'](other, { name: 'CHAT_KEY' }, context)).toBeNull();
  });

  test('a key that cannot be read is a failure, and the entry stays', async () => {
    entries.set('extension-llm-good:chat', secret);
    doesRefuse = true;
    await expect(service.calls['credential.get'](good, { providerId: 'chat' }, context)).rejects.toMatchObject({
      failure: { code: 'credential-missing', extensionId: 'good' },
    });
    expect(entries.get('extension-llm-good:chat')).toBe(secret);
  });
});

describe('a request for a key', () => {
  test('names the extension and the provider from the manifest, on one line each', async () => {
    void service.calls['credential.request'](good, { ...ask, label: 'Key\nfrom the\u202e bank' }, context);
    expect(await nextRequest()).toMatchObject({
      extensionId: 'good',
      extensionName: 'Extension good',
      providerName: 'Chat of good',
      label: 'Key from the bank',
      keptIn: 'keychain',
    });
  });

  test('stores what was typed without the space around it, and tells the extension true', async () => {
    const given = service.calls['credential.request'](good, ask, context);
    const { id } = await nextRequest();
    expect(await service.answer(id, ` ${secret}\n`)).toEqual(ok(null));
    expect(await given).toBe(true);
    expect(entries.get('extension-llm-good:chat')).toBe(secret);
    expect(ended()).toEqual([id]);
    expect(JSON.stringify([events, notices])).not.toContain(secret);
  });

  test('an empty answer stores nothing and leaves the dialog up', async () => {
    void service.calls['credential.request'](good, ask, context);
    const { id } = await nextRequest();
    expect(await service.answer(id, '  ')).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
    expect(ended()).toEqual([]);
    expect(await service.answer(id, secret)).toEqual(ok(null));
  });

  test('is answered once', async () => {
    void service.calls['credential.request'](good, ask, context);
    const { id } = await nextRequest();
    const answers = await Promise.all([service.answer(id, 'first'), service.answer(id, 'second')]);
    expect(answers.map(({ ok: isOk }) => isOk)).toEqual([true, false]);
    expect(entries.get('extension-llm-good:chat')).toBe('first');
  });

  test('whose key cannot be kept by any means ends, and the next one is shown', async () => {
    const given = service.calls['credential.request'](good, ask, context);
    void service.calls['credential.request'](other, ask, context);
    const { id } = await nextRequest();
    // The extension was replaced meanwhile by a version without this provider.
    manifests = [{ ...good, language_model_providers: {} }, other];
    await expect(service.answer(id, secret)).rejects.toMatchObject({ failure: { code: 'invalid-request' } });
    expect(await given).toBe(false);
    expect((await nextRequest(2)).extensionId).toBe('other');
    expect(ended()).toEqual([id]);
  });

  test('that was cancelled is not repeated before a person acts', async () => {
    const given = service.calls['credential.request'](good, ask, context);
    await service.answer((await nextRequest()).id, null);
    expect(await given).toBe(false);
    expect(await service.calls['credential.request'](good, ask, context)).toBe(false);
    service.personActed('other', 'chat');
    expect(await service.calls['credential.request'](good, ask, context)).toBe(false);
    expect(shown()).toHaveLength(1);
    service.personActed('good', 'chat');
    const again = service.calls['credential.request'](good, ask, context);
    await service.answer((await nextRequest(2)).id, secret);
    expect(await again).toBe(true);
  });

  test('joins the one about the same provider, and waits for the one about another', async () => {
    const first = service.calls['credential.request'](good, ask, context);
    const second = service.calls['credential.request'](good, ask, context);
    const third = service.calls['credential.request'](other, ask, context);
    const { id } = await nextRequest();
    expect(shown()).toHaveLength(1);
    await service.answer(id, secret);
    expect(await Promise.all([first, second])).toEqual([true, true]);
    const next = await nextRequest(2);
    expect(next.extensionId).toBe('other');
    await service.answer(next.id, null);
    expect(await third).toBe(false);
  });

  test('of an extension that is gone is withdrawn, the next one is shown, and a late answer stores nothing', async () => {
    const controller = new AbortController();
    const given = service.calls['credential.request'](good, ask, { signal: controller.signal });
    void service.calls['credential.request'](other, ask, context);
    const { id } = await nextRequest();
    controller.abort();
    expect(await given).toBe(false);
    expect(ended()).toEqual([id]);
    expect((await nextRequest(2)).extensionId).toBe('other');
    expect(await service.answer(id, secret)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(entries.size).toBe(0);
    service.withdraw('other');
    expect(ended()).toHaveLength(2);
  });

  test('that one of two callers gave up stays for the other', async () => {
    const controller = new AbortController();
    const first = service.calls['credential.request'](good, ask, { signal: controller.signal });
    const second = service.calls['credential.request'](good, ask, context);
    const { id } = await nextRequest();
    controller.abort();
    expect(await first).toBe(false);
    expect(ended()).toEqual([]);
    await service.answer(id, secret);
    expect(await second).toBe(true);
  });

  test('where no keyring answers says that the key is kept for the run, and keeps it so', async () => {
    isAvailable = false;
    const given = service.calls['credential.request'](good, ask, context);
    const request = await nextRequest();
    expect(request.keptIn).toBe('session');
    await service.answer(request.id, secret);
    expect(await given).toBe(true);
    expect(entries.size).toBe(0);
    expect(await service.calls['credential.get'](good, { providerId: 'chat' }, context)).toBe(secret);
  });

  test('whose key the keychain refuses keeps it for the run and says so in a notice', async () => {
    doesRefuse = true;
    const given = service.calls['credential.request'](good, ask, context);
    expect(await service.answer((await nextRequest()).id, secret)).toEqual(ok(null));
    expect(await given).toBe(true);
    expect(await service.calls['credential.get'](good, { providerId: 'chat' }, context)).toBe(secret);
    expect(notices.map(({ text }) => text)).toEqual([
      'The system keychain did not take the key for Chat of good (Extension good). It is kept until you quit.',
    ]);
  });
});

describe('the list in the settings', () => {
  test('shows which keys are set and where, never the keys', async () => {
    entries.set('extension-llm-good:chat', secret);
    const list = await service.list();
    expect(list.map(({ extensionId, isSet, keptIn, label }) => [extensionId, isSet, keptIn, label])).toEqual([
      ['good', true, 'keychain', 'Chat key'],
      ['other', false, 'keychain', 'Chat key'],
    ]);
    expect(JSON.stringify(list)).not.toContain(secret);
  });

  test('removes a key, and says when it could not', async () => {
    entries.set('extension-llm-good:chat', secret);
    doesRefuse = true;
    expect(await service.remove('good', 'chat')).toMatchObject({ ok: false, failure: { code: 'credential-remove' } });
    expect(changed).toEqual([]);
    doesRefuse = false;
    expect(await service.remove('good', 'chat')).toEqual(ok(null));
    expect(entries.size).toBe(0);
    expect(changed).toEqual(['good:chat']);
    expect(await service.remove('gone', 'chat')).toMatchObject({ ok: false, failure: { code: 'extension-disabled' } });
  });
});

describe('another extension that takes an id', () => {
  const get = () => service.calls['credential.get'](good, { providerId: 'chat' }, context);

  test('sees no key of the one that had it, and deletes none', async () => {
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    expect(await get()).toBe(secret);
    origins.set('good', '/another/folder');
    expect(await get()).toBeNull();
    expect((await service.list()).find(({ extensionId }) => extensionId === 'good')?.isSet).toBe(false);
    await service.calls['credential.delete'](good, { providerId: 'chat' }, context);
    origins.delete('good');
    expect(await get()).toBe(secret);
  });

  test('keeps a key of its own', async () => {
    origins.set('good', '/another/folder');
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    expect(await get()).toBe(secret);
    origins.set('good', '/a/third');
    expect(await get()).toBeNull();
  });
});
