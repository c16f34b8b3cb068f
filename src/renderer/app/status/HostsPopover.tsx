import { RotateCw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { HostSnapshot } from '../../../shared/contract/extensions/host-state.ts';
import { api } from '../../bridge.ts';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { openOverlay } from '../overlay-store.ts';
import styles from './HostsPopover.module.css';
import statusStyles from './HostsStatus.module.css';
import { healthOf, statusNames, useHosts } from './hosts-store.ts';

/** The extension hosts one by one, each with its extensions and a way to restart it, and the extension log. */
export default function HostsPopover({ onClose }: { onClose(): void }) {
  const hosts = useHosts((state) => state.hosts);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // Not by the dialog's own event, which comes later: it would take the keyboard from what was opened since.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  const open = (view: 'extensions' | 'running') => {
    close();
    openOverlay(view);
  };
  return (
    <dialog
      ref={dialog}
      className={styles.popover}
      aria-label="Extensions"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        // The browser lets a second Esc through without asking.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className={styles.body}>
        <div className={styles.header}>
          <h2 className={styles.title}>Extensions</h2>
          <IconButton label="Close" onClick={close}>
            <X size={16} />
          </IconButton>
        </div>
        {hosts.length === 0 && <p className={styles.quiet}>No extension is running.</p>}
        <ul>
          {hosts.map((host) => (
            <HostItem key={host.id} host={host} />
          ))}
        </ul>
        <ExtensionLog>
          <Button onClick={() => open('extensions')}>All extensions</Button>
          <Button onClick={() => open('running')}>Running extensions</Button>
        </ExtensionLog>
      </div>
    </dialog>
  );
}

function HostItem({ host }: { readonly host: HostSnapshot }) {
  const names = host.extensions.map(({ name }) => name).join(', ') || 'No extensions';
  return (
    <li className={styles.host}>
      <span className={statusStyles.dot} data-health={healthOf[host.status]} />
      <div className={styles.about}>
        <div>{names}</div>
        <div className={styles.quiet}>
          {statusNames[host.status]}
          {host.pid !== undefined && `, process ${host.pid}`}
        </div>
        {host.failure && <div className={styles.failure}>{host.failure.message}</div>}
      </div>
      <Button onClick={() => void api.hosts.restart(host.id)} aria-label={`Restart ${names}`}>
        <RotateCw size={14} aria-hidden />
        Restart
      </Button>
    </li>
  );
}

/** @param children what stands beside its button */
function ExtensionLog({ children }: { readonly children: ReactNode }) {
  const [log, setLog] = useState<string | null>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (log !== null && end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [log]);
  const load = async () => setLog(await api.hosts.logTail());
  return (
    <section className={styles.log}>
      <div className={styles.more}>
        {children}
        <Button onClick={() => void load()}>{log === null ? 'Show log' : 'Refresh log'}</Button>
      </div>
      {log !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <div ref={end} role="log" tabIndex={0} aria-label="Extension log" className={styles.lines}>
          {log === '' ? 'The log is empty.' : log}
        </div>
      )}
    </section>
  );
}
