import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { pollCompletion } from '../../src/exthost/api/completion/polled-completion.ts';
import { createHeldKey } from '../../src/exthost/api/held-key.ts';
import { connectContext, type MainAnswers } from '../../src/exthost/test-support/connect-context.ts';
import { checkedStreams } from '../../src/main/extensions/api/checked-streams.ts';
import { createExtensionFetch, type ExtensionFetchDeps } from '../../src/main/extensions/api/extension-fetch.ts';
import type {
  ExtensionContext,
  ExtensionModule,
  ExtensionState,
  LanguageModelProvider,
} from '../../src/shared/contract/extension-api/extension-api.ts';
import { declaredBy } from '../../src/shared/contract/extensions/contribution-kinds.ts';
import { type Manifest, manifestSchema } from '../../src/shared/contract/extensions/manifest.ts';
import {
  type CompletionEvent,
  type CompletionRequest,
  completionEventSchema,
  type ModelInfo,
  type ModelPrices,
} from '../../src/shared/contract/provider.ts';
import type { SettingValue } from '../../src/shared/contract/settings/setting-value.ts';
import { LinkedController } from '../../src/shared/linked-controller.ts';

/** Environment of an extension in a unit test: its real code, with a keychain and settings of the test. */
export interface Harness {
  /** The first registered provider, for most extensions the only one. */
  provider: LanguageModelProvider;
  providerId: string;
  /** All registered providers; some come and go with the settings. */
  providers: { id: string; name: string; provider: LanguageModelProvider }[];
  /** The stored key. */
  key: string | null;
  settings: Record<string, SettingValue>;
  /** Real address of an origin, like an entry in a hosts file: origin → another. */
  hosts: Record<string, string>;
  /** Environment variables that it may read. */
  env: Record<string, string>;
  /** Answer of the credential dialog: a key is stored, null cancels. */
  dialog: () => string | null;
  /** Labels of the dialogs that were shown. */
  asked: string[];
  modelsChanged: number;
  logged: string[];
  /** `context.state.global`. */
  state: Map<string, unknown>;
}

/**
 * Activates an extension's module and collects its providers. Its requests go to real servers, as main sends them.
 * @param manifest determines the allowed hosts, and contributions other than providers
 * @param main what it answers, and which addresses of scripts it lets through
 */
export async function activated(
  module: ExtensionModule,
  settings: Record<string, SettingValue> = {},
  manifest: Partial<Manifest> = {},
  { answers = {}, isOpenEndpoint }: Pick<ExtensionFetchDeps, 'isOpenEndpoint'> & { answers?: MainAnswers } = {},
): Promise<Harness> {
  const state = {
    providers: [] as Harness['providers'],
    key: null as string | null,
    settings,
    hosts: {},
    env: {},
    dialog: () => null,
    asked: [],
    modelsChanged: 0,
    logged: [],
    state: new Map<string, unknown>(),
  };
  const harness: Omit<Harness, 'provider' | 'providerId'> = state;
  const log = (text: string) => void harness.logged.push(text);
  const reached = (text: string) => {
    const { origin } = URL.canParse(text) ? new URL(text) : { origin: text };
    return text.replace(origin, harness.hosts[origin] ?? origin);
  };
  const setting = (_id: string, key: string) => {
    const value = harness.settings[key] ?? '';
    return typeof value === 'string' ? reached(value) : value;
  };
  const fetchByName = createExtensionFetch({ setting, ...(isOpenEndpoint && { isOpenEndpoint }) });
  const fetchFor: typeof fetchByName = (caller, request, signal) =>
    fetchByName(caller, { ...request, url: reached(request.url) }, signal);
  const get = async () => harness.key;
  const env: ExtensionContext['env'] = { get: async (name) => harness.env[name] ?? null };
  const global = stateIn(state.state);
  const connected = connectContext(
    answers,
    declaredBy({ commands: {}, language_model_providers: {}, slash_commands: {}, tools: {}, events: {}, ...manifest }),
    checkedStreams(manifest as Manifest, { 'network.fetch': fetchFor }),
  ).context;
  const context: ExtensionContext = {
    ...connected,
    languageModels: {
      ...connected.languageModels,
      registerProvider(info, provider) {
        const offered = { id: info.id, name: info.name, provider };
        harness.providers.push(offered);
        return { dispose: () => void harness.providers.splice(harness.providers.indexOf(offered), 1) };
      },
      async modelsChanged() {
        harness.modelsChanged += 1;
      },
    },
    credentials: {
      get,
      heldTo: (owner) => createHeldKey({ get, env, state: global }, owner),
      async store(_id, value) {
        harness.key = value;
      },
      async delete() {
        harness.key = null;
      },
      async request(_id, { label }) {
        harness.asked.push(label);
        const typed = harness.dialog();
        if (typed !== null) harness.key = typed;
        return typed !== null;
      },
    },
    env,
    state: { global, workspace: stateIn(new Map()) },
    settings: {
      get: async <T extends SettingValue>(key: string) => (harness.settings[key] ?? '') as T,
      onChange: () => ({ dispose: () => {} }),
    },
    log: { debug: log, info: log, warn: log, error: log },
  };
  await module.activate(context);
  const [first] = harness.providers;
  if (!first) throw new Error('No provider was registered');
  return Object.assign(state, { provider: first.provider, providerId: first.id });
}

/** The extension's record of where the present key was accepted. */
export const heldBy = (harness: Harness, providerId: string) =>
  createHeldKey(
    { get: async () => harness.key, env: { get: async () => null }, state: stateIn(harness.state) },
    { providerId },
  );

const stateIn = (values: Map<string, unknown>): ExtensionState => ({
  get: async <T>(key: string) => structuredClone(values.get(key)) as T | undefined,
  set: async (key, value) => void values.set(key, structuredClone(value)),
  delete: async (key) => void values.delete(key),
  keys: async () => [...values.keys()],
});

/**
 * Activates an extension's module as a host does, with the declarations of its manifest.
 * @param answers of main to its calls
 * @returns `api.commands.run({ id }, signal)` and the like run its registrations; see connect-context.ts
 */
export async function hosted(module: ExtensionModule, manifest: Manifest, answers: MainAnswers = {}) {
  const connected = connectContext(answers, declaredBy(manifest));
  await module.activate(connected.context);
  return connected;
}

/** A request with one user message. */
export const ask = (text: string, more: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messages: [{ role: 'user', content: [{ type: 'text', value: text }], cache: false }],
  tools: [],
  stopSequences: [],
  thinkingAllowed: true,
  ...more,
});

/**
 * The events of an answer, by whichever form the provider implements; each is validated as by main. As in a host, the
 * signal aborts however the answer ends.
 */
export async function* answer(
  provider: LanguageModelProvider,
  modelId: string,
  request: CompletionRequest,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<CompletionEvent> {
  const abort = new LinkedController([signal]);
  const events =
    'stream' in provider
      ? provider.stream(modelId, request, abort.signal)
      : pollCompletion(provider, modelId, request, abort.signal);
  try {
    for await (const event of events) yield completionEventSchema.parse(event);
  } finally {
    abort.abort();
  }
}

/** Outcome of an answer: its events, and its error if it failed. */
export async function outcome(events: AsyncIterable<CompletionEvent>): Promise<{
  events: CompletionEvent[];
  thrown: { code: string; message: string; data?: { retryAfterSeconds?: number } } | null;
}> {
  const seen: CompletionEvent[] = [];
  try {
    for await (const event of events) seen.push(event);
    return { events: seen, thrown: null };
  } catch (thrown) {
    return { events: seen, thrown: thrown as { code: string; message: string } };
  }
}

export const textOf = (events: readonly CompletionEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.value : '')).join('');

/** @throws if the manifest is invalid */
export const manifestAt = (url: URL): Manifest => manifestSchema.parse(parse(readFileSync(url, 'utf8')));

/** The facts of a model that both the extension and its manifest state, in the manifest's terms. */
export const manifestWords = ({
  id,
  name,
  maxTokenCount,
  capabilities,
  isDefault,
  isDefaultFast,
  prices,
}: ModelInfo) => ({
  id,
  name,
  max_token_count: maxTokenCount,
  supports_images: capabilities.supportsImages,
  supports_tools: capabilities.supportsTools,
  supports_thinking: capabilities.supportsThinking,
  default: isDefault,
  default_fast: isDefaultFast,
  ...(prices && { prices: formatPrices(prices) }),
});

const formatPrices = ({ currency, input, output, cacheRead, cacheWrite }: ModelPrices) => ({
  currency,
  input,
  output,
  ...(cacheRead !== undefined && { cache_read: cacheRead }),
  ...(cacheWrite !== undefined && { cache_write: cacheWrite }),
});
