import { useRef } from 'react';
import type { CredentialSummary, ProviderPage } from '../../../shared/contract/credential.ts';
import { Button } from '../../base/controls/Button.tsx';
import { api } from '../../bridge.ts';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';
import { deleteKey } from './delete-key.ts';
import { KeyLine } from './KeyLine.tsx';

export interface ProviderKeyProps {
  readonly page: ProviderPage;
  readonly credential: CredentialSummary;
  onChange(): void;
}

/** The key of a provider, and the actions for it. */
export function ProviderKey({ page, credential, onChange }: ProviderKeyProps) {
  const { extensionId, providerId, signsIn, isAuthenticated } = page;
  const { keptIn, problem } = credential;
  const action = useAction();
  const enterButton = useRef<HTMLButtonElement>(null);
  const isHere = keptIn === 'keychain' || keptIn === 'session' || problem !== undefined;
  const act = async (name: string, run: Parameters<typeof action.run>[1]) => {
    await action.run(name, run);
    onChange();
  };
  const enter = () => {
    // Sign in the provider's own way, unless it has a key already, or needs none: then a new key is meant.
    const asksProvider = signsIn || (keptIn === null && problem === undefined && isAuthenticated !== true);
    const ask = asksProvider ? api.providers.signIn : api.providers.replaceKey;
    void act('enter', () => ask(extensionId, providerId));
  };
  const remove = () =>
    act('delete', async () => {
      const result = await deleteKey(credential);
      // The button that had the focus goes away.
      if (result?.ok) enterButton.current?.focus();
      return result;
    });
  const words = signsIn
    ? { enter: 'Sign in', replace: 'Sign in again' }
    : { enter: 'Enter key', replace: 'Replace key' };
  return (
    <section className={styles.section} aria-labelledby="provider-key">
      <h4 id="provider-key" className={styles.subheading}>
        {signsIn ? 'Sign-in' : 'Key'}
      </h4>
      <KeyLine credential={credential} title={credential.label}>
        {keptIn !== 'environment' && (
          <Button
            ref={enterButton}
            variant={isHere || isAuthenticated ? 'quiet' : 'primary'}
            aria-disabled={action.running !== null}
            onClick={enter}
          >
            {isHere ? words.replace : words.enter}
          </Button>
        )}
        {isHere && (
          <Button variant="danger" aria-disabled={action.running !== null} onClick={remove}>
            Delete
          </Button>
        )}
      </KeyLine>
      {keptIn === 'environment' && <p className={styles.quiet}>To use your own key, revoke the variable below.</p>}
      {action.problem && (
        <p role="alert" className={styles.failure}>
          {action.problem}
        </p>
      )}
    </section>
  );
}
