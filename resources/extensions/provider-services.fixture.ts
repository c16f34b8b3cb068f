import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect } from 'vitest';
import { anthropicMessages } from '../../e2e/servers/anthropic-wire.ts';
import { chatCompletions } from '../../e2e/servers/chat-completions-wire.ts';
import { geminiContent } from '../../e2e/servers/gemini-wire.ts';
import { ollama } from '../../e2e/servers/ollama-wire.ts';
import {
  type Fault,
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
  type WireFormat,
} from '../../e2e/servers/provider-server.ts';
import { responses } from '../../e2e/servers/responses-wire.ts';
import type { ExtensionModule } from '../../src/shared/contract/extension-api/extension-api.ts';
import type { SettingValue } from '../../src/shared/contract/settings/setting-value.ts';
import * as anthropic from './anthropic/main.js';
import { componentFrom } from './component-extension.ts';
import { docs } from './docs-pages.ts';
import { activated, answer, ask, heldBy, manifestAt, outcome } from './extension-harness.ts';
import * as gemini from './gemini/main.js';
import * as ollamaExtension from './ollama/main.js';
import * as compatible from './openai-compatible/main.js';
import * as openAiResponses from './openai-responses/main.js';

/** A bundled provider with a test server of its format. */
export interface Service {
  readonly name: string;
  readonly extension: ExtensionModule;
  readonly format: WireFormat;
  /** Origin of the vendor's own service. */
  readonly vendor: string;
  /** A model that supports thinking and tools. */
  readonly model: string;
  readonly models?: readonly string[];
  readonly settings?: Record<string, SettingValue>;
  /** Where it lies, if it is not bundled. */
  readonly folder?: URL;
  /** It asks nobody without a key: this one, if a test names none. */
  readonly key?: string;
}

export const services = {
  anthropic: {
    name: 'anthropic',
    extension: anthropic,
    format: anthropicMessages,
    vendor: 'https://api.anthropic.com',
    model: 'claude-sonnet-5-5',
  },
  gemini: {
    name: 'gemini',
    extension: gemini,
    format: geminiContent,
    vendor: 'https://generativelanguage.googleapis.com',
    model: 'gemini-3.8-flash',
  },
  responses: {
    name: 'openai-responses',
    extension: openAiResponses,
    format: responses,
    vendor: 'https://api.openai.com',
    model: 'gpt-5',
    models: ['gpt-5', 'gpt-4.1', 'whisper-1'],
  },
  compatible: {
    name: 'openai-compatible',
    extension: compatible,
    format: chatCompletions,
    vendor: 'https://api.openai.com',
    model: 'tiny',
    settings: { default_model: '', endpoints: [] },
  },
  ollama: {
    name: 'ollama',
    extension: ollamaExtension,
    format: ollama,
    vendor: 'http://localhost:11434',
    model: 'qwen3:4b',
    models: ['qwen3:4b', 'nomic-embed-text', 'llama:latest'],
    settings: { context_length: 16_384 },
  },
} as const satisfies Record<string, Service>;

const sample = new URL('samples/chat-component/', docs);
/** The provider of the docs that is a component. */
export const chatComponent: Service = {
  name: 'chat-component',
  extension: componentFrom(sample),
  format: chatCompletions,
  vendor: 'https://api.example.com',
  model: 'tiny',
  folder: sample,
  key: 'sk-any',
};

export const manifestOf = ({ name, folder }: Pick<Service, 'name' | 'folder'>) =>
  manifestAt(new URL('extension.toml', folder ?? new URL(`./${name}/`, import.meta.url)));

const servers: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Starts a server that is closed with the test. */
export async function serve(format: WireFormat, options: ProviderServerOptions = {}): Promise<ProviderServer> {
  const server = await startProviderServer(format, options);
  servers.push(server);
  return server;
}

/** An address where no server listens, of a port that no system gives to those who do not ask for it by number. */
export async function nowhere(host = '127.0.0.1'): Promise<string> {
  for (let port = 21_000; ; port += 1) {
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), 'close');
    return `http://${host}:${port}`;
  }
}

interface Said {
  readonly id?: string;
  readonly signal?: AbortSignal;
  readonly request?: Parameters<typeof ask>[1];
}

/** Starts the extension of a service with its own test server, and with an accepted key if it needs one. */
export const serving =
  (service: Service) =>
  async (
    options: ProviderServerOptions = {},
    settings: Record<string, SettingValue> = {},
    changed: Partial<Service> = {},
  ) => {
    const {
      name,
      folder,
      extension,
      format,
      models,
      model,
      settings: usual,
      key: usualKey,
    } = { ...service, ...changed };
    const server = await serve(format, { ...(models && { models }), ...options });
    const values = { base_url: server.url, ...structuredClone(usual), ...settings };
    const harness = await activated(extension, values, manifestOf({ name, ...(folder && { folder }) }));
    /** Stores a key as accepted by this server. */
    const hold = async (key: string) => {
      harness.key = key;
      await heldBy(harness, harness.providerId).accepted(new URL(server.url).origin);
    };
    const key = options.key ?? usualKey;
    if (key !== undefined) await hold(key);
    const say = (prompt: string, { id = model, signal = never, request }: Said = {}) =>
      outcome(answer(harness.provider, id, ask(prompt, request), signal));
    return { server, harness, hold, say, provider: harness.provider };
  };

type StatusFault = Omit<Extract<Fault, { type: 'status' }>, 'type'>;

/** Checks a service's error status: there is one request, and the failure has a code and never the key. */
export async function expectFailure(
  against: ReturnType<typeof serving>,
  fault: StatusFault,
  code: string,
  retryAfterSeconds: number | undefined,
): Promise<void> {
  const { server, say } = await against({ key: 'sk-good', fault: { type: 'status', ...fault } });
  const { events, thrown } = await say('Hi');
  expect(events).toEqual([]);
  expect(thrown).toMatchObject({ code });
  expect(thrown?.data?.retryAfterSeconds).toBe(retryAfterSeconds);
  expect(thrown?.message).not.toContain('sk-good');
  expect(server.completions()).toHaveLength(1);
}

/** Shortens the interval of signs of life to five milliseconds. */
export const impatient = (extension: ExtensionModule): ExtensionModule => ({
  activate(context) {
    const { http } = context;
    const keepAlive: typeof http.keepAlive = (source, sign) => http.keepAlive(source, sign, 5);
    return extension.activate({ ...context, http: { ...http, keepAlive } });
  },
});

export const never = new AbortController().signal;

export const thrownBy = async (call: () => unknown): Promise<unknown> => {
  try {
    await call();
    return null;
  } catch (thrown) {
    return thrown;
  }
};
