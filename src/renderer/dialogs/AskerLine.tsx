import type { ReactNode } from 'react';
import type { ProviderOwner } from '../../shared/contract/credential.ts';
import { useAgent } from '../agent/threads/agent.ts';
import { ProviderIcon } from '../base/controls/ProviderIcon.tsx';
import styles from './Dialog.module.css';

export interface AskerProps {
  readonly words: string;
  readonly owner: ProviderOwner;
}

/** Names the extension that asks, by the name that main has verified. */
export function AskerLine({ words, owner }: AskerProps) {
  return (
    <p className={styles.asker}>
      <span>{words}</span>
      <span className={styles.name}>{owner.extensionName}</span>
      <span className={styles.id}>{owner.extensionId}</span>
    </p>
  );
}

/** The icon before a dialog's title: the provider's, or else one for the kind of dialog. */
export function OwnerIcon({ owner, otherwise }: { readonly owner: ProviderOwner; readonly otherwise: ReactNode }) {
  const icon = useProviderIcon(owner);
  return icon ? <ProviderIcon icon={icon} /> : otherwise;
}

/** SVG text; undefined when the provider is not listed or has none. */
const useProviderIcon = ({ extensionId, providerId }: ProviderOwner): string | undefined =>
  useAgent(
    ({ providers }) =>
      providers?.find((provider) => provider.extensionId === extensionId && provider.providerId === providerId)?.icon,
  );
