import type { ReactNode } from 'react';
import type { CredentialSummary } from '../../../shared/contract/credential.ts';
import styles from '../settings.module.css';

export interface KeyLineProps {
  readonly credential: CredentialSummary;
  /** Such as the provider's name. */
  readonly title: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** One key: its owner and where it is kept. Its value never reaches the renderer. */
export function KeyLine({ credential, title, children }: KeyLineProps) {
  const { extensionName, extensionId, leftBehindBy, problem } = credential;
  return (
    <div className={styles.key}>
      <div className={styles.keyText}>
        <p>{title}</p>
        <p className={styles.quiet}>
          {keyPlace(credential)} · extension {extensionName}{' '}
          {extensionName !== extensionId && <span className={styles.id}>{extensionId}</span>}
        </p>
        {leftBehindBy !== undefined && (
          <p className={styles.quiet}>
            That extension was in <span className={styles.id}>{leftBehindBy}</span>
          </p>
        )}
        {problem !== undefined && <p className={styles.failure}>{problem}</p>}
      </div>
      {children && <div className={styles.buttons}>{children}</div>}
    </div>
  );
}

/** Where a key is kept, in words. */
function keyPlace({ keptIn, variable, problem }: CredentialSummary): string {
  switch (keptIn) {
    case 'keychain':
      return 'In your system keychain';
    case 'session':
      return 'Kept until you quit';
    case 'environment':
      return `From the environment variable ${variable}, which overrides a key kept here`;
    case null:
      return problem === undefined ? 'Not set' : 'Not read';
  }
}
