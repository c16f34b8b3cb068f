import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { SettingRow } from '../../../shared/contract/settings/setting-value.ts';
import type { ScriptEndpoint } from '../sources/script-endpoints.ts';

type Providers = Manifest['language_model_providers'];
type Provider = Providers[string];

/** An endpoint of a script, and the provider that it became. */
export interface ServedEndpoint {
  readonly providerId: string;
  readonly endpoint: ScriptEndpoint;
}

/**
 * The manifest with each `for_each` provider replaced by one provider per row, and further ones for the endpoints of
 * scripts in the dialects that it speaks.
 * @param rows of a setting of type `list`
 * @param endpoints of all scripts; none for extensions that are not bundled
 */
export function expandProviders(
  manifest: Manifest,
  rows: (key: string) => readonly SettingRow[],
  endpoints: readonly ScriptEndpoint[] = [],
): Manifest {
  const declared = Object.entries(manifest.language_model_providers);
  if (declared.every(([, { for_each: list, speaks }]) => list === undefined && !speaks)) return manifest;
  const providers: Providers = {};
  for (const [id, { for_each: list, speaks, ...provider }] of declared) {
    if (list === undefined) providers[id] = provider;
    else for (const row of rows(list)) providers[rowProviderId(id, row)] = { ...provider, name: row.name ?? id };
    for (const endpoint of endpoints) {
      if (speaks?.includes(endpoint.api)) {
        providers[rowProviderId(id, { id: endpoint.rowId })] = { ...provider, ...asEndpoint(endpoint, provider) };
      }
    }
  }
  return { ...manifest, language_model_providers: providers };
}

/** The endpoints in the dialects that an extension speaks. */
export const servedBy = (manifest: Manifest, endpoints: readonly ScriptEndpoint[]): ServedEndpoint[] =>
  Object.entries(manifest.language_model_providers).flatMap(([id, { speaks }]) =>
    endpoints
      .filter(({ api }) => speaks?.includes(api))
      .map((endpoint) => ({ providerId: rowProviderId(id, { id: endpoint.rowId }), endpoint })),
  );

/** What a provider says of its vendor's own service is left out. */
const asEndpoint = (
  endpoint: ScriptEndpoint,
  { models, auth }: Pick<Provider, 'models' | 'auth'>,
): Partial<Provider> => ({
  name: endpoint.name,
  models: endpoint.models.length > 0 ? endpoint.models : models,
  greeting: undefined,
  suggestions: [],
  auth: endpoint.has_key ? undefined : auth && { credential_label: auth.credential_label },
});

const rowProviderId = (id: string, row: SettingRow): string => `${id}-${row.id}`;
