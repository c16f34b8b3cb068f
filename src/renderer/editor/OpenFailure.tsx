import { FileX } from 'lucide-react';
import { type Failure, isRetryable, nextSteps } from '../../shared/contract/errors.ts';
import { Button } from '../app/controls/Button.tsx';
import { baseName } from '../app/paths.ts';
import { closeDocument } from './documents/close-document.ts';
import { openDocument } from './documents/open-document.ts';
import styles from './EditorArea.module.css';

/** Says why a file is not shown, and what to do. */
export function OpenFailure({ path, failure }: { readonly path: string; readonly failure: Failure }) {
  return (
    <div className={styles.instead} role="alert">
      <FileX size={24} aria-hidden className={styles.quiet} />
      <h2>{baseName(path)} is not shown</h2>
      <p>{failure.message}</p>
      <p className={styles.quiet}>{nextSteps[failure.code]}</p>
      <div className={styles.actions}>
        {isRetryable(failure) && <Button onClick={() => void openDocument(path)}>Try again</Button>}
        <Button onClick={() => void closeDocument(path)}>Close tab</Button>
      </div>
    </div>
  );
}
