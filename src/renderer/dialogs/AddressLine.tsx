import { useState } from 'react';
import { toFailure } from '../../shared/contract/errors.ts';
import { Button } from '../app/controls/Button.tsx';
import { formatFailure } from '../app/format-failure.ts';
import { api } from '../bridge.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './Dialog.module.css';

export interface AddressLineProps {
  readonly label: string;
  readonly url: string;
  /** With a button that opens it outside the app; never by itself. */
  readonly opens?: boolean;
}

/** An address that an extension names: read as text before anything is done with it. */
export function AddressLine({ label, url, opens }: AddressLineProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const open = async () => {
    setProblem(null);
    try {
      const result = await api.app.openAddress(url);
      if (!result.ok) setProblem(formatFailure(result.failure));
    } catch (thrown) {
      setProblem(`The address was not opened. ${toFailure(thrown).message}`);
    }
  };
  return (
    <div className={styles.address}>
      <p className={styles.addressText}>
        <span className={styles.quiet}>{label}</span> {url}
      </p>
      <CopyButton label="Copy" text={url} />
      {opens && <Button onClick={open}>Open</Button>}
      {problem && (
        <p role="alert" className={styles.failure}>
          {problem}
        </p>
      )}
    </div>
  );
}
