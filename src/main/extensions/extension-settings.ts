import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import type { ExtensionSetting, Settings } from '../../shared/contract/settings.ts';

export interface ExtensionSettingsDeps {
  manifests(): readonly Manifest[];
  settings(): Settings;
  update(change: (settings: Settings) => Settings): void;
  /** The extension has to read its settings again. */
  onChanged(extensionId: string): void;
}

export interface ExtensionSettings {
  list(): ExtensionSetting[];
  /** @returns the person's value, else the manifest's default; "" for a key that the manifest does not declare */
  get(extensionId: string, key: string): string;
  set(extensionId: string, key: string, value: string): Result<null>;
}

/** The settings that manifests declare. An empty value stands for the default. */
export function createExtensionSettings({
  manifests,
  settings,
  update,
  onChanged,
}: ExtensionSettingsDeps): ExtensionSettings {
  const stored = (extensionId: string, key: string): string => {
    const values = Object.hasOwn(settings().extensions, extensionId) ? settings().extensions[extensionId] : undefined;
    return (values && Object.hasOwn(values, key) && values[key]) || '';
  };
  const declared = (extensionId: string, key: string) => {
    const manifest = manifests().find(({ id }) => id === extensionId);
    return manifest && Object.hasOwn(manifest.settings, key) ? manifest.settings[key] : undefined;
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
          defaultValue: setting.default,
          value: stored(manifest.id, key),
        })),
      ),
    get: (extensionId, key) => stored(extensionId, key) || (declared(extensionId, key)?.default ?? ''),
    set(extensionId, key, value) {
      if (!declared(extensionId, key)) return fail('invalid-request', `No extension declares the setting “${key}”.`);
      update((present) => ({
        ...present,
        extensions: {
          ...present.extensions,
          [extensionId]: { ...present.extensions[extensionId], [key]: value.trim() },
        },
      }));
      onChanged(extensionId);
      return ok(null);
    },
  };
}
