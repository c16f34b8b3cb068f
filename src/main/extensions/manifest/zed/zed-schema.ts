import { z } from 'zod/mini';
import { targetsSchema } from '../../../../shared/contract/agent-servers/agent-distribution.ts';
import { environmentSchema } from '../../../../shared/contract/agent-servers/agent-server-setting.ts';
import { labelSchema, pathsSchema, relativePathSchema } from '../../../../shared/contract/extensions/manifest.ts';

/**
 * `extension.toml` as Zed has it, in the versions 0 and 1 of its schema. Keys that are not listed are let through, as
 * Zed's form grows; values of those that are listed must be what Zed takes.
 */

const text = z.string().check(z.maxLength(2000));
const paths = z._default(z.array(relativePathSchema), []);
const tableOf = <T extends z.ZodMiniType>(row: T) => z._default(z.record(labelSchema, row), {});
const anyRow = z.looseObject({});
const anything = z.optional(z.unknown());

const knownCapabilities = {
  'process:exec': z.looseObject({ command: text, args: z._default(z.array(text), []) }),
  download_file: z.looseObject({ host: text, path: z._default(z.array(text), []) }),
  'npm:install': z.looseObject({ package: text }),
};

export const isKnownCapability = (kind: string): kind is keyof typeof knownCapabilities =>
  Object.hasOwn(knownCapabilities, kind);

/** Kinds that are not known are let through, as keys are. */
const capability = z.looseObject({ kind: text }).check((context) => {
  const { kind } = context.value;
  if (!isKnownCapability(kind)) return;
  const read = knownCapabilities[kind].safeParse(context.value);
  if (!read.success) context.issues.push(...(read.error.issues as typeof context.issues));
});

const shape = {
  id: z.string(),
  name: labelSchema,
  version: z.string(),
  schema_version: z.literal([0, 1]),
  description: z.optional(z.string()),
  repository: z.optional(z.string()),
  authors: z._default(z.array(z.string()), []),
  lib: z._default(z.looseObject({ kind: z.optional(text), version: z.optional(text) }), {}),
  themes: paths,
  icon_themes: paths,
  languages: paths,
  grammars: tableOf(
    z.looseObject({
      repository: z.optional(text),
      rev: z.optional(text),
      commit: z.optional(text),
      path: z.optional(text),
    }),
  ),
  language_servers: tableOf(
    z.looseObject({ name: z.optional(text), language: z.optional(text), languages: z.optional(z.array(text)) }),
  ),
  context_servers: tableOf(anyRow),
  agent_servers: tableOf(
    z.looseObject({
      name: z.optional(labelSchema),
      icon: z.optional(relativePathSchema),
      env: z._default(environmentSchema, {}),
      targets: z._default(targetsSchema, {}),
    }),
  ),
  debug_adapters: tableOf(z.looseObject({ schema_path: z.optional(relativePathSchema) })),
  debug_locators: tableOf(anyRow),
  indexed_docs_providers: tableOf(anyRow),
  slash_commands: tableOf(
    z.looseObject({ description: labelSchema, requires_argument: z._default(z.boolean(), false) }),
  ),
  snippets: z.optional(pathsSchema),
  capabilities: z._default(z.array(capability), []),
  language_model_providers: tableOf(
    // What of it our schema takes, which checks it.
    z.object({ name: anything, icon: anything, models: anything, auth: anything }),
  ),
};

export const zedSchema = z.looseObject(shape);
export type ZedManifest = z.output<typeof zedSchema>;

export const zedKeys: readonly string[] = Object.keys(shape);
