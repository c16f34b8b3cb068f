import type { ProviderSnapshot } from '../../shared/contract/provider.ts';
import type { FixedPage } from '../../shared/contract/settings/page-titles.ts';

export type SettingsPage =
  | { readonly type: FixedPage; readonly id: FixedPage }
  | { readonly type: 'provider'; readonly id: string; readonly provider: ProviderSnapshot };

/** As `openSettings` takes it. */
const providerKeyOf = ({ extensionId, providerId }: ProviderSnapshot): string => `${extensionId}:${providerId}`;

/** The pages in the order of the list: those of the app, one for each provider, then those of extensions. */
export const pagesOf = (providers: readonly ProviderSnapshot[]): SettingsPage[] => [
  { type: 'appearance', id: 'appearance' },
  { type: 'editor', id: 'editor' },
  { type: 'keyboard', id: 'keyboard' },
  { type: 'agent', id: 'agent' },
  { type: 'agents', id: 'agents' },
  { type: 'approvals', id: 'approvals' },
  ...providers.map((provider) => ({ type: 'provider' as const, id: providerKeyOf(provider), provider })),
  { type: 'extensions', id: 'extensions' },
  { type: 'keys', id: 'keys' },
];

/** The page to show; the first one when the one that was asked for is not there, or not any more. */
export const pageAt = (pages: readonly SettingsPage[], id: string | null): SettingsPage | undefined =>
  pages.find((page) => page.id === id) ?? pages[0];
