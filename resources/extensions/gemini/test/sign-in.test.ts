import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heldBy, manifestWords, textOf } from '../../extension-harness.ts';
import { usualModels } from '../models.js';
import { providerId, variables } from '../provider.js';
import { against, manifest, never, thrownBy } from './setting.fixture.ts';

describe('the manifest', () => {
  it('names the provider and its models as the code does', async () => {
    const { harness } = await against();
    expect(Object.keys(manifest.language_model_providers)).toEqual([providerId]);
    expect(harness.providerId).toBe(providerId);
    const declared = manifest.language_model_providers[providerId];
    expect(declared?.models).toEqual(
      usualModels.map((info) => ({
        ...manifestWords(info),
        max_output_tokens: info.maxOutputTokens,
        default_fast: info.isDefaultFast,
      })),
    );
    expect(declared?.auth).toMatchObject({ env_vars: variables });
    expect(readFileSync(new URL(`../${declared?.icon}`, import.meta.url), 'utf8')).toContain('currentColor');
  });
});

describe('signing in', () => {
  it('asks for a key, tries it by listing the models, and keeps it', async () => {
    const { server, harness, provider } = await against({ models: ['gemini-2.5-pro', 'gemini-3-flash'], key: 'good' });
    harness.key = null;
    harness.dialog = () => 'good';
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await provider.models()).toEqual(usualModels);
    expect(server.requests).toEqual([]);

    await provider.authenticate(never);

    expect(harness.asked).toEqual([`API key for ${new URL(server.url).host}`]);
    expect(harness.modelsChanged).toBe(1);
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(['none', 'right']);
    expect(await provider.isAuthenticated()).toBe(true);
    expect((await provider.models()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      ['gemini-3-flash', true],
      ['gemini-2.5-pro', false],
    ]);
  });

  it('says what the service says of a wrong key, which main keeps or not', async () => {
    const { harness, provider } = await against({ key: 'good' });
    harness.key = null;
    harness.dialog = () => 'wrong';
    const thrown = await thrownBy(() => provider.authenticate(never));
    expect(thrown).toMatchObject({ code: 'provider-auth', message: expect.stringContaining('Incorrect key.') });
    expect(harness.key).toBe('wrong');
    expect(harness.modelsChanged).toBe(0);
  });

  it('tries the key that there is, without a dialog', async () => {
    const { server, harness, provider } = await against({ key: 'good' });
    await provider.authenticate(never);
    harness.key = 'old';
    await heldBy(harness, providerId).accepted(new URL(server.url).origin);
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({ code: 'provider-auth' });
    expect(harness.asked).toEqual([]);
  });

  it('needs no key from a service of one’s own that wants none', async () => {
    const { harness, provider, say } = await against();
    await provider.authenticate(never);
    expect(harness.asked).toEqual([]);
    expect(await provider.isAuthenticated()).toBe(true);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('is cancelled with the dialog, and by the person meanwhile', async () => {
    const { harness, provider } = await against({ key: 'good' });
    harness.key = null;
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({ code: 'cancelled' });
    harness.key = 'good';
    expect(await thrownBy(() => provider.authenticate(AbortSignal.abort()))).toMatchObject({ code: 'cancelled' });
  });

  it('ends with the key deleted', async () => {
    const { harness, provider } = await against({ key: 'good' });
    await provider.resetCredentials();
    expect(harness.key).toBeNull();
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('is due before the first request, which the vendor’s own service does not see', async () => {
    const { harness, say } = await against({ key: 'good' });
    harness.key = null;
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    harness.settings.base_url = 'https://generativelanguage.googleapis.com/v1beta';
    expect((await say('Hi')).thrown).toMatchObject({
      code: 'credential-missing',
      message: 'There is no key for generativelanguage.googleapis.com yet.',
    });
  });

  it.each(['example', 'ftp://example.org', 'https://me:secret@example.org'])('refuses the base URL %s', async (url) => {
    const { harness, say } = await against();
    harness.settings.base_url = url;
    const { thrown } = await say('Hi');
    expect(thrown).toMatchObject({ code: 'invalid-request' });
    expect(thrown?.message).not.toContain('secret');
  });

  it('works with a base URL that ends in a slash, or has no version', async () => {
    const { server, harness, say } = await against();
    for (const url of [`${server.url}/`, new URL(server.url).origin]) {
      harness.settings.base_url = url;
      await say('Hi');
      expect(server.requests.at(-1)?.path).toBe('/v1beta/models/gemini-3.8-flash:streamGenerateContent');
    }
  });
});

describe('a key', () => {
  const authorizations = ({ requests }: { requests: { authorization: string }[] }) =>
    requests.map(({ authorization }) => authorization);

  it('goes only where it was accepted, and works there again', async () => {
    const first = await against({ key: 'good' });
    const second = await against({ key: 'other' });
    const { harness, provider, say } = first;
    harness.settings.base_url = second.server.url;
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await provider.models()).toHaveLength(2);
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    expect(authorizations(second.server)).toEqual(['none']);

    harness.settings.base_url = 'https://generativelanguage.googleapis.com/v1beta';
    expect(await provider.isAuthenticated()).toBe(false);
    harness.settings.base_url = first.server.url;
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');

    harness.settings.base_url = second.server.url;
    harness.dialog = () => 'other';
    await provider.authenticate(never);
    expect(authorizations(second.server)).toEqual(['none', 'none', 'right']);
    expect(await provider.isAuthenticated()).toBe(true);
    harness.settings.base_url = first.server.url;
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('of which it is not known where it was accepted is for the vendor’s own service', async () => {
    const { server, harness, provider } = await against({ key: 'good' });
    harness.state.clear();
    expect(await provider.isAuthenticated()).toBe(false);
    harness.settings.base_url = 'https://generativelanguage.googleapis.com/v1beta';
    expect(await provider.isAuthenticated()).toBe(true);
    harness.settings.base_url = 'http://generativelanguage.googleapis.com/v1beta';
    expect(await provider.isAuthenticated()).toBe(false);
    expect(server.requests).toEqual([]);
  });

  it('that is kept in place of the accepted one is not taken for it', async () => {
    const { server, harness, say } = await against({ key: 'good' });
    harness.key = 'from before';
    await say('Hi');
    expect(authorizations(server)).toEqual(['none']);
  });

  it('that was typed before the extension asks is tried, though another was the vendor’s', async () => {
    const { server } = await against({ key: 'good' });
    const { harness, provider } = await against();
    harness.settings.base_url = server.url;
    harness.key = 'the vendor’s';
    expect(await provider.isAuthenticated()).toBe(false);
    // The app answers at once with what was typed.
    harness.dialog = () => 'good';
    await provider.authenticate(never);
    expect(authorizations(server)).toEqual(['none', 'right']);
    expect(await provider.isAuthenticated()).toBe(true);
  });

  it('of the environment is for the vendor’s own service, also when another is typed', async () => {
    const { server, harness, provider, say } = await against({ key: 'good' });
    harness.key = 'good';
    harness.env.GOOGLE_API_KEY = 'good';
    harness.state.clear();
    await say('Hi');
    harness.dialog = () => 'good';
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({
      code: 'provider-auth',
      message: expect.stringContaining('The key in GOOGLE_API_KEY is for generativelanguage.googleapis.com alone.'),
    });
    expect(harness.asked).toEqual([]);
    expect(new Set(authorizations(server))).toEqual(new Set(['none']));
    harness.settings.base_url = 'https://generativelanguage.googleapis.com/v1beta';
    expect(await provider.isAuthenticated()).toBe(true);
  });
});
