import { z } from 'zod/mini';
import type { ArgumentOptions, SlashCommandResult } from '../command.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import type { AskedEvent, AskedEvents, FollowedEvent, FollowedEvents } from '../extension-api/extension-events.ts';
import type { GivenGrammars } from '../languages/given-grammars.ts';
import type { Highlighted, HighlightRequest } from '../languages/highlight.ts';
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
import type { CompiledComponent } from './compiled-component.ts';
import { type ContributionKind, contributionKindNames, type contributionKinds } from './contribution-kinds.ts';
import { runtimeKinds } from './host-kind.ts';
import type { Registering } from './manifest.ts';
import type { ScriptSources } from './script-sources.ts';

/**
 * Protocol between main and an extension host. Two kinds of port: the control port of a host, and one port for each
 * extension, which is that extension's identity: no message on it carries an extension id.
 */

/** Sent on the control port together with the extension's own port. */
export const extensionOpenSchema = z.strictObject({
  type: z.literal('extension'),
  extensionId: z.string(),
  /** Absolute path of the extension's folder. */
  rootPath: z.string(),
  /** Absolute path of the module to load, in a worker host its address; where there is none, of the folder. */
  mainPath: z.string(),
  runtime: z.enum(runtimeKinds),
  /** Ids that the manifest declares; the extension cannot register others. null: a script, which may register any. */
  declares: z.nullable(z.record(z.enum(contributionKindNames), z.readonly(z.array(z.string())))),
  /** Slash commands of a component that give documentation, with the providers of it that its exports know. */
  docs: z.optional(z.record(z.string(), z.string())),
  /** In which a script may register endpoints. */
  dialects: z.optional(z.readonly(z.array(z.string()))),
});
export type ExtensionOpen = z.output<typeof extensionOpenSchema>;

/** Methods of a host, called by main on the control port. */
export type HostMethods = {
  /** Answered at once unless the host's event loop is blocked. */
  ping: { params: null; result: null };
  /** Deactivates every extension, then answers; the process is ended by main. */
  shutdown: { params: null; result: null };
};

/** Methods of main, called by a host on the control port. */
export type HostReports = {
  /** An extension tried to end the host's process, which was prevented. `stack` tells which one. */
  exitAttempt: { params: { call: string; stack: string }; result: null };
};
export const hostReportParams = {
  exitAttempt: z.strictObject({
    call: z.string().check(z.maxLength(200)),
    stack: z.string().check(z.maxLength(20_000)),
  }),
} satisfies { [M in keyof HostReports]: z.ZodMiniType<HostReports[M]['params']> };

/** Methods of an extension, called by main on its port. */
export type ExtensionMethods = {
  /**
   * `sources` and `registered` are for hosts that run scripts (`hostKinds`); of others `registered` is null. `component` and `grammars`
   * are for hosts of components.
   */
  activate: {
    params: {
      reason: string;
      sources?: ScriptSources | undefined;
      component?: CompiledComponent | undefined;
      grammars?: GivenGrammars | undefined;
    };
    result: { providers: ProviderInfo[]; registered: Registering | null };
  };
  deactivate: { params: null; result: null };
  'provider.models': { params: { providerId: string }; result: ModelInfo[] };
  'provider.isAuthenticated': { params: { providerId: string }; result: boolean };
  /** Resolves when the service has accepted the credentials; otherwise throws with one of `extensionFailureCodes`. */
  'provider.authenticate': { params: { providerId: string }; result: null };
  'provider.resetCredentials': { params: { providerId: string }; result: null };
  /** Markdown for the provider's page in Settings. null: none. */
  'provider.settingsMarkdown': { params: { providerId: string }; result: string | null };
  /** null: the provider does not count tokens. */
  'provider.countTokens': {
    params: { providerId: string; modelId: string; request: CompletionRequest };
    result: number | null;
  };
  /** null: the service does not cache. */
  'provider.cacheConfiguration': { params: { providerId: string; modelId: string }; result: CacheConfiguration | null };
  /** null: the provider has no device flow; `provider.authenticate` is used then. */
  'provider.startDeviceFlow': { params: { providerId: string }; result: DeviceFlow | null };
  /** Resolves when the person has signed in on the other page; throws if that failed. */
  'provider.pollDeviceFlow': { params: { providerId: string }; result: null };
  'command.run': { params: { id: string }; result: null };
  'slashCommand.run': { params: { id: string; argument: string; threadId: string }; result: SlashCommandResult };
  /** null: the command completes no arguments. */
  'slashCommand.complete': { params: { id: string; argument: string }; result: ArgumentOptions };
  /** `callId` identifies the call in the methods `call.*`, while it runs and on this port only. */
  'tool.run': { params: { id: string; input: unknown; callId: string; threadId: string }; result: ToolOutput };
  /** Something happened in a thread that the extension follows. Answered when it is done with it; the next one waits for that. */
  'event.tell': {
    params: { [N in FollowedEvent]: { id: N; threadId: string; event: FollowedEvents[N] } }[FollowedEvent];
    result: null;
  };
  /** Something is about to happen. `outcome`: what its functions made of it together, not checked yet. `failures`: of those that were passed over. */
  'event.ask': {
    params: { [N in AskedEvent]: { id: N; threadId: string; event: AskedEvents[N] } }[AskedEvent];
    result: { outcome: unknown; failures: string[] };
  };
  /** Colours a part of a text by a grammar of the extension, which keeps the text until others push it out. */
  'grammar.highlight': { params: HighlightRequest; result: Highlighted };
  'setting.changed': { params: { key: string; value: SettingValue }; result: null };
  /** Sent after `document.subscribe` only; in order, in batches. */
  'document.events': { params: { events: DocumentEvent[] }; result: null };
};

/** Streams of an extension, opened by main on its port. */
export type ExtensionStreams = {
  'provider.completion': {
    params: { providerId: string; modelId: string; request: CompletionRequest };
    item: CompletionEvent;
  };
};

type CallOf<K extends ContributionKind> = Extract<
  keyof ExtensionMethods,
  `${(typeof contributionKinds)[K]['calls']}${string}`
>;
type Uncalled = { [K in ContributionKind]: [CallOf<K>] extends [never] ? K : never }[ContributionKind];
type None<T extends never> = T;
/** Does not compile if main has no call for a kind of contribution. */
export type UncalledKinds = None<Uncalled>;
