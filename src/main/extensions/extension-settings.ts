import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Manifest, ManifestSetting, SettingValue } from '../../shared/contract/manifest.ts';
import type { ExtensionSetting, Settings } from '../../shared/contract/settings.ts';

export interface ExtensionSettingsDeps {
  manifests(): readonly Manifest[];
  settings(): Settings;
  update(change: (settings: Settings) => Settings): void;
  /** The extension has to be told. */
  onChanged(extensionId: string, key: string, value: SettingValue): void;
}

export interface ExtensionSettings {
  list(): ExtensionSetting[];
  /** @returns the person's value, else the manifest's default; undefined for a key that the manifest does not declare */
  get(extensionId: string, key: string): SettingValue | undefined;
  /** An empty text stands for the default. */
  set(extensionId: string, key: string, value: SettingValue): Result<null>;
}

/** The settings that manifests declare. A value that does not fit the manifest any more stands for the default. */
export function createExtensionSettings({
  manifests,
  settings,
  update,
  onChanged,
}: ExtensionSettingsDeps): ExtensionSettings {
  const declared = (extensionId: string, key: string): ManifestSetting | undefined => {
    const manifest = manifests().find(({ id }) => id === extensionId);
    return manifest && Object.hasOwn(manifest.settings, key) ? manifest.settings[key] : undefined;
  };
  const present = (extensionId: string, key: string, setting: ManifestSetting): SettingValue => {
    const values = Object.hasOwn(settings().extensions, extensionId) ? settings().extensions[extensionId] : undefined;
    const stored = values && Object.hasOwn(values, key) ? values[key] : undefined;
    return stored !== undefined && stored !== '' && fits(setting, stored) ? stored : setting.default;
  };

  return {
    list: () =>
      manifests().flatMap((manifest) =>
        Object.entries(manifest.settings).map(([key, setting]) => ({
          extensionId: manifest.id,
          extensionName: manifest.name,
          key,
          title: setting.title,
          description: setting.description ?? '',
          type: setting.type,
          ...(setting.type === 'choice' && { choices: setting.choices }),
          defaultValue: setting.default,
          value: present(manifest.id, key, setting),
        })),
      ),
    get(extensionId, key) {
      const setting = declared(extensionId, key);
      return setting && present(extensionId, key, setting);
    },
    set(extensionId, key, value) {
      const setting = declared(extensionId, key);
      if (!setting) return fail('invalid-request', `No extension declares the setting “${key}”.`);
      const next = typeof value === 'string' ? value.trim() : value;
      if (next !== '' && !fits(setting, next)) {
        return fail('invalid-request', `“${setting.title}” takes ${inWords(setting)}. Nothing was changed.`);
      }
      update((all) => ({
        ...all,
        extensions: { ...all.extensions, [extensionId]: { ...all.extensions[extensionId], [key]: next } },
      }));
      onChanged(extensionId, key, present(extensionId, key, setting));
      return ok(null);
    },
  };
}

function fits(setting: ManifestSetting, value: SettingValue): boolean {
  switch (setting.type) {
    case 'choice':
      return typeof value === 'string' && setting.choices.includes(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === setting.type;
  }
}

function inWords(setting: ManifestSetting): string {
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
