import { Bug, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RunningExtension } from '../../shared/contract/extensions/extension-state.ts';
import { hostKinds } from '../../shared/contract/extensions/host-kind.ts';
import { IconButton } from '../base/controls/IconButton.tsx';
import { HostDot } from '../base/hosts/HostDot.tsx';
import { healthOf, statusNames } from '../base/hosts/hosts-store.ts';
import { api } from '../bridge.ts';
import styles from './ExtensionsView.module.css';
import { attempt, say } from './installing.ts';

/** Milliseconds between two polls. */
const every = 1_000;

/** The running extensions and their figures, polled every second while the view is open. */
export function RunningExtensions() {
  const running = useRunning();
  if (running === null) return <p className={styles.quiet}>Loading</p>;
  if (running.length === 0)
    return <p className={styles.quiet}>No extension is running. Extensions load when needed.</p>;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Extension</th>
            <th scope="col">Host</th>
            <th scope="col">Loaded for</th>
            <th scope="col">Calls</th>
            <th scope="col">Response</th>
            <th scope="col">Memory</th>
            <th scope="col">Errors</th>
            <th scope="col">
              <span className={styles.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {running.map((extension) => (
            <RunningRow
              key={`${extension.hostId}/${extension.extensionId}`}
              extension={extension}
              isShared={running.filter(({ hostId }) => hostId === extension.hostId).length > 1}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isDown = ({ hostStatus }: RunningExtension): boolean => hostStatus === 'failed';

/** Polls the running extensions; those of a host that stays off come first. */
function useRunning(): readonly RunningExtension[] | null {
  const [running, setRunning] = useState<readonly RunningExtension[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The next poll waits for the answer, so that a slow one is not overtaken.
    const look = async () => {
      const found = await api.extensions.running().catch(() => null);
      if (!isWanted) return;
      if (found) setRunning([...found.filter(isDown), ...found.filter((one) => !isDown(one))]);
      timer = setTimeout(() => void look(), every);
    };
    void look();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, []);
  return running;
}

interface RunningRowProps {
  readonly extension: RunningExtension;
  /** Other extensions run in its host, too. */
  readonly isShared: boolean;
}

function RunningRow({ extension, isShared }: RunningRowProps) {
  const { extensionName, extensionId, hostId, hostKind, hostStatus, pid, activationReason, activationMs } = extension;
  const { calls, pending, meanMs, p95Ms, memoryBytes, cpuPercent, errors, badMessages, lastCrash } = extension;
  const isGone = hostStatus === 'stopped' || hostStatus === 'failed';
  return (
    <tr aria-label={extensionName}>
      <th scope="row">
        {extensionName}
        <div className={styles.id}>{extensionId}</div>
      </th>
      <td>
        <span className={styles.status}>
          <HostDot health={healthOf[hostStatus]} />
          {statusNames[hostStatus]}
        </span>
        <div className={styles.quiet}>
          {hostKinds[hostKind].label}
          {pid !== undefined && `, process ${pid}`}
        </div>
        {lastCrash && (
          <div className={styles.crash}>
            Crashed at {new Date(lastCrash.at).toLocaleTimeString()}: {lastCrash.reason}
          </div>
        )}
      </td>
      <td>
        {activationReason}
        <div className={styles.quiet}>
          {activationMs !== undefined ? `in ${milliseconds(activationMs)}` : !isGone && 'starting'}
        </div>
      </td>
      <td className={styles.number}>
        {calls}
        {pending > 0 && <div className={styles.quiet}>{`${pending} open`}</div>}
      </td>
      <td className={styles.number}>
        {meanMs !== undefined && `${milliseconds(meanMs)} mean`}
        {p95Ms !== undefined && <div className={styles.quiet}>{`${milliseconds(p95Ms)} p95`}</div>}
      </td>
      <td className={styles.number}>
        {memoryBytes !== undefined && `${Math.round(memoryBytes / 1024 / 1024)} MB${isShared ? ' shared' : ''}`}
        {cpuPercent !== undefined && <div className={styles.quiet}>{`${Math.round(cpuPercent)} % CPU`}</div>}
      </td>
      <td className={styles.number}>
        {errors}
        {badMessages > 0 && <div className={styles.quiet}>{`${badMessages} bad messages`}</div>}
      </td>
      <td className={styles.rowActions}>
        <IconButton label={`Restart the host of ${extensionName}`} onClick={() => void api.hosts.restart(hostId)}>
          <RotateCw size={14} />
        </IconButton>
        {!isGone && (
          <IconButton
            label={`Inspect the host of ${extensionName}`}
            onClick={() => void inspect(hostId, extensionName)}
          >
            <Bug size={14} />
          </IconButton>
        )}
      </td>
    </tr>
  );
}

async function inspect(hostId: string, name: string): Promise<void> {
  const address = await attempt(api.hosts.inspect(hostId));
  // null: the inspector is open already, or it failed, which was reported.
  if (address === null) return;
  say({
    severity: 'info',
    text: `The inspector of ${name} listens at ${address}.`,
    actions: [{ label: 'Copy address', run: () => void navigator.clipboard.writeText(address) }],
  });
}

const milliseconds = (value: number): string => (value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`);
