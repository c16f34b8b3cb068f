import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ExtensionSnapshot } from '../../../shared/contract/extensions/extension-state.ts';
import type { HostSnapshot } from '../../../shared/contract/extensions/host-state.ts';
import { Button } from '../../base/controls/Button.tsx';
import { HostDot } from '../../base/hosts/HostDot.tsx';
import {
  type FailedItem,
  failedItems,
  healthOf,
  namesIn,
  statusNames,
  useHosts,
} from '../../base/hosts/hosts-store.ts';
import { openOverlay } from '../../base/overlay-store.ts';
import { api } from '../../bridge.ts';
import { useExtensions } from '../../extensions/extensions-store.ts';
import styles from './HostsPopover.module.css';
import { StatusPopover } from './StatusPopover.tsx';

const none: readonly ExtensionSnapshot[] = [];

interface Log {
  /** The extension of the log; absent: the log of all. */
  readonly of?: FailedItem | undefined;
  readonly text: string;
}

/** Failed items, then the extension hosts one by one, each with a way to restart it, and the extension log. */
export default function HostsPopover({ onClose }: { onClose(): void }) {
  const hosts = useHosts((state) => state.hosts);
  const extensions = useExtensions((state) => state.extensions);
  const [log, setLog] = useState<Log | null>(null);
  const failed = failedItems(hosts, extensions ?? none);
  const others = hosts.filter(({ status }) => status !== 'failed');
  const showLog = async (of?: FailedItem) => setLog({ of, text: await api.hosts.logTail(of?.extensionId) });
  return (
    <StatusPopover title="Extensions" onClose={onClose}>
      {(close) => {
        const open = (view: 'extensions' | 'running') => {
          close();
          openOverlay(view);
        };
        return (
          <>
            <ul>
              {failed.map((item) => (
                <FailedRow key={item.key} item={item} onShowLog={() => void showLog(item)} />
              ))}
              {others.map((host) => (
                <HostItem key={host.id} host={host} />
              ))}
            </ul>
            {others.length === 0 && <p className={styles.quiet}>No extension is running.</p>}
            <section className={styles.log}>
              <div className={styles.more}>
                <Button onClick={() => open('extensions')}>All extensions</Button>
                <Button onClick={() => open('running')}>Running extensions</Button>
                <Button onClick={() => void showLog()}>{log && !log.of ? 'Refresh log' : 'Show log'}</Button>
              </div>
              {log?.of && <p className={styles.whose}>Log of {log.of.name}</p>}
              {log && <LogLines log={log} />}
            </section>
          </>
        );
      }}
    </StatusPopover>
  );
}

interface FailedRowProps {
  readonly item: FailedItem;
  onShowLog(): void;
}

function FailedRow({ item: { name, reason, extensionId, hostId }, onShowLog }: FailedRowProps) {
  const restart = (id: string) =>
    hostId === undefined ? void api.extensions.reload(id) : void api.hosts.restart(hostId);
  return (
    <li className={styles.host}>
      <HostDot health="bad" />
      <div className={styles.about}>
        <div>{name}</div>
        <div className={styles.failure}>{reason ?? 'It failed.'}</div>
        {extensionId !== undefined && (
          <div className={styles.more}>
            <Button isSmall onClick={() => restart(extensionId)} aria-label={`Restart ${name}`}>
              <RotateCw size={14} aria-hidden />
              Restart
            </Button>
            <Button isSmall onClick={onShowLog} aria-label={`Show log of ${name}`}>
              Show log
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

function HostItem({ host }: { readonly host: HostSnapshot }) {
  const names = namesIn(host);
  return (
    <li className={styles.host}>
      <HostDot health={healthOf[host.status]} />
      <div className={styles.about}>
        <div>{names}</div>
        <div className={styles.quiet}>
          {statusNames[host.status]}
          {host.pid !== undefined && `, process ${host.pid}`}
        </div>
        {host.failure && <div className={styles.failure}>{host.failure.message}</div>}
      </div>
      <Button isSmall onClick={() => void api.hosts.restart(host.id)} aria-label={`Restart ${names}`}>
        <RotateCw size={14} aria-hidden />
        Restart
      </Button>
    </li>
  );
}

function LogLines({ log }: { readonly log: Log }) {
  const lines = useRef<HTMLDivElement>(null);
  const label = log.of ? `Log of ${log.of.name}` : 'Extension log';
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown from its end each time that it is asked for
  useEffect(() => {
    lines.current?.scrollTo(0, lines.current.scrollHeight);
    lines.current?.scrollIntoView({ block: 'nearest' });
  }, [log]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div ref={lines} role="log" tabIndex={0} aria-label={label} className={styles.lines}>
      {log.text === '' ? 'Nothing logged yet.' : log.text}
    </div>
  );
}
