import { z } from 'zod/mini';
import type { CompletionEvent, CompletionRequest, ModelInfo, ProviderInfo } from './provider.ts';

/**
 * What main and an extension host say to each other. Two kinds of port: the control port of a host, and one port for
 * each extension, which is that extension's identity: no message on it carries an extension id.
 */

/** Sent on the control port together with the extension's own port. */
export const extensionOpenSchema = z.strictObject({
  type: z.literal('extension'),
  extensionId: z.string(),
  /** Absolute path of the module to load. */
  mainPath: z.string(),
  runtime: z.enum(['js', 'worker', 'lua', 'wasm']),
  /** The providers that its manifest declares; it can register no other. */
  providerIds: z.array(z.string()),
});
export type ExtensionOpen = z.output<typeof extensionOpenSchema>;

/** Main calls these on the control port. */
export type HostMethods = {
  /** Answered at once by a host whose loop turns. */
  ping: { params: null; result: null };
  /** Deactivates every extension, then answers; the process is ended by main. */
  shutdown: { params: null; result: null };
};

/** Main calls these on an extension's port. */
export type ExtensionMethods = {
  activate: { params: { reason: string }; result: { providers: ProviderInfo[] } };
  deactivate: { params: null; result: null };
  'provider.models': { params: { providerId: string }; result: ModelInfo[] };
  'provider.isAuthenticated': { params: { providerId: string }; result: boolean };
  /** Settles when the person and the service agree; throws with a code of `extensionFailureCodes` when not. */
  'provider.authenticate': { params: { providerId: string }; result: null };
  'provider.resetCredentials': { params: { providerId: string }; result: null };
};

/** Main opens these streams on an extension's port. */
export type ExtensionStreams = {
  'provider.completion': {
    params: { providerId: string; modelId: string; request: CompletionRequest };
    item: CompletionEvent;
  };
};

/** An extension calls these on its port. */
export type MainMethods = {
  'credential.get': { params: { providerId: string }; result: string | null };
  'credential.store': { params: { providerId: string; value: string }; result: null };
  'credential.delete': { params: { providerId: string }; result: null };
  /** true: given and stored. false: cancelled. */
  'credential.request': {
    params: { providerId: string; credentialType: 'api-key' | 'oauth-token'; label: string; placeholder: string };
    result: boolean;
  };
  /** null unless the manifest declares the variable and the person allowed it. */
  'env.get': { params: { name: string }; result: string | null };
  /** The value of a setting that the manifest declares, else its default. */
  'setting.get': { params: { key: string }; result: string };
  'provider.modelsChanged': { params: { providerId: string }; result: null };
  'log.write': { params: { level: 'debug' | 'info' | 'warn' | 'error'; text: string }; result: null };
};

/** The arguments that an extension sends, checked before any service sees them. */
export const mainMethodParams = {
  'credential.get': z.strictObject({ providerId: z.string() }),
  'credential.store': z.strictObject({
    providerId: z.string(),
    value: z.string().check(z.minLength(1), z.maxLength(65536)),
  }),
  'credential.delete': z.strictObject({ providerId: z.string() }),
  'credential.request': z.strictObject({
    providerId: z.string(),
    credentialType: z.enum(['api-key', 'oauth-token']),
    label: z.string().check(z.maxLength(200)),
    placeholder: z.string().check(z.maxLength(200)),
  }),
  'env.get': z.strictObject({ name: z.string() }),
  'setting.get': z.strictObject({ key: z.string() }),
  'provider.modelsChanged': z.strictObject({ providerId: z.string() }),
  'log.write': z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() }),
} satisfies { [M in keyof MainMethods]: z.ZodMiniType<MainMethods[M]['params']> };
