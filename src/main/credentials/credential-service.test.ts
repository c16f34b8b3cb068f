import { beforeEach, describe, expect, test } from 'vitest';
import type { CredentialRequest } from '../../shared/contract/credential.ts';
import { ok } from '../../shared/contract/errors.ts';
import { type CredentialSetting, credentialSetting, good, other } from './credential-setting.fixture.ts';

const secret = 'sk-very-secret';
const context = { signal: new AbortController().signal };
const ask = { providerId: 'chat', credentialType: 'api-key', label: 'Key', placeholder: 'sk-…' } as const;

let setting: CredentialSetting;
let service: CredentialSetting['service'];
let entries: Map<string, string>;

beforeEach(async () => {
  setting = await credentialSetting();
  ({ service } = setting);
  ({ entries } = setting.keychain);
  Object.assign(setting.env, { CHAT_KEY: '', CHAT_KEY_2: '', HOME: '/home/me' });
});

const shown = (): CredentialRequest[] => setting.shown();
const ended = (): string[] => setting.ended();
const nextRequest = (count = 1): Promise<CredentialRequest> => setting.nextRequest(count);

describe('what an extension may reach', () => {
  test('is the key of its own provider, under an account that names both', async () => {
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    expect([...entries]).toEqual([['extension-llm-good:chat', secret]]);
    expect(await service.calls['credential.get'](good, { providerId: 'chat' }, context)).toBe(secret);
    expect(await service.calls['credential.get'](other, { providerId: 'chat' }, context)).toBeNull();
    await service.calls['credential.delete'](good, { providerId: 'chat' }, context);
    expect(entries.size).toBe(0);
    expect(setting.changed).toEqual(['good:chat', 'good:chat']);
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
    setting.env.CHAT_KEY = 'from-env';
    expect(await get('CHAT_KEY')).toBeNull();
    for (const name of ['CHAT_KEY', 'CHAT_KEY_2', 'HOME']) setting.decisions.set(`good:${name}`, 'allowed');
    expect(await get('CHAT_KEY')).toBe('from-env');
    expect(await get('CHAT_KEY_2')).toBeNull();
    expect(await get('HOME')).toBeNull();
    expect(await service.calls['env.get'](other, { name: 'CHAT_KEY' }, context)).toBeNull();
  });

  test('a key that cannot be read is a failure, and the entry stays', async () => {
    entries.set('extension-llm-good:chat', secret);
    setting.keychain.state = 'refusing';
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

  test('shows no address for help but one by https, and says what it replaces', async () => {
    void service.calls['credential.request'](good, { ...ask, helpUrl: 'http://a.example/' }, context);
    const first = await nextRequest();
    expect(first).toMatchObject({ replaces: false, credentialType: 'api-key' });
    expect(first).not.toHaveProperty('helpUrl');
    await service.answer(first.id, secret);
    void service.calls['credential.request'](good, { ...ask, helpUrl: 'https://a.example/keys?of=me' }, context);
    expect(await nextRequest(2)).toMatchObject({ replaces: true, helpUrl: 'https://a.example/keys?of=me' });
    for (const helpUrl of ['javascript:alert(1)', 'https://me@a.example/', 'https:\\\\a.example', 'x']) {
      service.withdraw('good');
      void service.calls['credential.request'](good, { ...ask, helpUrl }, context);
      expect(await nextRequest(shown().length + 1)).not.toHaveProperty('helpUrl');
    }
  });

  test('stores what was typed without the space around it, and tells the extension true', async () => {
    const given = service.calls['credential.request'](good, ask, context);
    const { id } = await nextRequest();
    expect(await service.answer(id, ` ${secret}\n`)).toEqual(ok(null));
    expect(await given).toBe(true);
    expect(entries.get('extension-llm-good:chat')).toBe(secret);
    expect(ended()).toEqual([id]);
    expect(JSON.stringify([setting.events, setting.notices])).not.toContain(secret);
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
    // The extension was replaced in the meantime by a version without this provider.
    setting.manifests = [{ ...good, language_model_providers: {} }, other];
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
    setting.keychain.state = 'absent';
    const given = service.calls['credential.request'](good, ask, context);
    const request = await nextRequest();
    expect(request.keptIn).toBe('session');
    await service.answer(request.id, secret);
    expect(await given).toBe(true);
    expect(entries.size).toBe(0);
    expect(await service.calls['credential.get'](good, { providerId: 'chat' }, context)).toBe(secret);
  });

  test('whose key the keychain refuses keeps it for the run and says so in a notice', async () => {
    setting.keychain.state = 'refusing';
    const given = service.calls['credential.request'](good, ask, context);
    expect(await service.answer((await nextRequest()).id, secret)).toEqual(ok(null));
    expect(await given).toBe(true);
    expect(await service.calls['credential.get'](good, { providerId: 'chat' }, context)).toBe(secret);
    expect(setting.notices.map(({ text }) => text)).toEqual([
      'The system keychain did not accept the key for Chat of good (Extension good). It is kept until you quit.',
    ]);
  });
});

describe('the list in the settings', () => {
  test('shows which keys are set and where, never the keys', async () => {
    entries.set('extension-llm-good:chat', secret);
    const list = await service.list();
    expect(
      list.map(({ extensionId, keptIn, destination, label }) => [extensionId, keptIn, destination, label]),
    ).toEqual([
      ['good', 'keychain', 'keychain', 'Chat key'],
      ['other', null, 'keychain', 'Chat key'],
    ]);
    expect(JSON.stringify(list)).not.toContain(secret);
  });

  test('removes a key, and says when it could not', async () => {
    entries.set('extension-llm-good:chat', secret);
    setting.keychain.state = 'refusing';
    expect(await service.remove('good', 'chat')).toMatchObject({ ok: false, failure: { code: 'credential-remove' } });
    expect(setting.changed).toEqual([]);
    setting.keychain.state = 'open';
    expect(await service.remove('good', 'chat')).toEqual(ok(null));
    expect(entries.size).toBe(0);
    expect(setting.changed).toEqual(['good:chat']);
    expect(await service.remove('gone', 'chat')).toMatchObject({ ok: false, failure: { code: 'extension-disabled' } });
  });

  test('a person removes an entry with its key; a key that stays is told of in a notice, and can be removed later', async () => {
    setting.origins.set('good', '/one/folder');
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    setting.manifests = [{ ...good, language_model_providers: {} }, other];
    setting.keychain.state = 'refusing';
    await service.entryRemoved('good', 'chat');
    expect(setting.notices.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^The key of an entry of Extension good that you removed is still stored: .*under Keys in Settings\.$/,
      ),
    ]);
    expect((await service.list()).at(-1)).toMatchObject({ providerId: 'chat', leftBehindBy: '/one/folder' });
    setting.keychain.state = 'open';
    await service.entryRemoved('good', 'chat');
    expect([entries.size, setting.notices.length]).toEqual([0, 1]);
  });

  test('says why a key cannot be read, which is neither missing nor removed', async () => {
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    await service.calls['credential.store'](other, { providerId: 'chat', value: secret }, context);
    for (const [state, why] of [
      ['locked', /is locked, or access was refused\. The key in it is unchanged/],
      ['absent', /keyring is not available right now.* unchanged/],
      ['refusing', /could not be read/],
    ] as const) {
      setting.keychain.state = state;
      service.personActed('good', 'chat');
      const [first] = await service.list();
      expect(first).toMatchObject({ keptIn: 'keychain', problem: expect.stringMatching(why) });
      expect(await service.remove('good', 'chat')).toMatchObject({ ok: false, failure: { code: 'credential-remove' } });
      expect(entries.size).toBe(2);
    }
    setting.keychain.state = 'open';
    service.personActed('good', 'chat');
    expect((await service.list())[0]).not.toHaveProperty('problem');
  });

  test('a keychain that stays locked asks for its password once, until a person acts', async () => {
    for (const one of [good, other]) {
      await service.calls['credential.store'](one, { providerId: 'chat', value: secret }, context);
    }
    setting.keychain.state = 'locked';
    await service.list();
    await service.list();
    // One for the key, and one to find out whether the keychain is locked.
    expect(setting.keychain.prompts).toBe(2);
    service.personActed('good', 'chat');
    await service.list();
    expect(setting.keychain.prompts).toBe(4);
  });

  test('a key that was removed elsewhere is none', async () => {
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    entries.clear();
    expect((await service.list())[0]).toMatchObject({ keptIn: null });
    expect(setting.owners.all()).toEqual([]);
  });
});

describe('another extension that takes an id', () => {
  const get = () => service.calls['credential.get'](good, { providerId: 'chat' }, context);

  test('sees no key of the one that had it, and deletes none', async () => {
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    expect(await get()).toBe(secret);
    setting.origins.set('good', '/another/folder');
    expect(await get()).toBeNull();
    expect((await service.list())[0]).toMatchObject({ extensionId: 'good', keptIn: null });
    await service.calls['credential.delete'](good, { providerId: 'chat' }, context);
    setting.origins.delete('good');
    expect(await get()).toBe(secret);
  });

  test('keeps a key of its own', async () => {
    setting.origins.set('good', '/another/folder');
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    expect(await get()).toBe(secret);
    setting.origins.set('good', '/a/third');
    expect(await get()).toBeNull();
  });

  test('nor gets it when the keychain refuses its own', async () => {
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    setting.origins.set('good', '/another/folder');
    setting.keychain.state = 'refusing';
    await service.calls['credential.store'](good, { providerId: 'chat', value: 'sk-another' }, context);
    setting.keychain.state = 'open';
    expect(await get()).toBe('sk-another');
    setting.origins.set('good', '/a/third');
    expect(await get()).toBeNull();
    setting.origins.delete('good');
    expect(await get()).toBe(secret);
  });

  test('leaves the key of the other in the list, where it can be removed', async () => {
    setting.origins.set('good', '/one/folder');
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    setting.origins.set('good', '/another/folder');
    const left = (await service.list()).filter(({ leftBehindBy }) => leftBehindBy !== undefined);
    expect(left).toEqual([expect.objectContaining({ extensionId: 'good', leftBehindBy: '/one/folder' })]);
    expect(await service.remove('good', 'chat')).toEqual(ok(null));
    expect(entries.size).toBe(1);
    expect(await service.remove('good', 'chat', '/one/folder')).toEqual(ok(null));
    expect(entries.size).toBe(0);
    expect(await service.list()).toHaveLength(2);
  });
});

describe('an extension that is not enabled', () => {
  beforeEach(async () => {
    setting.origins.set('good', '/one/folder');
    await service.calls['credential.store'](good, { providerId: 'chat', value: secret }, context);
    setting.manifests = [other];
  });

  test('keeps its key, which is listed under its name and can be removed', async () => {
    const kept = (await service.list()).find(({ extensionId }) => extensionId === 'good');
    expect(kept).toMatchObject({ extensionName: 'Extension good', providerName: 'Chat of good', keptIn: 'keychain' });
    expect(kept).not.toHaveProperty('leftBehindBy');
    expect(await service.remove('good', 'chat')).toEqual(ok(null));
    expect(entries.size).toBe(0);
  });

  test('and is uninstalled takes its keys along, those in memory too', async () => {
    setting.keychain.state = 'absent';
    setting.manifests = [good, other];
    await service.calls['credential.store'](good, { providerId: 'chat', value: 'sk-in-memory' }, context);
    setting.keychain.state = 'open';
    await service.calls['credential.store'](other, { providerId: 'chat', value: secret }, context);
    await service.forget('good', '/one/folder');
    expect([...entries.keys()]).toEqual(['extension-llm-other:chat']);
    expect(await service.calls['credential.get'](good, { providerId: 'chat' }, context)).toBeNull();
  });

  test('one that comes to its folder later gets nothing that could not be removed', async () => {
    setting.keychain.state = 'locked';
    await service.forget('good', '/one/folder');
    setting.keychain.state = 'open';
    setting.manifests = [good, other];
    expect(entries.size).toBe(1);
    expect(await service.calls['credential.get'](good, { providerId: 'chat' }, context)).toBeNull();
    expect((await service.list()).at(-1)).toMatchObject({ leftBehindBy: '/one/folder (uninstalled)' });
  });
});
