import { z } from 'zod/mini';
import type { SlashCommandResult } from '../command.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import type {
  CacheConfiguration,
  CompletionEvent,
  CompletionRequest,
  DeviceFlow,
  ModelInfo,
  ProviderInfo,
} from '../provider.ts';
import type { SettingValue } from '../settings/setting-value.ts';
import type { ToolOutput } from '../tool.ts';
import { contributionKindNames } from './contribution-kinds.ts';
import { runtimeKinds } from './host-kind.ts';

/**
 * What main and an extension host say to each other. Two kinds of port: the control port of a host, and one port for
 * each extension, which is that extension's identity: no message on it carries an extension id.
 */

/** Sent on the control port together with the extension's own port. */
export const extensionOpenSchema = z.strictObject({
  type: z.literal('extension'),
  extensionId: z.string(),
  /** Absolute path of the extension's folder. */
  rootPath: z.string(),
  /** Absolute path of the module to load; in a worker host its address. */
  mainPath: z.string(),
  runtime: z.enum(runtimeKinds),
  /** What its manifest declares; it can register nothing else. */
  declares: z.record(z.enum(contributionKindNames), z.readonly(z.array(z.string()))),
});
export type ExtensionOpen = z.output<typeof extensionOpenSchema>;

/** Main calls these on the control port. */
export type HostMethods = {
  /** Answered at once by a host whose loop turns. */
  ping: { params: null; result: null };
  /** Deactivates every extension, then answers; the process is ended by main. */
  shutdown: { params: null; result: null };
};

/** A host calls these on the control port. */
export type HostReports = {
  /** An extension tried to end the host; it was kept from it. `stack` shows who. */
  exitAttempt: { params: { call: string; stack: string }; result: null };
};
export const hostReportParams = {
  exitAttempt: z.strictObject({
    call: z.string().check(z.maxLength(200)),
    stack: z.string().check(z.maxLength(20_000)),
  }),
} satisfies { [M in keyof HostReports]: z.ZodMiniType<HostReports[M]['params']> };

/** Main calls these on an extension's port. */
export type ExtensionMethods = {
  activate: { params: { reason: string }; result: { providers: ProviderInfo[] } };
  deactivate: { params: null; result: null };
  'provider.models': { params: { providerId: string }; result: ModelInfo[] };
  'provider.isAuthenticated': { params: { providerId: string }; result: boolean };
  /** Settles when the person and the service agree; throws with a code of `extensionFailureCodes` when not. */
  'provider.authenticate': { params: { providerId: string }; result: null };
  'provider.resetCredentials': { params: { providerId: string }; result: null };
  /** Markdown for the provider's page in Settings. null: it has none. */
  'provider.settingsMarkdown': { params: { providerId: string }; result: string | null };
  /** null: it does not count. */
  'provider.countTokens': {
    params: { providerId: string; modelId: string; request: CompletionRequest };
    result: number | null;
  };
  /** null: nothing is cached. */
  'provider.cacheConfiguration': { params: { providerId: string; modelId: string }; result: CacheConfiguration | null };
  /** null: it does not sign in that way; `provider.authenticate` is the way then. */
  'provider.startDeviceFlow': { params: { providerId: string }; result: DeviceFlow | null };
  /** Settles when the person has signed in on the other page; throws when that came to nothing. */
  'provider.pollDeviceFlow': { params: { providerId: string }; result: null };
  'command.run': { params: { id: string }; result: null };
  'slashCommand.run': { params: { id: string; argument: string }; result: SlashCommandResult };
  /** While it runs, and on this port only, `callId` names it in the methods `call.*`. */
  'tool.run': { params: { id: string; input: unknown; callId: string }; result: ToolOutput };
  'setting.changed': { params: { key: string; value: SettingValue }; result: null };
  /** Only after `document.subscribe`; in order, several at once. */
  'document.events': { params: { events: DocumentEvent[] }; result: null };
};

/** Main opens these streams on an extension's port. */
export type ExtensionStreams = {
  'provider.completion': {
    params: { providerId: string; modelId: string; request: CompletionRequest };
    item: CompletionEvent;
  };
};
