import { z } from 'zod/mini';
import type { TextLayout } from '../extension-api/extension-documents.ts';
import type { EndpointInfo, OpenedEndpoint } from '../extension-api/extension-endpoints.ts';
import { downloadFormats } from '../extension-api/extension-files.ts';
import { type ModelAnswer, modelQuestionSchema, type OfferedModel } from '../extension-api/extension-models.ts';
import type { SystemPlatform } from '../extension-api/extension-system.ts';
import type { ThreadActivity, ThreadInfo, ThreadItem } from '../extension-api/extension-threads.ts';
import {
  type Diagnostic,
  type ExecCommand,
  type ExecResult,
  execTimeout,
  type FetchedPage,
  fileChangeSchema,
  longestCommand,
  maxFileChanges,
  type SkillText,
} from '../extension-api/extension-tool-call.ts';
import type { FileFacts, SearchResult } from '../extension-api/extension-workspace.ts';
import { type MethodTableOf, type NamedMethod, takesAll, takesNamed, takesNothing } from '../methods/method.ts';
import { longestAnswer } from '../question.ts';
import type { SettingValue } from '../settings/setting-value.ts';
import { type Registering, registeredSchema } from './manifest.ts';

/**
 * Methods of main for extensions, called on their ports: the arguments as a schema, which main checks before any
 * service sees them, and the type of the result. The types at both ends come from here.
 */

const scope = z.enum(['global', 'workspace']);
export type StateScope = z.output<typeof scope>;
const key = z.string().check(z.minLength(1), z.maxLength(200));
const path = z.string().check(z.maxLength(4096));
const url = z.string().check(z.maxLength(2048));
/** One line in the app's own UI. */
const line = z.string().check(z.maxLength(200));
const text = z.string().check(z.maxLength(4000));
/** Milliseconds for which a question waits for its turn at most, and for which it is then on screen. */
const timeoutMs = z.optional(z.int().check(z.minimum(1000), z.maximum(3_600_000)));
const providerId = z.string();
/** Identifies the call of `tool.run`, on this port and while it runs. */
const callId = z.string().check(z.maxLength(100));
const bytes: z.ZodMiniType<Uint8Array> = z.instanceof(Uint8Array);
const glob = z.string().check(z.minLength(1), z.maxLength(1000));
const limit = z.int().check(z.minimum(1), z.maximum(10_000));
const query = {
  text: z.string().check(z.minLength(1), z.maxLength(4000)),
  isRegex: z.optional(z.boolean()),
  isCaseSensitive: z.optional(z.boolean()),
  glob: z.optional(glob),
  limit: z.optional(limit),
};

const threadId = z.string().check(z.maxLength(100));
const labels = z.array(line).check(z.maxLength(20));
/** As the host writes it; main gets the defaults too. */
const registered = registeredSchema as unknown as z.ZodMiniType<Registering>;
const command: z.ZodMiniType<ExecCommand> = z.union([
  z.string().check(z.minLength(1), z.maxLength(longestCommand)),
  z.array(z.string().check(z.maxLength(longestCommand))).check(z.minLength(1), z.maxLength(1000)),
]);
const execution = {
  command,
  /** Relative to the folder. */
  cwd: z.optional(path),
  timeoutSeconds: z.optional(z.number().check(z.positive(), z.maximum(execTimeout.longest))),
};

type Entries = { name: string; kind: 'file' | 'directory' }[];

export const mainMethods = {
  'credential.get': takesNamed({ providerId }).gives<string | null>(),
  'credential.store': takesNamed({
    providerId,
    value: z.string().check(z.minLength(1), z.maxLength(65536)),
  }).gives<null>(),
  'credential.delete': takesNamed({ providerId }).gives<null>(),
  /** true: entered and stored. false: cancelled. */
  'credential.request': takesNamed({
    providerId,
    credentialType: z.enum(['api-key', 'oauth-token']),
    label: line,
    placeholder: line,
    helpUrl: z.optional(z.string().check(z.maxLength(2000))),
  }).gives<boolean>(),
  /** Opens `authUrl` in the person's browser and waits for the callback on 127.0.0.1; only during a sign-in. */
  'oauth.startWebAuth': takesNamed({
    authUrl: url,
    callbackPath: z.string().check(z.regex(/^\/[\w\-./~]{0,200}$/, 'use a path such as "/callback"')),
    timeoutSecs: z.optional(z.number().check(z.positive(), z.maximum(3600))),
  }).gives<{ callbackUrl: string; port: number }>(),
  /** Only during a sign-in. */
  'oauth.openBrowser': takesNamed({ url }).gives<null>(),
  /** null unless the manifest declares the variable and the person allowed it. */
  'env.get': takesNamed({ name: z.string() }).gives<string | null>(),
  /** The value of a declared setting, or its default. */
  'setting.get': takesNamed({ key: z.string() }).gives<SettingValue>(),
  /** JSON text; null: there is no value. */
  'state.get': takesNamed({ scope, key }).gives<string | null>(),
  'state.set': takesNamed({
    scope,
    key,
    value: z.nullable(z.string().check(z.maxLength(1024 * 1024))),
  }).gives<null>(),
  'state.keys': takesNamed({ scope }).gives<string[]>(),
  /** The index of the chosen action. */
  'window.message': takesNamed({
    severity: z.enum(['info', 'warning', 'error']),
    text,
    actions: z.array(line).check(z.maxLength(5)),
  }).gives<number | null>(),
  /** null as `item` removes it. */
  'window.status': takesNamed({
    id: key,
    item: z.nullable(z.strictObject({ text: line, tooltip: text, command: z.optional(z.string()) })),
  }).gives<null>(),
  'window.confirm': takesNamed({ title: line, text, timeoutMs }).gives<boolean>(),
  'window.pick': takesNamed({
    title: line,
    placeholder: line,
    items: z
      .array(z.strictObject({ label: line, description: z.optional(z.string().check(z.maxLength(1000))) }))
      .check(z.maxLength(10_000)),
    timeoutMs,
  }).gives<number | null>(),
  'window.prompt': takesNamed({
    title: line,
    placeholder: line,
    value: z.string().check(z.maxLength(longestAnswer)),
    isMultiline: z.boolean(),
    timeoutMs,
  }).gives<string | null>(),
  'window.showText': takesNamed({
    title: line,
    text: z.string().check(z.maxLength(1024 * 1024)),
    isMarkdown: z.boolean(),
  }).gives<null>(),
  /** Pending while the progress is shown. true: cancelled by the person. false: ended by `progress.end`. */
  'progress.start': takesNamed({ id: key, title: line, isCancellable: z.boolean() }).gives<boolean>(),
  'progress.report': takesNamed({
    id: key,
    message: z.optional(line),
    fraction: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  }).gives<null>(),
  'progress.end': takesNamed({ id: key }).gives<null>(),
  /**
   * Starts `document.events` on the port. Every open document comes as `opened` before this is answered, so that the
   * list is then complete. A further call sends all of them again.
   */
  'document.subscribe': takesNothing.gives<null>(),
  'workspace.folder': takesNothing.gives<{ name: string; path: string } | null>(),
  'workspace.readFile': takesNamed({ path }).gives<Uint8Array>(),
  'workspace.writeFile': takesNamed({ path, content: bytes }).gives<null>(),
  'workspace.delete': takesNamed({ path }).gives<null>(),
  'workspace.rename': takesNamed({ from: path, to: path }).gives<null>(),
  'workspace.createDirectory': takesNamed({ path }).gives<null>(),
  'workspace.stat': takesNamed({ path }).gives<FileFacts | null>(),
  'workspace.list': takesNamed({ path }).gives<Entries>(),
  'workspace.find': takesNamed({ glob, limit }).gives<string[]>(),
  'workspace.search': takesNamed(query).gives<SearchResult>(),
  /** The folder of the extension's own. */
  'files.folder': takesNothing.gives<string>(),
  'files.download': takesNamed({ url, path, format: z.enum(downloadFormats) }).gives<null>(),
  'files.makeExecutable': takesNamed({ path }).gives<null>(),
  'files.readFile': takesNamed({ path }).gives<Uint8Array>(),
  'files.writeFile': takesNamed({ path, content: bytes }).gives<null>(),
  'system.platform': takesNothing.gives<SystemPlatform>(),
  'system.which': takesNamed({ name: key }).gives<string | null>(),
  'system.environment': takesNothing.gives<Record<string, string>>(),
  /** How the person has the editor set. */
  'editor.layout': takesNothing.gives<TextLayout>(),
  /** A command outside of a call; needs `[capabilities] exec = true`. */
  'exec.run': takesNamed(execution).gives<ExecResult>(),
  'call.readText': takesNamed({ callId, path }).gives<string>(),
  'call.list': takesNamed({ callId, path }).gives<Entries>(),
  'call.find': takesNamed({ callId, glob, limit }).gives<string[]>(),
  'call.search': takesNamed({ callId, query: z.strictObject(query) }).gives<SearchResult>(),
  'call.change': takesNamed({
    callId,
    changes: z.array(fileChangeSchema).check(z.minLength(1), z.maxLength(maxFileChanges)),
  }).gives<null>(),
  'call.exec': takesNamed({ callId, ...execution }).gives<ExecResult>(),
  'call.fetchPage': takesNamed({ callId, url }).gives<FetchedPage>(),
  'call.diagnostics': takesNamed({ callId, path: z.optional(path) }).gives<Diagnostic[]>(),
  'call.readSkill': takesNamed({ callId, name: key, file: z.optional(path) }).gives<SkillText>(),
  'call.report': takesNamed({ callId, text: z.string().check(z.maxLength(100_000)) }).gives<null>(),
  /** The id of the thread that the panel shows. */
  'thread.shown': takesNothing.gives<string>(),
  'thread.info': takesNamed({ threadId }).gives<ThreadInfo>(),
  'thread.state': takesNamed({ threadId }).gives<ThreadActivity>(),
  'thread.items': takesNamed({
    threadId,
    limit: z.int().check(z.minimum(1), z.maximum(500)),
    before: z.optional(key),
    all: z.boolean(),
  }).gives<ThreadItem[]>(),
  'thread.instructions': takesNamed({ threadId }).gives<string>(),
  'thread.rename': takesNamed({ threadId, title: line }).gives<null>(),
  'thread.annotate': takesNamed({
    threadId,
    itemId: key,
    note: z.string().check(z.maxLength(10_000)),
    add: labels,
    remove: labels,
  }).gives<null>(),
  'thread.stop': takesNamed({ threadId }).gives<null>(),
  'model.list': takesNothing.gives<OfferedModel[]>(),
  'model.complete': takesAll(modelQuestionSchema).gives<ModelAnswer>(),
  /** The endpoints of scripts that are providers of this extension. */
  'endpoint.list': takesNothing.gives<EndpointInfo[]>(),
  /** null: the person has not decided yet; they are asked only during a sign-in. */
  'endpoint.open': takesNamed({ providerId }).gives<OpenedEndpoint | null>(),
  /** All that a script has registered by now. Answered when the app offers it, which it does until the script ends. */
  'contributions.register': takesNamed({ registered }).gives<null>(),
  'provider.modelsChanged': takesNamed({ providerId }).gives<null>(),
  'log.write': takesNamed({ level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() }).gives<null>(),
} satisfies Readonly<Record<string, NamedMethod>>;

/** The methods of main in the form for the peer of an extension's port. */
export type MainMethods = MethodTableOf<typeof mainMethods>;
