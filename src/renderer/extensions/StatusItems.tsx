import type { StatusItem } from '../../shared/contract/question.ts';
import { useSurfaces } from './extension-surfaces.ts';
import { ProgressItems } from './ProgressItems.tsx';
import { runContributedCommand } from './run-contributed-command.ts';
import styles from './StatusItems.module.css';

/** Progress of extensions and their own items in the status bar. */
export function StatusItems() {
  const statusItems = useSurfaces((surfaces) => surfaces.statusItems);
  return (
    <>
      <ProgressItems />
      {statusItems.map((item) => (
        <ItemStatus key={`${item.asker.extensionId}/${item.id}`} item={item} />
      ))}
    </>
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
