import { z } from 'zod/mini';
import type { SlashCommandResult } from '../command.ts';
import type { DocumentEvent } from '../document-events.ts';
import {
  type Diagnostic,
  type ExecResult,
  execTimeout,
  type FetchedPage,
  type FileChange,
  fileChangeSchema,
  mostFileChanges,
} from '../extension-api/extension-tool-call.ts';
import type { FileFacts, SearchQuery, SearchResult } from '../extension-api/extension-workspace.ts';
import type {
  CacheConfiguration,
  CompletionEvent,
  CompletionRequest,
  DeviceFlow,
  ModelInfo,
  ProviderInfo,
} from '../provider.ts';
import type { SettingValue } from '../setting-value.ts';
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

/** An extension calls these on its port. */
export type MainMethods = {
  'credential.get': { params: { providerId: string }; result: string | null };
  'credential.store': { params: { providerId: string; value: string }; result: null };
  'credential.delete': { params: { providerId: string }; result: null };
  /** true: given and stored. false: cancelled. */
  'credential.request': {
    params: {
      providerId: string;
      credentialType: 'api-key' | 'oauth-token';
      label: string;
      placeholder: string;
      helpUrl?: string | undefined;
    };
    result: boolean;
  };
  /** Sends the person's browser to `authUrl` and waits on 127.0.0.1 for it to come back; only while a person signs in. */
  'oauth.startWebAuth': {
    params: { authUrl: string; callbackPath: string; timeoutSecs?: number | undefined };
    result: { callbackUrl: string; port: number };
  };
  /** Only while a person signs in. */
  'oauth.openBrowser': { params: { url: string }; result: null };
  /** null unless the manifest declares the variable and the person allowed it. */
  'env.get': { params: { name: string }; result: string | null };
  /** The value of a setting that the manifest declares, else its default. */
  'setting.get': { params: { key: string }; result: SettingValue };
  /** `value` is JSON text; null: there is no value. */
  'state.get': { params: { scope: StateScope; key: string }; result: string | null };
  'state.set': { params: { scope: StateScope; key: string; value: string | null }; result: null };
  'state.keys': { params: { scope: StateScope }; result: string[] };
  /** The index of the action that was chosen. */
  'window.message': {
    params: { severity: 'info' | 'warning' | 'error'; text: string; actions: string[] };
    result: number | null;
  };
  /** `item` null takes it away. */
  'window.status': {
    params: { id: string; item: { text: string; tooltip: string; command?: string | undefined } | null };
    result: null;
  };
  'window.pick': {
    params: { title: string; placeholder: string; items: { label: string; description?: string | undefined }[] };
    result: number | null;
  };
  'window.prompt': { params: { title: string; placeholder: string; value: string }; result: string | null };
  /** Stays open as long as the progress is shown: true when the person cancelled it, false when it was ended. */
  'progress.start': { params: { id: string; title: string; isCancellable: boolean }; result: boolean };
  'progress.report': {
    params: { id: string; message?: string | undefined; fraction?: number | undefined };
    result: null;
  };
  'progress.end': { params: { id: string }; result: null };
  /**
   * From here on the port gets `document.events`. Every open document comes as `opened` before this is answered, so
   * that the answer says: that was all. Again: all of them once more.
   */
  'document.subscribe': { params: null; result: null };
  'workspace.folder': { params: null; result: { name: string; path: string } | null };
  'workspace.readFile': { params: { path: string }; result: Uint8Array };
  'workspace.writeFile': { params: { path: string; content: Uint8Array }; result: null };
  'workspace.delete': { params: { path: string }; result: null };
  'workspace.rename': { params: { from: string; to: string }; result: null };
  'workspace.createDirectory': { params: { path: string }; result: null };
  'workspace.stat': { params: { path: string }; result: FileFacts | null };
  'workspace.list': { params: { path: string }; result: { name: string; kind: 'file' | 'directory' }[] };
  'workspace.find': { params: { glob: string; limit: number }; result: string[] };
  'workspace.search': { params: SearchQuery; result: SearchResult };
  'call.readText': { params: { callId: string; path: string }; result: string };
  'call.list': {
    params: { callId: string; path: string };
    result: { name: string; kind: 'file' | 'directory' }[];
  };
  'call.find': { params: { callId: string; glob: string; limit: number }; result: string[] };
  'call.search': { params: { callId: string; query: SearchQuery }; result: SearchResult };
  'call.change': { params: { callId: string; changes: FileChange[] }; result: null };
  'call.exec': {
    params: { callId: string; line: string; cwd?: string | undefined; timeoutSeconds?: number | undefined };
    result: ExecResult;
  };
  'call.fetchPage': { params: { callId: string; url: string }; result: FetchedPage };
  'call.diagnostics': { params: { callId: string; path?: string | undefined }; result: Diagnostic[] };
  'call.report': { params: { callId: string; text: string }; result: null };
  'provider.modelsChanged': { params: { providerId: string }; result: null };
  'log.write': { params: { level: 'debug' | 'info' | 'warn' | 'error'; text: string }; result: null };
};

export type StateScope = 'global' | 'workspace';

const scope = z.enum(['global', 'workspace']);
const key = z.string().check(z.minLength(1), z.maxLength(200));
const path = z.string().check(z.maxLength(4096));
/** One line of the app's own surface. */
const line = z.string().check(z.maxLength(200));
const text = z.string().check(z.maxLength(4000));

const callId = z.string().check(z.maxLength(100));
const glob = z.string().check(z.minLength(1), z.maxLength(1000));
const limit = z.int().check(z.minimum(1), z.maximum(10_000));
const searchQuery = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(4000)),
  isRegex: z.optional(z.boolean()),
  isCaseSensitive: z.optional(z.boolean()),
  glob: z.optional(glob),
  limit: z.optional(limit),
});

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
    helpUrl: z.optional(z.string().check(z.maxLength(2000))),
  }),
  'oauth.startWebAuth': z.strictObject({
    authUrl: z.string().check(z.maxLength(2048)),
    callbackPath: z.string().check(z.regex(/^\/[\w\-./~]{0,200}$/, 'use a path such as "/callback"')),
    timeoutSecs: z.optional(z.number().check(z.positive(), z.maximum(3600))),
  }),
  'oauth.openBrowser': z.strictObject({ url: z.string().check(z.maxLength(2048)) }),
  'env.get': z.strictObject({ name: z.string() }),
  'setting.get': z.strictObject({ key: z.string() }),
  'state.get': z.strictObject({ scope, key }),
  'state.set': z.strictObject({ scope, key, value: z.nullable(z.string().check(z.maxLength(1024 * 1024))) }),
  'state.keys': z.strictObject({ scope }),
  'window.message': z.strictObject({
    severity: z.enum(['info', 'warning', 'error']),
    text,
    actions: z.array(line).check(z.maxLength(5)),
  }),
  'window.status': z.strictObject({
    id: key,
    item: z.nullable(z.strictObject({ text: line, tooltip: text, command: z.optional(z.string()) })),
  }),
  'window.pick': z.strictObject({
    title: line,
    placeholder: line,
    items: z
      .array(z.strictObject({ label: line, description: z.optional(z.string().check(z.maxLength(1000))) }))
      .check(z.maxLength(10_000)),
  }),
  'window.prompt': z.strictObject({ title: line, placeholder: line, value: text }),
  'progress.start': z.strictObject({ id: key, title: line, isCancellable: z.boolean() }),
  'progress.report': z.strictObject({
    id: key,
    message: z.optional(line),
    fraction: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  }),
  'progress.end': z.strictObject({ id: key }),
  'document.subscribe': z.null(),
  'workspace.folder': z.null(),
  'workspace.readFile': z.strictObject({ path }),
  'workspace.writeFile': z.strictObject({ path, content: z.instanceof(Uint8Array) }),
  'workspace.delete': z.strictObject({ path }),
  'workspace.rename': z.strictObject({ from: path, to: path }),
  'workspace.createDirectory': z.strictObject({ path }),
  'workspace.stat': z.strictObject({ path }),
  'workspace.list': z.strictObject({ path }),
  'workspace.find': z.strictObject({ glob, limit }),
  'workspace.search': searchQuery,
  'call.readText': z.strictObject({ callId, path }),
  'call.list': z.strictObject({ callId, path }),
  'call.find': z.strictObject({ callId, glob, limit }),
  'call.search': z.strictObject({ callId, query: searchQuery }),
  'call.change': z.strictObject({
    callId,
    changes: z.array(fileChangeSchema).check(z.minLength(1), z.maxLength(mostFileChanges)),
  }),
  'call.exec': z.strictObject({
    callId,
    line: z.string().check(z.minLength(1), z.maxLength(20_000)),
    cwd: z.optional(path),
    timeoutSeconds: z.optional(z.number().check(z.positive(), z.maximum(execTimeout.longest))),
  }),
  'call.fetchPage': z.strictObject({ callId, url: z.string().check(z.maxLength(2048)) }),
  'call.diagnostics': z.strictObject({ callId, path: z.optional(path) }),
  'call.report': z.strictObject({ callId, text: z.string().check(z.maxLength(100_000)) }),
  'provider.modelsChanged': z.strictObject({ providerId: z.string() }),
  'log.write': z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() }),
} satisfies { [M in keyof MainMethods]: z.ZodMiniType<MainMethods[M]['params']> };
