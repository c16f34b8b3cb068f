import { z } from 'zod/mini';
import { npxSchema, targetSchema, uvxSchema } from '../agent-servers/agent-distribution.ts';
import { environmentSchema, isCommand, processText } from '../agent-servers/agent-server-setting.ts';
import { contributionKinds } from './contribution-kinds.ts';
import { endpointFields } from './endpoint.ts';
import { maxEndpoints } from './endpoint-address.ts';
import { codeFormOf, isSandboxed, runtimeKinds } from './host-kind.ts';
import { networkPatternSchema, settingOfPattern } from './network-pattern.ts';
import { eventNames } from './thread-events.ts';

/** The manifest of an extension, `extension.toml`; format version 1. See docs/extensions/manifest.md. */

const id = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'use lower-case letters, digits, "-" and "_", at most 63'));
/** Of commands and tools, whose names a person types or a model says. */
const name = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/, 'use letters, digits, "-" and "_", at most 63'));

export { id as extensionIdSchema };

const relativePath = z.string().check(
  z.minLength(1),
  z.refine((path) => !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..'), {
    error: 'name a file inside the extension’s folder',
  }),
);
/** No controls, line separators or marks that reverse the text direction: a label stands beside the app's own words. */
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u;
const label = z
  .string()
  .check(z.minLength(1), z.maxLength(200), z.regex(oneLine, 'use one line of text without hidden marks'));

export { label as labelSchema, relativePath as relativePathSchema };

/** Of the environment of a process. */
export const variableName = z
  .string()
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, 'use letters, digits and "_", such as "API_KEY"'));

/** A file of the extension, where a program or an argument is named. */
export const isInFolder = (text: string): boolean => text.startsWith('./') && relativePath.safeParse(text).success;

const manifestModelSchema = z.strictObject({
  id: z.string().check(z.minLength(1)),
  name: label,
  max_token_count: z._default(z.int().check(z.positive()), 8192),
  max_output_tokens: z.optional(z.int().check(z.positive())),
  supports_images: z._default(z.boolean(), false),
  supports_tools: z._default(z.boolean(), false),
  supports_thinking: z._default(z.boolean(), false),
  default: z._default(z.boolean(), false),
  /** For small tasks, such as the title of a thread. */
  default_fast: z._default(z.boolean(), false),
  /** Prices per million tokens. */
  prices: z.optional(
    z.strictObject({
      currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'use three letters such as "USD"')),
      input: z.number().check(z.nonnegative()),
      output: z.number().check(z.nonnegative()),
      cache_read: z.optional(z.number().check(z.nonnegative())),
      cache_write: z.optional(z.number().check(z.nonnegative())),
    }),
  ),
});

const about = { title: label, description: z.optional(z.string()) };
const settingSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...about, type: z.literal('string'), default: z._default(z.string(), '') }),
  z.strictObject({ ...about, type: z.literal('boolean'), default: z._default(z.boolean(), false) }),
  z.strictObject({ ...about, type: z.literal('number'), default: z._default(z.number(), 0) }),
  z
    .strictObject({
      ...about,
      type: z.literal('choice'),
      choices: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
      default: z.string(),
    })
    .check(
      z.refine(({ choices, default: chosen }) => choices.includes(chosen), {
        path: ['default'],
        error: 'use one of the choices',
      }),
    ),
  /** Rows that the person edits. Each has a permanent `id` and a name. */
  z.strictObject({
    ...about,
    type: z.literal('list'),
    /** Fields besides `name`, which every row has. */
    fields: z._default(
      z.record(
        z.string().check(
          z.regex(/^[a-z0-9][a-z0-9_]*$/, 'use lower-case letters, digits and "_"'),
          z.refine((field) => field !== 'id' && field !== 'name', { error: 'every row has it by itself' }),
        ),
        z.strictObject({ title: label, placeholder: z._default(z.string(), '') }),
      ),
      {},
    ),
  }),
]);
export type ManifestSetting = z.output<typeof settingSchema>;
/** Limit for the id of a row, and of a provider with `for_each`: joined they are the id of a provider. */
export const longestRowId = 31;

/** The JSON Schema of the arguments, as an inline table. */
const inputSchema = z.looseObject({ type: z.literal('object') });

/** Activation events with a name: the use of a contribution of each kind, a language, a file. */
const namedEvents = [...Object.values(contributionKinds).map(({ event }) => event), 'onLanguage', 'workspaceContains'];

const providerSchema = z.strictObject({
  name: label,
  /** Path of an SVG file. */
  icon: z.optional(relativePath),
  /** A setting of type `list`: each row becomes a provider `{id}-{id of the row}` with the row's name. */
  for_each: z.optional(z.string()),
  /**
   * Dialects of which scripts register endpoints: each becomes a provider `{id}-{id of the row}` beside this one. Of
   * bundled extensions alone, as keys go along.
   */
  speaks: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(100)))),
  /** Number of concurrent answers; further ones are queued. */
  concurrency: z._default(z.int().check(z.minimum(1), z.maximum(64)), 4),
  models: z._default(z.array(manifestModelSchema), []),
  /** Shown above an empty thread. */
  greeting: z.optional(label),
  /** Example prompts. */
  suggestions: z._default(
    z.array(z.strictObject({ prompt: label, shows: label, file: z.optional(relativePath) })).check(z.maxLength(6)),
    [],
  ),
  auth: z.optional(
    z.strictObject({
      env_var: z.optional(z.string()),
      env_vars: z.optional(z.array(z.string())),
      credential_label: z.optional(label),
      /** Page where a key can be obtained. */
      help_url: z.optional(z.url({ protocol: /^https$/ })),
      oauth: z.optional(z.boolean()),
    }),
  ),
});

const toolSchema = z.strictObject({
  description: z.string().check(z.minLength(1), z.maxLength(4000)),
  read_only: z._default(z.boolean(), false),
  /** `each-effect`: it acts only through its call, and the person is asked for each effect. */
  approval: z._default(z.enum(['call', 'each-effect']), 'call'),
  /** It is offered only as long as there is any: `ToolCall.readSkill` is of no use otherwise. */
  needs: z.optional(z.literal('skills')),
  input_schema: z._default(inputSchema, { type: 'object' }),
});

const slashCommandSchema = z.strictObject({
  description: label,
  argument: z._default(z.string().check(z.maxLength(80)), ''),
  /** Of components alone: it gives the documentation that `index-docs` makes for the provider of this name. */
  docs_provider: z.optional(label),
});

const targetPlatforms = ['darwin', 'linux', 'windows'].flatMap((system) => [`${system}-aarch64`, `${system}-x86_64`]);

export const isTargetPlatform = (text: string): boolean => targetPlatforms.includes(text);

/** Where references of agents have the id of an extension. */
const otherAgentSources = ['settings', 'registry'];

/** A program that answers by the Agent Client Protocol; it is had in one of four ways. */
const agentServerSchema = z
  .strictObject({
    name: label,
    description: z.optional(label),
    icon: z.optional(relativePath),
    /** Variables for it that are not secret. */
    env: z._default(environmentSchema, {}),
    /** Variables with a secret, which the keychain holds, with their titles. */
    keys: z._default(z.record(variableName, label), {}),
    /** Found in the PATH, or `./…` in the extension's folder, as are those of `args` that begin so. */
    command: z.optional(
      processText.check(
        z.refine((text) => isInFolder(text) || (isCommand(text) && !/[/\\]/.test(text)), {
          error: 'name a program that is found in the PATH, or a file of the extension as "./agent"',
        }),
      ),
    ),
    /** With its exact version. */
    npm: z.optional(npxSchema.shape.package),
    uvx: z.optional(uvxSchema.shape.package),
    args: npxSchema.shape.args,
    targets: z.optional(z.partialRecord(z.enum(targetPlatforms), z.strictObject(targetSchema.shape))),
  })
  .check(
    z.refine((row) => [row.command, row.npm, row.uvx, row.targets].filter((way) => way !== undefined).length === 1, {
      error: 'needs one of "command", "npm", "uvx" and "targets"',
    }),
  );
export type ManifestAgentServer = z.output<typeof agentServerSchema>;

const contributionTables = {
  language_model_providers: z._default(z.record(id, providerSchema), {}),
  commands: z._default(z.record(name, z.strictObject({ title: label })), {}),
  slash_commands: z._default(z.record(name, slashCommandSchema), {}),
  tools: z._default(z.record(name, toolSchema), {}),
  events: z._default(z.partialRecord(z.enum(eventNames), z.strictObject({})), {}),
};

/**
 * What a script registers while it is activated, in the form of a manifest's tables. What a person consents to has to
 * stand in a manifest, and how a tool is asked about follows from that.
 */
export const registeredSchema = z.strictObject({
  ...contributionTables,
  language_model_providers: z._default(
    z.record(id, z.omit(providerSchema, { icon: true, for_each: true, speaks: true, auth: true })),
    {},
  ),
  endpoints: z._default(
    z
      .record(
        id,
        z.strictObject({ name: label, models: z._default(z.array(manifestModelSchema), []), ...endpointFields }),
      )
      .check(
        z.refine((all) => Object.keys(all).length <= maxEndpoints, { error: `use at most ${maxEndpoints} endpoints` }),
      ),
    {},
  ),
  slash_commands: z._default(z.record(name, z.omit(slashCommandSchema, { docs_provider: true })), {}),
  tools: z._default(z.record(name, z.omit(toolSchema, { approval: true })), {}),
});
export type Registered = z.output<typeof registeredSchema>;
export type Registering = z.input<typeof registeredSchema>;
export type RegisteredEndpoint = Registered['endpoints'][string];

/** Files of the extension: one, or a list. */
export const pathsSchema = z.pipe(
  z.union([relativePath, z.array(relativePath)], {
    error: 'name files inside the extension’s folder: a text in quotes, or a list of them',
  }),
  z.transform((named) => (typeof named === 'string' ? [named] : named)),
);

const manifestShape = z.strictObject({
  id,
  name: label,
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'use a version such as 1.0.0')),
  schema_version: z.literal(1),
  description: z.optional(z.string()),
  authors: z.optional(z.array(z.string())),
  repository: z.optional(z.string()),
  /** Without it the extension has no code. */
  runtime: z.optional(
    z.strictObject({
      kind: z.enum(runtimeKinds),
      /** Without it, where components run, the extension has grammars alone. */
      main: z.optional(relativePath),
    }),
  ),
  activation_events: z._default(
    z.array(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^(onStartup|(${namedEvents.join('|')}):.+)$`),
            `use onStartup, or ${namedEvents.slice(0, -1).join(':, ')}: or ${namedEvents.at(-1)}: with a name`,
          ),
        ),
    ),
    [],
  ),
  settings: z._default(
    z.record(
      z.string().check(z.regex(/^[a-z0-9][a-z0-9_]*$/, 'use lower-case letters, digits and "_"')),
      settingSchema,
    ),
    {},
  ),
  ...contributionTables,
  agent_servers: z._default(z.record(id, agentServerSchema), {}),
  /** Snippets in the form of VS Code. */
  snippets: z._default(pathsSchema, []),
  capabilities: z.optional(
    z.strictObject({
      network: z.optional(z.array(networkPatternSchema)),
      workspace: z.optional(z.enum(['read', 'write'])),
      /** `context.exec`; each command is asked about all the same. */
      exec: z.optional(z.boolean()),
    }),
  ),
});

export const manifestSchema = manifestShape.check(referencesHold);

export type Manifest = z.output<typeof manifestSchema>;

/** A fault in a manifest; `line` is 1-based, and absent only if the file itself could not be read. */
export interface ManifestProblem {
  readonly file: string;
  readonly line?: number | undefined;
  readonly reason: string;
}

/** What an extension without code can have no use for. */
const ofCode = [
  ...Object.values(contributionKinds).map(({ table }) => table),
  'settings',
  'activation_events',
  'capabilities',
] as const;

/** Checks references between parts of a manifest, and reports faults at the referring part. */
function referencesHold({ value, issues }: z.core.ParsePayload<z.output<typeof manifestShape>>): void {
  const { language_model_providers: providers, settings, capabilities } = value;
  const refuse = (path: string[], message: string) => issues.push({ code: 'custom', input: value, path, message });
  for (const [providerId, { for_each: list, speaks }] of Object.entries(providers)) {
    if (list === undefined && !speaks) continue;
    const at = ['language_model_providers', providerId];
    if (list !== undefined && ownOf(settings, list)?.type !== 'list')
      refuse([...at, 'for_each'], `there is no setting “${list}” of type "list"`);
    if (providerId.length > longestRowId) refuse(at, `use at most ${longestRowId} characters: the rows’ ids follow`);
    const clash = Object.keys(providers).find((other) => other.startsWith(`${providerId}-`));
    if (clash) refuse(['language_model_providers', clash], `what begins with "${providerId}-" is the id of a row`);
  }
  const needing = ofCode.find((key) => Object.keys(value[key] ?? {}).length > 0);
  if (!value.runtime && needing) refuse(['runtime'], `it names the code that ${needing} needs`);
  if (value.runtime && value.runtime.main === undefined && codeFormOf(value) !== 'components') {
    refuse(['runtime', 'main'], 'it names the file to load');
  }
  for (const [commandId, { docs_provider: provider }] of Object.entries(value.slash_commands)) {
    if (provider === undefined || codeFormOf(value) === 'components') continue;
    refuse(
      ['slash_commands', commandId, 'docs_provider'],
      'use it with [runtime] kind = "wasm": index-docs of the component is called',
    );
  }
  // Effects that do not go through the call would happen without a question.
  const isConfined = isSandboxed(value) && !capabilities?.network?.length && !capabilities?.workspace;
  for (const [toolId, { approval }] of Object.entries(value.tools)) {
    if (approval === 'call' || isConfined) continue;
    const reason =
      'takes a kind of [runtime] that runs in a sandbox ("worker", "lua", "wasm"), and neither network nor workspace under [capabilities]';
    refuse(['tools', toolId, 'approval'], `"each-effect" ${reason}`);
  }
  if (Object.keys(value.agent_servers).length > 0 && otherAgentSources.includes(value.id)) {
    refuse(['id'], 'is where other agents come from: an extension of this id brings none');
  }
  for (const [index, pattern] of (capabilities?.network ?? []).entries()) {
    const named = settingOfPattern(pattern);
    if (!named) continue;
    const setting = ownOf(settings, named.key);
    const isThere = setting?.type === 'list' ? ownOf(setting.fields, named.field ?? '') : setting && !named.field;
    if (!isThere) refuse(['capabilities', 'network', String(index)], `there is no such setting: "${pattern}"`);
  }
}

const ownOf = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
