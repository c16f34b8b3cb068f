import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { Manifest, ManifestSetting } from '../../../shared/contract/extensions/manifest.ts';
import type { Settings } from '../../../shared/contract/settings/setting-table.ts';
import type { SettingRow, SettingValue } from '../../../shared/contract/settings/setting-value.ts';
import type { ExtensionSetting } from '../../../shared/contract/settings/settings.ts';
import type { Tell } from '../../service-events.ts';
import { changedRows, readRows } from './setting-rows.ts';

export interface ExtensionSettingsDeps {
  manifests(): readonly Manifest[];
  settings(): Settings;
  update(change: (settings: Settings) => Settings): Result<null>;
  readonly tell: Tell<'extension-setting-changed'>;
}

export type ExtensionSettings = ReturnType<typeof createExtensionSettings>;

/** The settings declared by manifests. A stored value that no longer fits the manifest is replaced by the default. */
export function createExtensionSettings({ manifests, settings, update, tell }: ExtensionSettingsDeps) {
  const declared = (extensionId: string, key: string): ManifestSetting | undefined => {
    const manifest = manifests().find(({ id }) => id === extensionId);
    return manifest && Object.hasOwn(manifest.settings, key) ? manifest.settings[key] : undefined;
  };
  const present = (extensionId: string, key: string, setting: ManifestSetting): SettingValue => {
    const stored = storedValue(settings(), extensionId, key);
    if (setting.type === 'list') return readRows(setting, stored);
    return stored !== undefined && stored !== '' && fits(setting, stored) ? stored : setting.default;
  };
  const accepted = (extensionId: string, key: string, setting: ManifestSetting, value: SettingValue) => {
    const given = typeof value === 'string' ? value.trim() : value;
    if (setting.type === 'list') {
      return changedRows(setting, given, present(extensionId, key, setting) as readonly SettingRow[]);
    }
    if (given === '' || fits(setting, given)) return ok(given);
    return fail('setting-refused', `“${setting.title}” takes ${formatKind(setting)}. Nothing was changed.`);
  };

  return {
    list: (): ExtensionSetting[] =>
      manifests().flatMap((manifest) =>
        Object.entries(manifest.settings).map(([key, setting]) => ({
          extensionId: manifest.id,
          extensionName: manifest.name,
          key,
          title: setting.title,
          description: setting.description ?? '',
          type: setting.type,
          ...(setting.type === 'choice' && { choices: setting.choices }),
          ...(setting.type === 'list' && {
            fields: Object.entries(setting.fields).map(([field, words]) => ({ key: field, ...words })),
          }),
          defaultValue: setting.type === 'list' ? [] : setting.default,
          value: present(manifest.id, key, setting),
        })),
      ),
    /** @returns the person's value, else the default; undefined for an undeclared key */
    get(extensionId: string, key: string) {
      const setting = declared(extensionId, key);
      return setting && present(extensionId, key, setting);
    },
    /** An empty text resets to the default. Rows without an id are new. */
    set(extensionId: string, key: string, value: SettingValue) {
      const setting = declared(extensionId, key);
      if (!setting) return fail('setting-refused', `No extension declares the setting “${key}”.`);
      const next = accepted(extensionId, key, setting, value);
      if (!next.ok) return next;
      const saved = update((all) => ({
        ...all,
        extensions: { ...all.extensions, [extensionId]: { ...all.extensions[extensionId], [key]: stored(next.value) } },
      }));
      if (!saved.ok) return saved;
      tell({ type: 'extension-setting-changed', extensionId, key, value: present(extensionId, key, setting) });
      return ok(null);
    },
    /** Deletes the settings of an uninstalled extension. */
    forget: (extensionId: string) =>
      update(({ extensions: { [extensionId]: _gone, ...extensions }, ...others }) => ({ ...others, extensions })),
  };
}

function storedValue({ extensions }: Settings, extensionId: string, key: string) {
  const values = Object.hasOwn(extensions, extensionId) ? extensions[extensionId] : undefined;
  return values && Object.hasOwn(values, key) ? values[key] : undefined;
}

/** The rows of a list setting, also of a disabled extension; none unless its manifest declares the list. */
export function settingRows(
  settings: Settings,
  { id, settings: declared }: Manifest,
  key: string,
): readonly SettingRow[] {
  const setting = Object.hasOwn(declared, key) ? declared[key] : undefined;
  return setting?.type === 'list' ? readRows(setting, storedValue(settings, id, key)) : [];
}

/** A mutable copy for the settings file. */
const stored = (value: SettingValue) => (typeof value === 'object' ? value.map((row) => ({ ...row })) : value);

type PlainSetting = Exclude<ManifestSetting, { type: 'list' }>;

function fits(setting: PlainSetting, value: SettingValue): boolean {
  switch (setting.type) {
    case 'choice':
      return typeof value === 'string' && setting.choices.includes(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === setting.type;
  }
}

function formatKind(setting: PlainSetting): string {
  switch (setting.type) {
    case 'choice':
      return `one of ${setting.choices.join(', ')}`;
    case 'number':
      return 'a number';
    case 'boolean':
      return 'yes or no';
    case 'string':
      return 'a text';
  }
}
