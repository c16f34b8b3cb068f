import { describe, expect, it } from 'vitest';
import type { ProviderServer } from '../../e2e/servers/provider-server.ts';
import { textOf } from './extension-harness.ts';
import { never, nowhere, services, serving, thrownBy } from './provider-services.fixture.ts';

/** Signing in with a key, for the services that have keys. */

const keyed = [
  {
    service: services.anthropic,
    base: '',
    listed: { models: ['claude-opus-5-5', 'claude-sonnet-5'], ids: ['claude-opus-5-5', 'claude-sonnet-5'] },
    usual: 3,
    variable: 'ANTHROPIC_API_KEY',
    refusal: 'provider-auth',
    wrong: 'Incorrect key.',
    asksAgain: false,
  },
  {
    service: services.gemini,
    base: '/v1beta',
    listed: { models: ['gemini-2.5-pro', 'gemini-3-flash'], ids: ['gemini-3-flash', 'gemini-2.5-pro'] },
    usual: 2,
    variable: 'GOOGLE_API_KEY',
    refusal: 'provider-auth',
    wrong: 'Incorrect key.',
    asksAgain: false,
  },
  {
    service: services.responses,
    base: '/v1',
    listed: { models: ['gpt-5', 'gpt-4.1', 'whisper-1'], ids: ['gpt-5', 'gpt-4.1'] },
    usual: 3,
    variable: 'OPENAI_API_KEY',
    refusal: 'invalid-request',
    wrong: 'Incorrect key.',
    asksAgain: true,
  },
  {
    service: services.compatible,
    base: '/v1',
    listed: { models: ['b', 'text-embedding-3', 'a'], ids: ['default', 'a', 'b'] },
    usual: 1,
    variable: null,
    refusal: null,
    wrong: 'did not accept the key',
    asksAgain: true,
  },
] as const;

const authorizations = ({ requests }: ProviderServer) => requests.map(({ authorization }) => authorization);

describe.each(keyed.map((row) => ({ ...row, name: row.service.name })))('signing in at $name', (row) => {
  const { service, base, listed, usual, variable, refusal, wrong, asksAgain } = row;
  const vendor = `${service.vendor}${base}`;
  const { host } = new URL(vendor);
  const start = serving(service);

  it('asks for a key, tries it by listing the models, and keeps it', async () => {
    const { server, harness, provider } = await start({ models: listed.models, key: 'good' });
    harness.key = null;
    harness.dialog = () => 'good';
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await provider.models()).toHaveLength(usual);
    expect(server.requests).toEqual([]);
    await provider.authenticate(never);
    expect(harness.asked).toEqual([`API key for ${new URL(server.url).host}`]);
    expect(harness.key).toBe('good');
    expect(harness.modelsChanged).toBe(1);
    expect(authorizations(server)).toEqual(['none', 'right']);
    expect(await provider.isAuthenticated()).toBe(true);
    expect((await provider.models()).map(({ id }) => id)).toEqual(listed.ids);
  });

  it('says that a key is wrong, without the key; main keeps it or not', async () => {
    const { harness, provider } = await start({ key: 'good' });
    harness.key = null;
    harness.dialog = () => 'sk-wrong';
    const thrown = await thrownBy(() => provider.authenticate(never));
    expect(thrown).toMatchObject({ code: 'provider-auth', message: expect.stringContaining(wrong) });
    expect(String(thrown)).not.toContain('sk-wrong');
    expect(harness.key).toBe('sk-wrong');
    expect(harness.modelsChanged).toBe(0);
  });

  it('tries the key that there is, without a dialog', async () => {
    const { harness, provider } = await start({ key: 'good' });
    await provider.authenticate(never);
    expect(harness.asked).toEqual([]);
  });

  it(`${asksAgain ? 'asks again' : 'says so'} when that is refused now`, async () => {
    const { harness, hold, provider } = await start({ key: 'good' });
    await hold('old');
    harness.dialog = () => 'good';
    const thrown = await thrownBy(() => provider.authenticate(never));
    expect(harness.asked).toHaveLength(asksAgain ? 1 : 0);
    if (asksAgain) expect([thrown, harness.key]).toEqual([null, 'good']);
    else expect(thrown).toMatchObject({ code: 'provider-auth' });
  });

  it('needs no key from a service of one’s own that wants none', async () => {
    const { harness, provider, say } = await start();
    await provider.authenticate(never);
    expect(harness.asked).toEqual([]);
    expect(await provider.isAuthenticated()).toBe(true);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('is cancelled with the dialog, and by the person meanwhile', async () => {
    const { harness, provider } = await start({ key: 'good' });
    harness.key = null;
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({ code: 'cancelled' });
    harness.key = 'good';
    expect(await thrownBy(() => provider.authenticate(AbortSignal.abort()))).toMatchObject({ code: 'cancelled' });
  });

  it('opens no dialog when nothing answers', async () => {
    const { harness, provider } = await start({}, { base_url: `${await nowhere()}/v1` });
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({
      code: 'network',
      message: expect.stringMatching(/^Nothing answers at 127\.0\.0\.1:\d+\./),
    });
    expect(harness.asked).toEqual([]);
  });

  it('ends with the key deleted', async () => {
    const { harness, provider } = await start({ key: 'good' });
    expect(await provider.isAuthenticated()).toBe(true);
    await provider.resetCredentials();
    expect(harness.key).toBeNull();
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('is due before the first request, which the vendor’s own service does not see', async () => {
    const { harness, say } = await start({ key: 'good' });
    harness.key = null;
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    harness.settings.base_url = vendor;
    expect((await say('Hi')).thrown).toMatchObject({
      code: 'credential-missing',
      message: `There is no key for ${host} yet.`,
    });
  });

  it.each([
    '',
    'example',
    'localhost:11434',
    'file:///etc/passwd',
    'ftp://example.org',
    'https://me:secret@example.org',
  ])('refuses the base URL "%s"', async (url) => {
    const { say } = await start({}, { base_url: url });
    const { thrown } = await say('Hi');
    expect(thrown).toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(/^The base URL in Settings/),
    });
    expect(thrown?.message).not.toContain('secret');
  });

  it('is for where the key was accepted, and works there again', async () => {
    const first = await start({ key: 'good' });
    const second = await start({ key: 'other' });
    const { harness, provider, say } = first;
    harness.settings.base_url = second.server.url;
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await provider.models()).toHaveLength(usual);
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({ code: 'cancelled' });
    expect(new Set(authorizations(second.server))).toEqual(new Set(['none']));

    harness.settings.base_url = vendor;
    expect(await provider.isAuthenticated()).toBe(false);
    harness.settings.base_url = first.server.url;
    expect(await provider.isAuthenticated()).toBe(true);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');

    harness.settings.base_url = second.server.url;
    harness.dialog = () => 'other';
    await provider.authenticate(never);
    expect(authorizations(second.server).at(-1)).toBe('right');
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    harness.settings.base_url = first.server.url;
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('is for the vendor’s own service where it is not known where the key was accepted', async () => {
    const { server, harness, provider, say } = await start({ key: 'good' });
    harness.state.clear();
    expect(await provider.isAuthenticated()).toBe(false);
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    expect(authorizations(server)).toEqual(['none']);
    harness.settings.base_url = vendor;
    expect(await provider.isAuthenticated()).toBe(true);
    harness.settings.base_url = vendor.replace('https:', 'http:');
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('is not for a key that is kept in place of the accepted one', async () => {
    const { server, harness, say } = await start({ key: 'good' });
    harness.key = 'from before';
    await say('Hi');
    expect(authorizations(server)).toEqual(['none']);
  });

  it('tries a key that is typed, though there is another that was the vendor’s', async () => {
    const { server } = await start({ key: 'good' });
    const { harness, provider } = await start();
    harness.settings.base_url = server.url;
    harness.key = 'the vendor’s';
    expect(await provider.isAuthenticated()).toBe(false);
    // The app answers at once with the typed key.
    harness.dialog = () => 'good';
    await provider.authenticate(never);
    expect(authorizations(server)).toEqual(['none', 'right']);
    expect(await provider.isAuthenticated()).toBe(true);
  });

  if (variable)
    it('with a key of the environment is for the vendor’s own service, also when another is typed', async () => {
      const { server, harness, provider, say } = await start({ key: 'good' });
      harness.env[variable] = 'good';
      harness.state.clear();
      await say('Hi');
      harness.dialog = () => 'good';
      const refused = { code: refusal, message: expect.stringContaining(`${variable} is for ${host}`) };
      expect(await thrownBy(() => provider.authenticate(never))).toMatchObject(refused);
      expect(harness.asked).toEqual([]);
      expect(new Set(authorizations(server))).toEqual(new Set(['none']));
      harness.settings.base_url = vendor;
      expect(await provider.isAuthenticated()).toBe(true);
    });
});
