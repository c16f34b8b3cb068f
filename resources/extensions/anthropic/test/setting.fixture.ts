import { afterEach } from 'vitest';
import { anthropicMessages } from '../../../../e2e/servers/anthropic-wire.ts';
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

/** The extension, set to a server of its own, where a person has signed in when it has a key. */
export async function against(options: ProviderServerOptions = {}, format: WireFormat = anthropicMessages) {
  const server = await startProviderServer(format, options);
  servers.push(server);
  const harness = await activated(extension, { base_url: server.url }, manifest);
  if (options.key !== undefined) await signIn(server, harness, options.key);
  const say = (prompt: string, model = 'claude-sonnet-5-5', signal = never) =>
    outcome(answer(harness.provider, model, ask(prompt), signal));
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
