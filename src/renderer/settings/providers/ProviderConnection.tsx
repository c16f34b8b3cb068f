import { useState } from 'react';
import type { ProviderPage } from '../../../shared/contract/credential.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { Button } from '../../base/controls/Button.tsx';
import { api } from '../../bridge.ts';
import { ask } from '../../dialogs/ask.ts';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';

export interface ProviderConnectionProps {
  readonly page: ProviderPage;
  onChange(): void;
}

/** The number of the provider's models, and whether its service answers. */
export function ProviderConnection({ page, onChange }: ProviderConnectionProps) {
  const { extensionId, providerId, modelCount, credential, isAuthenticated } = page;
  const action = useAction();
  const [tested, setTested] = useState<{ readonly sentence: string; readonly at: Date } | null>(null);
  const act = async <T,>(name: string, run: () => Promise<Result<T> | undefined>): Promise<T | undefined> => {
    setTested(null);
    const value = await action.run(name, run);
    onChange();
    return value;
  };
  const test = async () => {
    const sentence = await act('test', () => api.providers.test(extensionId, providerId));
    if (sentence !== undefined) setTested({ sentence, at: new Date() });
  };
  const refresh = () => act('refresh', async () => void (await api.providers.refresh()));
  const isHeld = credential?.keptIn === 'keychain' || credential?.keptIn === 'session';
  return (
    <section className={styles.section} aria-labelledby="provider-connection">
      <h4 id="provider-connection" className={styles.subheading}>
        Connection
      </h4>
      <div className={styles.key}>
        <p className={styles.keyText}>{formatModelCount(modelCount)}</p>
        <div className={styles.buttons}>
          <Button aria-disabled={action.running !== null} onClick={test}>
            {action.running === 'test' ? 'Testing…' : 'Test connection'}
          </Button>
          <Button aria-disabled={action.running !== null} onClick={refresh}>
            {action.running === 'refresh' ? 'Asking…' : 'Refresh models'}
          </Button>
          {isHeld && isAuthenticated && (
            <Button aria-disabled={action.running !== null} onClick={() => act('sign-out', () => signOut(page))}>
              Sign out
            </Button>
          )}
        </div>
      </div>
      <p role="status" className={styles.outcome}>
        {tested && (
          <>
            {tested.sentence} <time className={styles.quiet}>{tested.at.toLocaleTimeString()}</time>
          </>
        )}
      </p>
      {action.problem && (
        <p role="alert" className={styles.failure}>
          {action.problem}
        </p>
      )}
    </section>
  );
}

const formatModelCount = (count: number): string =>
  count === 0 ? 'No models yet.' : count === 1 ? '1 model.' : `${count} models.`;

/** undefined: the person cancelled. */
async function signOut({ extensionId, providerId, providerName }: ProviderPage): Promise<Result<null> | undefined> {
  const answer = await ask({
    title: `Sign out of ${providerName}?`,
    text: 'The extension forgets your sign-in, and the key is deleted from this computer.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'out', label: 'Sign out', kind: 'danger' },
    ],
  });
  return answer === 'out' ? api.providers.signOut(extensionId, providerId) : undefined;
}
