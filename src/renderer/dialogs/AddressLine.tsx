import { useState } from 'react';
import { Button } from '../base/controls/Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './Dialog.module.css';
import { openAddress } from './open-address.ts';

export interface AddressLineProps {
  readonly label: string;
  readonly url: string;
  /** The extension that named the address: adds a button that opens it in the browser; it never opens by itself. */
  readonly opensFor?: string;
}

/** An address that an extension names, shown as text before anything is done with it. */
export function AddressLine({ label, url, opensFor }: AddressLineProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const open = async () => {
    setProblem(null);
    if (opensFor !== undefined)
      setProblem(await openAddress(url, { type: 'extension', extensionId: opensFor, label: '' }));
  };
  return (
    <div className={styles.address}>
      <p className={styles.addressText}>
        <span className={styles.quiet}>{label}</span> {url}
      </p>
      <CopyButton label="Copy" text={url} />
      {opensFor !== undefined && <Button onClick={open}>Open</Button>}
      {problem && (
        <p role="alert" className={styles.failure}>
          {problem}
        </p>
      )}
    </div>
  );
}
