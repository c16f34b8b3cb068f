import { z } from 'zod/mini';
import type { DeepReadonly } from './deep-readonly.ts';
import { type ManifestSetting, settingValueSchema } from './manifest.ts';
import type { SettingValue } from './setting-value.ts';
import { setSizeLimitsSchema } from './size-limits.ts';
import { threadLimitSchema } from './thread.ts';
import { mostToolRules, toolRuleSchema } from './tool.ts';

const pixels = z.number().check(z.minimum(0), z.maximum(100_000));
export const layoutSchema = z.looseObject({
  treeVisible: z._default(z.boolean(), true),
  panelVisible: z._default(z.boolean(), true),
  treeWidth: z._default(pixels, 220),
  panelWidth: z._default(pixels, 380),
});
export type Layout = z.output<typeof layoutSchema>;

const storedLimit = z.looseObject(threadLimitSchema.shape);

/** The person's settings, one JSON file. Unknown keys are kept when it is written. Never a secret. */
export const settingsSchema = z.looseObject({
  theme: z._default(z.enum(['system', 'light', 'dark']), 'system'),
  /** A model reference. */
  model: z.optional(z.string()),
  /** Threads get their titles from a model, the small one of the provider that answers. */
  autoTitles: z._default(z.boolean(), true),
  /** Model references, in the order in which they were marked. */
  favouriteModels: z._default(z.array(z.string()), []),
  /** What models may do without asking, and what not; see `toolRuleSchema`. */
  toolRules: z._default(z.array(toolRuleSchema), []),
  /** The limit of new threads. */
  threadLimit: z._default(storedLimit, {}),
  /** How much is taken of what models and tools say; see `sizeLimitsOf`. */
  sizeLimits: z._default(setSizeLimitsSchema, {}),
  /** Values of settings that manifests declare: extension id, key, value. */
  extensions: z._default(z.record(z.string(), z.record(z.string(), settingValueSchema)), {}),
  /** Pane layout by workspace path ("" without one). */
  layouts: z._default(z.record(z.string(), layoutSchema), {}),
  recentFolders: z._default(z.array(z.string()), []),
  /** Where the window was, in device-independent pixels. */
  window: z.optional(
    z.looseObject({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      isMaximized: z._default(z.boolean(), false),
    }),
  ),
});

export type Settings = z.output<typeof settingsSchema>;

export const defaultLayout: Layout = { treeVisible: true, panelVisible: true, treeWidth: 220, panelWidth: 380 };

/** What a person changes in Settings besides the theme. */
export const settingsChangeSchema = z.strictObject({
  autoTitles: z.exactOptional(z.boolean()),
  toolRules: z.exactOptional(z.array(toolRuleSchema).check(z.maxLength(mostToolRules))),
  threadLimit: z.exactOptional(storedLimit),
  sizeLimits: z.exactOptional(setSizeLimitsSchema),
});
export type SettingsChange = DeepReadonly<z.output<typeof settingsChangeSchema>>;

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
