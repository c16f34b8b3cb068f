import { ChevronsDownUp, FilePlus, Folder, FolderPlus } from 'lucide-react';
import { useEffect } from 'react';
import { visibleName } from '../../../shared/visible-text.ts';
import { useAppState } from '../app-state-store.ts';
import { requestCommand } from '../commands/commands.ts';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { openFolder, openFolderAt } from '../open-folder.ts';
import { visibleBaseName } from '../paths.ts';
import { useWorkspace } from '../workspace-store.ts';
import styles from './FileTree.module.css';
import { TreeRows } from './TreeRows.tsx';
import { followWorkspace, useTree } from './tree-store.ts';

const buttons = [
  { label: 'New file in the folder', command: 'tree.newFile', Icon: FilePlus },
  { label: 'New folder', command: 'tree.newFolder', Icon: FolderPlus },
  { label: 'Collapse folders', command: 'tree.collapseAll', Icon: ChevronsDownUp },
] as const;

/** The files of the folder that is open, or the ways to open one. */
export default function FileTree() {
  const workspace = useWorkspace((state) => state.workspace);
  const isGone = useTree((state) => state.isGone);
  useEffect(followWorkspace, []);
  if (!workspace) return <NoFolder />;
  return (
    <div className={styles.pane}>
      <div className={styles.header}>
        <h2 className={styles.title} title={workspace.path}>
          {visibleName(workspace.name)}
        </h2>
        {!isGone &&
          buttons.map(({ label, command, Icon }) => (
            <IconButton key={command} label={label} onClick={() => requestCommand(command)}>
              <Icon size={16} aria-hidden />
            </IconButton>
          ))}
      </div>
      {isGone ? (
        <div role="status" className={styles.empty}>
          <p>This folder is not on disk any more. Files that are open keep their text.</p>
          <Button onClick={() => void openFolder()}>Open another folder</Button>
        </div>
      ) : (
        <TreeRows key={workspace.path} label={`Files of ${visibleName(workspace.name)}`} />
      )}
    </div>
  );
}

const recentShown = 6;

/** Shown while no folder is open. */
function NoFolder() {
  const recent = useAppState((state) => state.recentFolders);
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
                  <span className={styles.name}>{visibleBaseName(path)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
