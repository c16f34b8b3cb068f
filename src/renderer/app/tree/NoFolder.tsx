import { Folder } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { openFolder, openFolderAt } from '../open-folder.ts';
import { baseName } from '../paths.ts';
import { useSettings } from '../settings-store.ts';
import styles from './FileTree.module.css';

const recentShown = 6;

/** Shown while no folder is open. */
export function NoFolder() {
  const recent = useSettings((state) => state.settings.recentFolders);
  return (
    <div className={styles.empty}>
      <p>Open a folder to see its files here and to let the agent work in it, or drop one on the window.</p>
      <Button onClick={() => void openFolder()}>Open folder</Button>
      {recent.length > 0 && (
        <section>
          <h2 className={styles.recentTitle}>Recent</h2>
          <ul>
            {recent.slice(0, recentShown).map((path) => (
              <li key={path}>
                <button type="button" className={styles.recent} title={path} onClick={() => void openFolderAt(path)}>
                  <Folder size={16} aria-hidden />
                  <span className={styles.name}>{baseName(path)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
