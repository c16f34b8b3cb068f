import type { KnownHost } from '../../../shared/contract/address.ts';
import { api } from '../../bridge.ts';
import styles from '../settings.module.css';
import { RemovableList } from './RemovableList.tsx';

const load = () => api.addresses.list();

/** Hosts whose addresses open in the browser without a question; each can be removed. */
export const KnownHostList = () => (
  <RemovableList<KnownHost>
    title="Addresses"
    what="The hosts"
    load={load}
    keyOf={({ host, extension }) => `${host} ${extension?.id} ${extension?.origin}`}
    nameOf={({ host }) => host}
    remove={(known) => api.addresses.forget(known)}
    show={({ host, extension }) => (
      <>
        {host}
        {extension && <span className={styles.quiet}> · for the extension {extension.id}</span>}
      </>
    )}
  >
    Links to these hosts open without asking: you typed or allowed them. A host that you remove is asked about again,
    unless a file in the open folder mentions it.
  </RemovableList>
);
