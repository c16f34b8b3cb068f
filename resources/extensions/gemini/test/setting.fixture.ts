import { afterEach } from 'vitest';
import { geminiContent } from '../../../../e2e/servers/gemini-wire.ts';
import {
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
  type WireFormat,
} from '../../../../e2e/servers/provider-server.ts';
import { activated, answer, ask, type Harness, manifestAt, outcome } from '../../extension-harness.ts';
import * as extension from '../main.js';

export const manifest = manifestAt(new URL('../extension.toml', import.meta.url));
const servers: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

export const never = new AbortController().signal;
export const model = 'gemini-3.8-flash';

/** The extension, set to a server of its own, where a person has signed in when it has a key. */
export async function against(options: ProviderServerOptions = {}, format: WireFormat = geminiContent) {
  const server = await startProviderServer(format, options);
  servers.push(server);
  const harness = await activated(extension, { base_url: server.url }, manifest);
  if (options.key !== undefined) await signIn(server, harness, options.key);
  const say = (prompt: string, more: { id?: string; signal?: AbortSignal; request?: Parameters<typeof ask>[1] } = {}) =>
    outcome(answer(harness.provider, more.id ?? model, ask(prompt, more.request), more.signal ?? never));
  return { server, harness, say, provider: harness.provider };
}

/** What came of it is forgotten: the requests, and what the harness saw. */
async function signIn(server: ProviderServer, harness: Harness, key: string) {
  harness.dialog = () => key;
  await harness.provider.authenticate(never);
  Object.assign(harness, { dialog: () => null, modelsChanged: 0 });
  harness.asked.length = 0;
  server.requests.length = 0;
}

export const thrownBy = async (call: () => unknown): Promise<unknown> => {
  try {
    await call();
    return null;
  } catch (thrown) {
    return thrown;
  }
};
