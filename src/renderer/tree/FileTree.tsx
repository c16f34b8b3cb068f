import { ChevronsDownUp, FilePlus, FolderPlus } from 'lucide-react';
import { useEffect } from 'react';
import { visibleName } from '../../shared/visible-text.ts';
import { requestCommand } from '../base/commands/commands.ts';
import { Button } from '../base/controls/Button.tsx';
import { IconButton } from '../base/controls/IconButton.tsx';
import { PaneHeader } from '../base/layout/PaneHeader.tsx';
import { openFolder } from '../base/workspace/open-folder.ts';
import { RecentFolders } from '../base/workspace/RecentFolders.tsx';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { useDocuments } from '../editor/documents/documents-store.ts';
import styles from './FileTree.module.css';
import { TreeRows } from './TreeRows.tsx';
import { followWorkspace, useTree } from './tree-store.ts';

const buttons = [
  { label: 'New file in the folder', command: 'tree.newFile', Icon: FilePlus },
  { label: 'New folder', command: 'tree.newFolder', Icon: FolderPlus },
  { label: 'Collapse folders', command: 'tree.collapseAll', Icon: ChevronsDownUp },
] as const;

/** The files of the open folder, or the ways to open one. */
export default function FileTree() {
  const workspace = useWorkspace((state) => state.workspace);
  const isGone = useTree((state) => state.isGone);
  useEffect(followWorkspace, []);
  if (!workspace) return <NoFolder />;
  return (
    <div className={styles.pane}>
      <PaneHeader title={visibleName(workspace.name)} tooltip={visibleName(workspace.path)}>
        {!isGone &&
          buttons.map(({ label, command, Icon }) => (
            <IconButton key={command} label={label} onClick={() => requestCommand(command)}>
              <Icon size={16} aria-hidden />
            </IconButton>
          ))}
      </PaneHeader>
      {isGone ? (
        <div role="status" className={styles.empty}>
          <p>This folder is no longer on disk. Open files keep their text.</p>
          <Button onClick={() => void openFolder()}>Open another folder</Button>
        </div>
      ) : (
        <TreeRows key={workspace.path} label={`Files of ${visibleName(workspace.name)}`} />
      )}
    </div>
  );
}

/** Shown while no folder is open. Without tabs the ways to open one are in the middle of the window instead. */
function NoFolder() {
  const hasTabs = useDocuments(({ tabs }) => tabs.length > 0);
  return (
    <div className={styles.empty}>
      <p>Open a folder to see its files here.</p>
      {hasTabs && (
        <>
          <Button onClick={() => void openFolder()}>Open folder</Button>
          <RecentFolders />
        </>
      )}
    </div>
  );
}
