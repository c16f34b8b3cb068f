import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KnownHost } from '../../shared/contract/address.ts';
import { ok } from '../../shared/contract/errors.ts';
import { IconButton } from '../base/controls/IconButton.tsx';
import { api } from '../bridge.ts';
import styles from './settings.module.css';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

const load = () => api.addresses.list();

/** Hosts whose addresses open in the browser without a question; each can be removed. */
export function KnownHostList() {
  const { value: hosts, problem, reload } = useLoaded(load);
  const action = useAction();
  const root = useRef<HTMLElement>(null);
  /** Index of the row that was removed: the focus goes to the row that is there now. */
  const taken = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons are others only then
  useEffect(() => {
    if (taken.current === null) return;
    const buttons = root.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(taken.current, buttons.length - 1)] ?? root.current)?.focus();
    taken.current = null;
  }, [hosts]);
  const takeBack = async (known: KnownHost, at: number) => {
    await action.run('remove', async () => ok(await api.addresses.forget(known)));
    taken.current = at;
    reload();
  };
  return (
    <section ref={root} className={styles.section} aria-labelledby="settings-known-hosts" tabIndex={-1}>
      <h3 id="settings-known-hosts" className={styles.heading}>
        Addresses
      </h3>
      <p className={styles.quiet}>
        Links to these hosts open without asking: you typed or allowed them. A host that you remove is asked about
        again, unless a file in the open folder mentions it.
      </p>
      {problem && <p className={styles.failure}>The hosts could not be loaded. {problem}</p>}
      {action.problem && (
        <p role="alert" className={styles.failure}>
          Could not remove. {action.problem}
        </p>
      )}
      {hosts?.length === 0 && <p className={styles.quiet}>None yet.</p>}
      <ul>
        {hosts?.map((known, at) => (
          <li
            key={`${known.host} ${known.extension?.id} ${known.extension?.origin}`}
            className={`${styles.row} ${styles.key}`}
          >
            <span className={styles.keyText}>
              {known.host}
              {known.extension && <span className={styles.quiet}> · for the extension {known.extension.id}</span>}
            </span>
            <IconButton label={`Remove ${known.host}`} onClick={() => void takeBack(known, at)}>
              <Trash2 size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
