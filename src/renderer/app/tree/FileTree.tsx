import { useEffect } from 'react';
import { Button } from '../controls/Button.tsx';
import { openFolder } from '../open-folder.ts';
import { useWorkspace } from '../workspace-store.ts';
import styles from './FileTree.module.css';
import { NoFolder } from './NoFolder.tsx';
import { TreeRows } from './TreeRows.tsx';
import { followWorkspace, useTree } from './tree-store.ts';

/** The files of the folder that is open, or the ways to open one. */
export default function FileTree() {
  const workspace = useWorkspace((state) => state.workspace);
  const isGone = useTree((state) => state.isGone);
  useEffect(followWorkspace, []);
  if (!workspace) return <NoFolder />;
  return (
    <div className={styles.pane}>
      <h2 className={styles.title} title={workspace.path}>
        {workspace.name}
      </h2>
      {isGone ? (
        <div role="status" className={styles.empty}>
          <p>This folder is not on disk any more. Files that are open keep their text.</p>
          <Button onClick={() => void openFolder()}>Open another folder</Button>
        </div>
      ) : (
        <TreeRows key={workspace.path} label={`Files of ${workspace.name}`} />
      )}
    </div>
  );
}
