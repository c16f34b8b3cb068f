import { z } from 'zod/mini';
import { rowFault } from '../../keys/keybinding.ts';
import { agentServersSettingSchema } from '../agent-servers/agent-server-setting.ts';
import type { DeepReadonly } from '../deep-readonly.ts';
import type { ManifestSetting } from '../extensions/manifest.ts';
import { setSizeLimitsSchema } from '../size-limits.ts';
import { isThemePath } from '../themes/theme.ts';
import { threadLimitSchema } from '../thread.ts';
import { maxToolRules, toolRuleSchema } from '../tool.ts';
import { isFontList } from './font-list.ts';
import { type SettingKey, type Settings, type SettingTakes, settingKeys, settingRow } from './setting-table.ts';
import { type SettingValue, settingValueSchema } from './setting-value.ts';

/** The schemas of the settings, made from `setting-table.ts`. */

const rulerSchema = z.union([
  z.int().check(z.minimum(0), z.maximum(10_000)),
  z.looseObject({
    column: z.int().check(z.minimum(0), z.maximum(10_000)),
    color: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
]);

const keybindingSchema = z
  .looseObject({ key: z.string().check(z.maxLength(100)), command: z.string().check(z.maxLength(300)) })
  .check((context) => {
    const message = rowFault(context.value);
    if (message !== null) context.issues.push({ code: 'custom', input: context.value, message });
  });

/** Schemas of the settings with `kind: 'form'`. */
const forms: Partial<Record<SettingKey, z.ZodMiniType>> = {
  keybindings: z.array(keybindingSchema).check(z.maxLength(2000)),
  threadLimit: z.looseObject(threadLimitSchema.shape),
  sizeLimits: setSizeLimitsSchema,
  agent_servers: agentServersSettingSchema,
  toolRules: z.array(toolRuleSchema).check(z.maxLength(maxToolRules)),
  extensions: z.record(z.string(), z.record(z.string(), settingValueSchema)),
};

/**
 * Depth at which the parts of a value are validated one by one, so that a fault does not void the others; 0: the
 * whole.
 */
export const partDepths: Partial<Record<SettingKey, number>> = {
  keybindings: 1,
  threadLimit: 1,
  sizeLimits: 1,
  agent_servers: 1,
  toolRules: 1,
  extensions: 2,
};

function schemaFor(key: SettingKey, takes: SettingTakes): z.ZodMiniType {
  switch (takes.kind) {
    case 'switch':
      return z.boolean();
    case 'number':
      return (takes.isWhole ? z.int() : z.number()).check(z.minimum(takes.least), z.maximum(takes.most));
    case 'fonts':
      return z.string().check(z.maxLength(500), z.refine(isFontList));
    case 'choice':
      // A weight may be the number 500 or the string "500".
      return z.pipe(
        z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
        z.enum(takes.choices.map(({ value }) => value)),
      );
    case 'theme':
      return z.union([
        z.enum(takes.choices.map(({ value }) => value)),
        z.string().check(z.maxLength(4096), z.refine(isThemePath)),
      ]);
    case 'features':
      return z.union([z.boolean(), z.string().check(z.maxLength(500))]);
    case 'columns':
      return z.array(rulerSchema).check(z.maxLength(100));
    case 'form': {
      const schema = forms[key];
      if (!schema) throw new Error(`The setting ${key} has no schema.`);
      return schema;
    }
  }
}

export const settingSchemas = Object.fromEntries(
  settingKeys.map((key) => [key, schemaFor(key, settingRow(key).takes)]),
) as unknown as { readonly [K in SettingKey]: z.ZodMiniType<Settings[K]> };

/** Changes of user settings, for all folders and languages. */
export const settingsChangeSchema = z.strictObject(
  Object.fromEntries(settingKeys.map((key) => [key, z.exactOptional(settingSchemas[key])])),
) as unknown as z.ZodMiniType<Partial<Settings>>;
export type SettingsChange = DeepReadonly<Partial<Settings>>;

export const settingLevelSchema = z.enum(['user', 'folder']);
/** `user`: the person's settings; `folder`: those of the open folder. */
export type SettingLevel = z.output<typeof settingLevelSchema>;

/** VS Code's id of a language, such as `python`. */
export const languageIdSchema = z.string().check(z.regex(/^[^\][\s]{1,100}$/));

/** A fault in a settings file. The part is ignored, and stays in the file. */
export interface SettingFault {
  /** Path of the part in the JSON: language if any, key, and parts of the value. */
  readonly path: readonly (string | number)[];
  /** A whole sentence. */
  readonly message: string;
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly line: number;
  /** `unknown`: not a setting of this app, perhaps one of another program. */
  readonly severity: 'error' | 'unknown';
}

/** The content of a settings file. */
export interface SettingsReading {
  /** The valid settings for all languages. */
  readonly values: Partial<Settings>;
  /** The valid settings for one language, by its id. */
  readonly languages: Readonly<Record<string, Partial<Settings>>>;
  readonly faults: readonly SettingFault[];
}

/** A settings file with its content and state. */
export interface SettingsFileState extends SettingsReading {
  /** Absolute. */
  readonly path: string;
  /** Why the file cannot be read; the values are then the previous ones. null: it was read. */
  readonly problem: string | null;
  /** false: it was never read since the app started, so that it has no effect. */
  readonly wasRead: boolean;
}

/** The settings files of all levels; the effective settings are made from them. */
export interface SettingLevels {
  readonly user: SettingsFileState;
  /** null: no folder is open, or the person does not trust it. */
  readonly folder: SettingsFileState | null;
}

/** A setting that an extension's manifest declares, with its present value. */
export interface ExtensionSetting {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly type: ManifestSetting['type'];
  /** For a `choice`. */
  readonly choices?: readonly string[] | undefined;
  /** For a `list`: the fields besides the name. */
  readonly fields?:
    | readonly { readonly key: string; readonly title: string; readonly placeholder: string }[]
    | undefined;
  readonly defaultValue: SettingValue;
  readonly value: SettingValue;
}
