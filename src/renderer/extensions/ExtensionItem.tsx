import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { accessDeeds } from '../../shared/contract/access.ts';
import type {
  ExtensionSnapshot,
  ExtensionSource,
  ExtensionStatus,
} from '../../shared/contract/extensions/extension-state.ts';
import { hostKinds } from '../../shared/contract/extensions/host-kind.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { useContributions } from '../base/contributions-store.ts';
import { Button } from '../base/controls/Button.tsx';
import { IconButton } from '../base/controls/IconButton.tsx';
import { HostDot } from '../base/hosts/HostDot.tsx';
import type { HostHealth } from '../base/hosts/hosts-store.ts';
import { api } from '../bridge.ts';
import { ask } from '../dialogs/ask.ts';
import { useLanguages } from '../editor/languages/languages-store.ts';
import { AskList } from './AskList.tsx';
import styles from './ExtensionsView.module.css';
import { formatAdded } from './format-added.ts';
import { listed } from './format-asks.ts';
import { attempt } from './installing.ts';
import { UnservedNotes } from './UnservedNotes.tsx';

const sourceNames: Readonly<Record<ExtensionSource, string>> = {
  development: 'in development',
  explicit: 'from the command line',
  user: 'installed by you',
  project: 'from this folder',
  bundled: 'comes with the app',
};

const statusNames: Readonly<Record<ExtensionStatus, string>> = {
  idle: 'Ready, loads when needed',
  'in-use': 'In use',
  activating: 'Starting',
  active: 'Running',
  failed: 'Failed',
  disabled: 'Off',
  shadowed: 'Not used',
  invalid: 'Cannot be read',
  'needs-consent': 'Needs your consent',
};

const healthOf: Readonly<Record<ExtensionStatus, HostHealth>> = {
  idle: 'off',
  'in-use': 'good',
  activating: 'waiting',
  active: 'good',
  failed: 'bad',
  disabled: 'off',
  shadowed: 'off',
  invalid: 'bad',
  'needs-consent': 'waiting',
};

/** One extension: its description, its state and the actions for it. */
export function ExtensionItem({ extension }: { readonly extension: ExtensionSnapshot }) {
  const {
    id,
    name,
    version,
    source,
    status,
    description,
    reason,
    detail,
    asks,
    allowed,
    allowedEndpoints,
    allowedHosts,
    hostKind,
    rootPath,
    unserved,
  } = extension;
  const themes = useContributions((state) => state.themes);
  const languages = useLanguages((state) => state.languages);
  const added = formatAdded(extension, { languages, themes });
  return (
    <li className={styles.item} aria-label={name}>
      <div className={styles.about}>
        <h3 className={styles.name}>
          {name} {version !== '' && <span className={styles.quiet}>{version}</span>}
          <span className={styles.status}>
            <HostDot health={healthOf[status]} />
            {statusNames[status]}
          </span>
        </h3>
        {status !== 'invalid' && (
          <p className={styles.quiet}>
            <span className={styles.id}>{id}</span>, {sourceNames[source]},{' '}
            {hostKind ? hostKinds[hostKind].runs : 'has no code'}
          </p>
        )}
        {description !== '' && <p className={styles.description}>{description}</p>}
        {added !== '' && <p className={styles.quiet}>Adds {added}.</p>}
        <UnservedNotes {...unserved} />
        {reason && <p className={status === 'shadowed' ? styles.quiet : styles.failure}>{reason}</p>}
        {status === 'needs-consent' && (
          <>
            <p className={styles.description}>Off until you allow what it asks for:</p>
            <AskList asks={asks} hostKind={hostKind} />
          </>
        )}
        {allowed.length + allowedEndpoints.length + allowedHosts.length > 0 && (
          <p className={styles.quiet}>
            You let it{' '}
            {listed([
              ...allowed.map((access) => accessDeeds[access]),
              ...allowedEndpoints.map((endpoint) => `send requests to ${visibleText(endpoint)}`),
              ...(allowedHosts.length > 0 ? [`talk to ${listed(allowedHosts.map(visibleText))}`] : []),
            ])}
            .{' '}
            <Button
              isSmall
              onClick={() => void attempt(api.extensions.takeBackAccess(id, rootPath))}
              aria-label={`Let ${name} ask again`}
            >
              Take back
            </Button>
          </p>
        )}
        {detail && (
          <details className={styles.details}>
            <summary>Details</summary>
            <pre>{detail}</pre>
          </details>
        )}
        {hostKind !== null && status !== 'shadowed' && <ExtensionLog id={id} name={name} />}
        {status === 'shadowed' && <p className={styles.path}>{rootPath}</p>}
      </div>
      <ExtensionActions extension={extension} />
    </li>
  );
}

function ExtensionActions({ extension }: { readonly extension: ExtensionSnapshot }) {
  const { id, name, status, source, rootPath } = extension;
  if (status === 'shadowed' || (status === 'invalid' && source !== 'user')) return null;
  const isOff = status === 'disabled';
  const canReload = status === 'active' || status === 'failed' || status === 'activating';
  return (
    <div className={styles.actions}>
      {status === 'needs-consent' && (
        <Button
          variant="primary"
          onClick={() => void attempt(api.extensions.consent(id, rootPath))}
          aria-label={`Allow what ${name} asks for`}
        >
          Allow
        </Button>
      )}
      {canReload && (
        <Button
          onClick={() => void attempt(api.extensions.reload(id))}
          aria-label={status === 'failed' ? `Restart ${name}` : `Reload ${name}`}
        >
          <RotateCw size={14} aria-hidden />
          {status === 'failed' ? 'Restart' : 'Reload'}
        </Button>
      )}
      {status !== 'invalid' && (
        <Button
          onClick={() => void attempt(api.extensions.setEnabled(id, isOff, rootPath))}
          aria-label={`${isOff ? 'Enable' : 'Disable'} ${name}`}
        >
          {isOff ? 'Enable' : 'Disable'}
        </Button>
      )}
      {source === 'user' && (
        <IconButton label={`Uninstall ${name}`} onClick={() => void uninstall(extension)}>
          <Trash2 size={16} />
        </IconButton>
      )}
    </div>
  );
}

async function uninstall({ id, name, rootPath }: ExtensionSnapshot): Promise<void> {
  const answer = await ask({
    title: `Uninstall ${name}?`,
    text: 'Its files and its data are deleted. Keys you gave it stay in your keychain, for it alone.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'uninstall', label: 'Uninstall', kind: 'danger' },
    ],
  });
  if (answer === 'uninstall') await attempt(api.extensions.uninstall(id, rootPath));
}

/** The extension's own lines of the log. */
function ExtensionLog({ id, name }: { readonly id: string; readonly name: string }) {
  const [log, setLog] = useState('');
  const onToggle = async (isOpen: boolean) => {
    if (isOpen) setLog(await api.hosts.logTail(id));
  };
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => void onToggle(currentTarget.open)}>
      <summary>Log</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre role="log" tabIndex={0} aria-label={`Log of ${name}`}>
        {log === '' ? 'Nothing logged since the app started.' : log}
      </pre>
    </details>
  );
}
