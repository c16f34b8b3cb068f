import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { SettingRow } from '../../../shared/contract/settings/setting-value.ts';

type Providers = Manifest['language_model_providers'];

/**
 * The manifest with each `for_each` provider replaced by one provider per row.
 * @param rows of a setting of type `list`
 */
export function expandProviders(manifest: Manifest, rows: (key: string) => readonly SettingRow[]): Manifest {
  const declared = Object.entries(manifest.language_model_providers);
  if (declared.every(([, { for_each: list }]) => list === undefined)) return manifest;
  const providers: Providers = {};
  for (const [id, { for_each: list, ...provider }] of declared) {
    if (list === undefined) providers[id] = provider;
    else for (const row of rows(list)) providers[rowProviderId(id, row)] = { ...provider, name: row.name ?? id };
  }
  return { ...manifest, language_model_providers: providers };
}

const rowProviderId = (id: string, row: SettingRow): string => `${id}-${row.id}`;
