import type { ProviderOwner } from '../../shared/contract/credential.ts';
import { useAgent } from '../agent/threads/agent.ts';

/** SVG text; undefined when the provider is not listed or has none. */
export const useProviderIcon = ({ extensionId, providerId }: ProviderOwner): string | undefined =>
  useAgent(
    ({ providers }) =>
      providers?.find((provider) => provider.extensionId === extensionId && provider.providerId === providerId)?.icon,
  );
