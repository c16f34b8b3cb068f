import { X } from 'lucide-react';
import type { ProgressItem } from '../../shared/contract/question.ts';
import { IconButton } from '../base/controls/IconButton.tsx';
import { api } from '../bridge.ts';
import { useSurfaces } from './extension-surfaces.ts';
import styles from './ProgressItems.module.css';

/** Progress of extensions: in the status bar, and in the Extensions view, which covers that. */
export function ProgressItems() {
  const progress = useSurfaces((surfaces) => surfaces.progress);
  return progress.map((item) => <Progress key={item.id} item={item} />);
}

function Progress({ item }: { readonly item: ProgressItem }) {
  const { title, message, fraction, asker } = item;
  const words = message === '' ? title : `${title}: ${message}`;
  return (
    <span className={styles.progress} title={`${words} (${asker.extensionName})`}>
      <span className={styles.words}>{words}</span>
      <progress className={styles.bar} aria-label={words} max={1} value={fraction} />
      {item.isCancellable && (
        <IconButton
          label={`Cancel: ${title}`}
          className={styles.cancel}
          onClick={() => void api.questions.cancelProgress(item.id)}
        >
          <X size={14} />
        </IconButton>
      )}
    </span>
  );
}
