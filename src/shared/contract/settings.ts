import { z } from 'zod/mini';
import type { ManifestSetting, SettingValue } from './manifest.ts';
import { toolRuleSchema } from './tool.ts';

const settingValueSchema = z.union([z.string(), z.boolean(), z.number(), z.array(z.record(z.string(), z.string()))]);

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
  threadLimit: z._default(
    z.looseObject({ tokens: z.exactOptional(z.number()), cost: z.exactOptional(z.number()) }),
    {},
  ),
  /** Values of settings that manifests declare: extension id, key, value. */
  extensions: z._default(z.record(z.string(), z.record(z.string(), settingValueSchema)), {}),
  /** Pane layout by workspace path ("" without one). */
  layouts: z._default(
    z.record(
      z.string(),
      z.looseObject({
        treeVisible: z._default(z.boolean(), true),
        panelVisible: z._default(z.boolean(), true),
        /** Pixels. */
        treeWidth: z._default(z.number(), 220),
        panelWidth: z._default(z.number(), 380),
      }),
    ),
    {},
  ),
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
export type Layout = Settings['layouts'][string];

export const defaultLayout: Layout = { treeVisible: true, panelVisible: true, treeWidth: 220, panelWidth: 380 };

/** What a person changes in Settings besides the theme. */
export type SettingsChange = Partial<Pick<Settings, 'autoTitles' | 'toolRules' | 'threadLimit'>>;

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
