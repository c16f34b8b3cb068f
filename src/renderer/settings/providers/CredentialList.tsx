import { useEffect } from 'react';
import type { CredentialSummary } from '../../../shared/contract/credential.ts';
import { pageTitles } from '../../../shared/contract/settings/page-titles.ts';
import { Button } from '../../base/controls/Button.tsx';
import { api, onMainEvents } from '../../bridge.ts';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';
import { useLoaded } from '../use-loaded.ts';
import { deleteKey } from './delete-key.ts';
import { KeyLine } from './KeyLine.tsx';

const load = () => api.credentials.list();

/** All keys with their owners, also those left behind by extensions. */
export function CredentialList() {
  const { value: credentials, problem, reload } = useLoaded(load);
  const action = useAction();
  useEffect(() => onMainEvents({ 'credential-request-ended': reload, providers: reload }), [reload]);
  const left = credentials?.filter(({ leftBehindBy }) => leftBehindBy !== undefined) ?? [];
  const used = credentials?.filter(({ leftBehindBy }) => leftBehindBy === undefined);
  const list = (shown: readonly CredentialSummary[]) => (
    <ul>
      {shown.map((credential) => {
        const { extensionId, providerId, providerName, label, keptIn, leftBehindBy } = credential;
        const isHere = keptIn === 'keychain' || keptIn === 'session' || credential.problem !== undefined;
        return (
          <li key={`${extensionId}:${providerId} ${leftBehindBy}`} className={styles.row}>
            <KeyLine
              credential={credential}
              title={
                <>
                  {providerName} <span className={styles.quiet}>· {label}</span>
                </>
              }
            >
              {isHere && (
                <Button
                  variant="danger"
                  aria-label={`Delete the key for ${providerName}`}
                  onClick={async () => {
                    await action.run('delete', () => deleteKey(credential));
                    reload();
                  }}
                >
                  Delete
                </Button>
              )}
            </KeyLine>
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      <h3 className={styles.heading}>Keys</h3>
      <p className={styles.quiet}>Keys of providers. Those of agents are on the page {pageTitles.agents}.</p>
      {problem && <p className={styles.failure}>The keys could not be loaded. {problem}</p>}
      {action.problem && (
        <p role="alert" className={styles.failure}>
          {action.problem}
        </p>
      )}
      {used?.length === 0 && <p className={styles.quiet}>No extension uses a key.</p>}
      {used && list(used)}
      {left.length > 0 && (
        <section className={styles.section} aria-labelledby="settings-keys-left">
          <h4 id="settings-keys-left" className={styles.subheading}>
            Left behind
          </h4>
          <p className={styles.quiet}>The extensions that these keys were given to are no longer installed.</p>
          {list(left)}
        </section>
      )}
    </>
  );
}
