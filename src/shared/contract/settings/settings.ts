import { z } from 'zod/mini';
import type { DeepReadonly } from '../deep-readonly.ts';
import { type ManifestSetting, settingValueSchema } from '../extensions/manifest.ts';
import { setSizeLimitsSchema } from '../size-limits.ts';
import { threadLimitSchema } from '../thread.ts';
import { maxToolRules, toolRuleSchema } from '../tool.ts';
import { type SettingKey, type Settings, type SettingTakes, settingKeys, settingRow } from './setting-table.ts';
import type { SettingValue } from './setting-value.ts';

/** The schemas of the settings. What a setting is otherwise is in `setting-table.ts`. */

const rulerSchema = z.union([
  z.int().check(z.minimum(0), z.maximum(10_000)),
  z.looseObject({
    column: z.int().check(z.minimum(0), z.maximum(10_000)),
    color: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
]);

/** Of the settings with a form of their own. */
const forms: Partial<Record<SettingKey, z.ZodMiniType>> = {
  threadLimit: z.looseObject(threadLimitSchema.shape),
  sizeLimits: setSizeLimitsSchema,
  toolRules: z.array(toolRuleSchema).check(z.maxLength(maxToolRules)),
  extensions: z.record(z.string(), z.record(z.string(), settingValueSchema)),
};

/** At which depth a fault is one of a part, without which the others hold; 0: of all of it. */
export const partDepths: Partial<Record<SettingKey, number>> = {
  threadLimit: 1,
  sizeLimits: 1,
  toolRules: 1,
  extensions: 2,
};

function schemaFor(key: SettingKey, takes: SettingTakes): z.ZodMiniType {
  switch (takes.kind) {
    case 'switch':
      return z.boolean();
    case 'number':
      return (takes.isWhole ? z.int() : z.number()).check(z.minimum(takes.least), z.maximum(takes.most));
    case 'text':
      return z.string().check(z.maxLength(takes.longest));
    case 'choice':
      // A weight of 500 is as good as "500".
      return z.pipe(
        z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
        z.enum(takes.choices.map(({ value }) => value)),
      );
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

/** What a person changes in Settings, for all folders and languages. */
export const settingsChangeSchema = z.strictObject(
  Object.fromEntries(settingKeys.map((key) => [key, z.exactOptional(settingSchemas[key])])),
) as unknown as z.ZodMiniType<Partial<Settings>>;
export type SettingsChange = DeepReadonly<Partial<Settings>>;

export const settingLevelSchema = z.enum(['user', 'folder']);
/** Whose setting: the person's, or the open folder's. */
export type SettingLevel = z.output<typeof settingLevelSchema>;

/** The id of a language as VS Code has it, such as `python`. */
export const languageIdSchema = z.string().check(z.regex(/^[^\][\s]{1,100}$/));

/** What is wrong with a part of a file of settings. It is ignored there, and stays as it is. */
export interface SettingFault {
  /** Where: the key, the language before it, and what it is made of. */
  readonly path: readonly (string | number)[];
  /** A whole sentence. */
  readonly message: string;
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly line: number;
  /** `unknown`: no setting of the app, which may be one of another program. */
  readonly severity: 'error' | 'unknown';
}

/** What a file of settings says. */
export interface SettingsReading {
  /** The good ones. */
  readonly values: Partial<Settings>;
  /** The same by language. */
  readonly languages: Readonly<Record<string, Partial<Settings>>>;
  readonly faults: readonly SettingFault[];
}

/** A file of settings: where it is, what it says, and what cannot be read of it. */
export interface SettingsFileState extends SettingsReading {
  /** Absolute. */
  readonly path: string;
  /** It cannot be read, for this reason: the values are those that it had before. null: it can. */
  readonly problem: string | null;
  /** false: it could not be read since the app started, so that nothing of it holds. */
  readonly wasRead: boolean;
}

/** Who says what, from which comes what holds. */
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
  /** Of a `choice`. */
  readonly choices?: readonly string[] | undefined;
  /** Of a `list`, besides the name. */
  readonly fields?:
    | readonly { readonly key: string; readonly title: string; readonly placeholder: string }[]
    | undefined;
  readonly defaultValue: SettingValue;
  readonly value: SettingValue;
}
