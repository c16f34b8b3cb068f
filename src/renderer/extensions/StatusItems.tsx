import { X } from 'lucide-react';
import type { ProgressItem, StatusItem } from '../../shared/contract/question.ts';
import { IconButton } from '../base/controls/IconButton.tsx';
import { api } from '../bridge.ts';
import { useSurfaces } from './extension-surfaces.ts';
import { runContributedCommand } from './run-contributed-command.ts';
import styles from './StatusItems.module.css';

/** Progress of extensions and their own items in the status bar. */
export function StatusItems() {
  const { statusItems, progress } = useSurfaces();
  return (
    <>
      {progress.map((item) => (
        <ProgressStatus key={item.id} item={item} />
      ))}
      {statusItems.map((item) => (
        <ItemStatus key={`${item.asker.extensionId}/${item.id}`} item={item} />
      ))}
    </>
  );
}

function ProgressStatus({ item }: { readonly item: ProgressItem }) {
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

function ItemStatus({ item }: { readonly item: StatusItem }) {
  const { asker, text, tooltip, command } = item;
  const title = tooltip === '' ? asker.extensionName : `${tooltip} (${asker.extensionName})`;
  if (command === undefined) {
    return (
      <span className={styles.item} title={title}>
        {text}
      </span>
    );
  }
  const run = () => void runContributedCommand({ ...asker, id: command });
  return (
    <button type="button" className={styles.item} title={title} onClick={run}>
      {text}
    </button>
  );
}
