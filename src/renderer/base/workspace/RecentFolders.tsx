import { Folder } from 'lucide-react';
import { visibleName } from '../../../shared/visible-text.ts';
import { useAppState } from '../app-state-store.ts';
import { classNames } from '../class-names.ts';
import { parentPath, visibleBaseName } from '../paths.ts';
import { openFolderAt } from './open-folder.ts';
import styles from './RecentFolders.module.css';

const shownAtMost = 6;

/** Buttons that open the recent folders again; nothing when there is none. */
export function RecentFolders({ className }: { readonly className?: string | undefined }) {
  const recent = useAppState((state) => state.recentFolders);
  if (recent.length === 0) return null;
  return (
    <section className={classNames(styles.recent, className)}>
      <h2 className={styles.title}>Recent</h2>
      <ul>
        {recent.slice(0, shownAtMost).map((path) => (
          <li key={path}>
            <button
              type="button"
              className={styles.folder}
              title={visibleName(path)}
              onClick={() => void openFolderAt(path)}
            >
              <Folder size={16} aria-hidden />
              <span className={styles.name}>{visibleBaseName(path)}</span>
              <span className={styles.where}>{visibleName(parentPath(path))}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
