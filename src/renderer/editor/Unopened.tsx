import { FileX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Failure, isRetryable, nextSteps } from '../../shared/contract/errors.ts';
import { Button } from '../base/controls/Button.tsx';
import { visibleBaseName } from '../base/paths.ts';
import { closeDocument } from './documents/close-document.ts';
import { openDocument } from './documents/open-document.ts';
import styles from './EditorArea.module.css';

const ImageView = lazy(() => import('./images/ImageView.tsx'));

interface UnopenedProps {
  readonly path: string;
  readonly failure: Failure;
}

/** What cannot be edited: an image is shown, of all else it is said why. */
export function Unopened({ path, failure }: UnopenedProps) {
  const [said, setSaid] = useState(failure);
  const [isImage, setImage] = useState(failure.code === 'file-binary');
  if (!isImage) return <OpenFailure path={path} failure={said} />;
  const onFailure = (next: Failure) => {
    setSaid(next);
    setImage(false);
  };
  return (
    <Suspense>
      <ImageView path={path} onFailure={onFailure} />
    </Suspense>
  );
}

/** Says why a file is not shown, and what to do. */
function OpenFailure({ path, failure }: UnopenedProps) {
  return (
    <div className={styles.instead} role="alert">
      <FileX size={24} aria-hidden className={styles.quiet} />
      <h2>Can’t preview {visibleBaseName(path)}</h2>
      <p>{failure.message}</p>
      <p className={styles.quiet}>{nextSteps[failure.code]}</p>
      <div className={styles.actions}>
        {isRetryable(failure) && <Button onClick={() => void openDocument(path)}>Try again</Button>}
        <Button onClick={() => void closeDocument(path)}>Close tab</Button>
      </div>
    </div>
  );
}
