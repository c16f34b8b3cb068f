import { useEffect, useState } from 'react';
import type { CredentialSummary } from '../../shared/contract/credential.ts';
import { toFailure } from '../../shared/contract/errors.ts';
import { Button } from '../app/controls/Button.tsx';
import { failureInWords } from '../app/failure-words.ts';
import { api, onMainEvent } from '../bridge.ts';
import { ask } from '../dialogs/ask.ts';
import styles from './settings.module.css';
import { useLoaded } from './use-loaded.ts';

const load = () => api.credentials.list();

const places: Readonly<Record<CredentialSummary['keptIn'], string>> = {
  keychain: 'In your system keychain',
  session: 'Kept until you quit',
};

/** Which keys there are and whose they are. Their values never come here. */
export function CredentialList() {
  const { value: credentials, problem, reload } = useLoaded(load);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(
    () => onMainEvent((event) => (event.type === 'credential-request-ended' || event.type === 'providers') && reload()),
    [reload],
  );

  const remove = async ({ extensionId, extensionName, providerId, providerName, label }: CredentialSummary) => {
    const answer = await ask({
      title: `Delete the key for ${providerName}?`,
      text: `“${label}” of the extension ${extensionName} is deleted from this computer. You can enter it again when you choose one of its models.`,
      actions: [
        { id: 'cancel', label: 'Cancel' },
        { id: 'delete', label: 'Delete', kind: 'danger' },
      ],
    });
    if (answer !== 'delete') return;
    setFailure(null);
    try {
      const result = await api.credentials.remove(extensionId, providerId);
      if (!result.ok) setFailure(failureInWords(result.failure));
    } catch (thrown) {
      setFailure(toFailure(thrown).message);
    }
    reload();
  };

  return (
    <section className={styles.section} aria-labelledby="settings-keys">
      <h3 id="settings-keys" className={styles.heading}>
        Keys
      </h3>
      {problem && <p className={styles.failure}>The list of keys could not be read. {problem}</p>}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {credentials?.length === 0 && <p className={styles.quiet}>No extension uses a key.</p>}
      <ul className={styles.keys}>
        {credentials?.map((credential) => (
          <li key={`${credential.extensionId}:${credential.providerId}`} className={styles.key}>
            <div className={styles.keyText}>
              <p>
                {credential.providerName} <span className={styles.quiet}>· {credential.label}</span>
              </p>
              <p className={styles.quiet}>
                {credential.isSet ? places[credential.keptIn] : 'Not set'} · extension {credential.extensionName}
              </p>
            </div>
            {credential.isSet && (
              <Button variant="danger" onClick={() => remove(credential)}>
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
