import { describe, expect, test, vi } from 'vitest';
import { emptyRequest as request } from '../shared/testing/empty-request.ts';
import { serveModule } from './test-support/serve-module.ts';

const p = { providerId: 'p' };

async function providing(members: string) {
  const served = serveModule(`
    const flow = { userCode: 'AB-12', verificationUrl: 'https://id.test/device', headline: '', description: '',
      connectButtonLabel: '', successHeadline: '', successMessage: '' };
    const untilAborted = (what) => (signal) => new Promise((resolve) => {
      note('waiting');
      signal.addEventListener('abort', () => { note('aborted ' + what); resolve(flow); });
    });
    export const activate = (context) => void context.languageModels.registerProvider(
      { id: 'p', name: 'P' },
      { ...calls, async *stream() {}, ${members} },
    );`);
  await served.main.call('activate', { reason: 'test' });
  return served;
}

describe('what a provider need not have', () => {
  test('answers null when it has not', async () => {
    const { main } = await providing('');
    expect(await main.call('provider.settingsMarkdown', p)).toBeNull();
    expect(await main.call('provider.countTokens', { ...p, modelId: 'm', request })).toBeNull();
    expect(await main.call('provider.cacheConfiguration', { ...p, modelId: 'm' })).toBeNull();
    expect(await main.call('provider.startDeviceFlow', p)).toBeNull();
    await expect(main.call('provider.pollDeviceFlow', p)).rejects.toThrow(
      'The provider "p" has no pollDeviceFlowSignIn',
    );
  });

  test('is asked with what it is about, as a method of the provider', async () => {
    const { main, notes } = await providing(`
      text: '**on**',
      settingsMarkdown() { return this.text; },
      countTokens: async (modelId, request) => modelId.length + request.messages.length,
      cacheConfiguration: (modelId) => ({ maxCacheAnchors: modelId.length, shouldCacheToolDefinitions: true, minTotalTokenCount: 1 }),
      startDeviceFlowSignIn: async (signal) => { note(String(signal.aborted)); return flow; },
      pollDeviceFlowSignIn: async (signal) => { note(String(signal.aborted)); return 'not for main'; },`);
    expect(await main.call('provider.settingsMarkdown', p)).toBe('**on**');
    expect(await main.call('provider.countTokens', { ...p, modelId: 'abc', request })).toBe(3);
    expect(await main.call('provider.cacheConfiguration', { ...p, modelId: 'abc' })).toEqual({
      maxCacheAnchors: 3,
      shouldCacheToolDefinitions: true,
      minTotalTokenCount: 1,
    });
    expect(await main.call('provider.startDeviceFlow', p)).toMatchObject({ userCode: 'AB-12' });
    expect(await main.call('provider.pollDeviceFlow', p)).toBeNull();
    expect(notes()).toEqual(['false', 'false']);
  });

  test('answers null when it has nothing to say, and its errors keep their code', async () => {
    const { main } = await providing(`
      settingsMarkdown() {},
      cacheConfiguration: () => null,
      pollDeviceFlowSignIn() { throw Object.assign(new Error('refused'), { code: 'provider-auth' }); },`);
    expect(await main.call('provider.settingsMarkdown', p)).toBeNull();
    expect(await main.call('provider.cacheConfiguration', { ...p, modelId: 'm' })).toBeNull();
    await expect(main.call('provider.pollDeviceFlow', p)).rejects.toMatchObject({ code: 'provider-auth' });
  });
});

test.each(['main cancels it', 'the extension ends', 'the port closes'])('a sign-in is aborted when %s', async (why) => {
  const { main, notes } = await providing(`
      authenticate: untilAborted('authenticate'),
      startDeviceFlowSignIn: untilAborted('start'),
      pollDeviceFlowSignIn: untilAborted('poll'),`);
  const abort = new AbortController();
  const calls = (['provider.authenticate', 'provider.startDeviceFlow', 'provider.pollDeviceFlow'] as const).map(
    (method) => main.call(method, p, { signal: abort.signal }),
  );
  const settled = Promise.allSettled(calls);
  await vi.waitFor(() => expect(notes()).toHaveLength(3));
  if (why.startsWith('main')) abort.abort();
  else if (why.endsWith('ends')) await main.call('deactivate', null);
  else main.close();
  await settled;
  await vi.waitFor(() => expect(notes().slice(3)).toEqual(['aborted authenticate', 'aborted start', 'aborted poll']));
});
