import { type AppCommand, commandTable } from '../../../shared/contract/app-commands.ts';
import { requestCommand, useKeyOf } from '../../base/commands/commands.ts';
import { Button } from '../../base/controls/Button.tsx';
import { openSampleProject } from '../../base/workspace/open-folder.ts';
import { RecentFolders } from '../../base/workspace/RecentFolders.tsx';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import area from '../EditorArea.module.css';
import styles from './NoDocument.module.css';

/** Shown while no file is open: ways to begin. */
export function NoDocument() {
  const hasFolder = useWorkspace((state) => state.workspace !== null);
  return <div className={area.instead}>{hasFolder ? <InFolder /> : <WithoutFolder />}</div>;
}

function InFolder() {
  return (
    <>
      <h2>No file is open</h2>
      <p className={area.quiet}>Choose one from the file list, or go to it by name.</p>
      <div className={area.actions}>
        <FileButtons />
      </div>
      <Keys of={['view.quickOpen', 'view.palette', 'agent.focus']} />
    </>
  );
}

function WithoutFolder() {
  return (
    <>
      <h2>Open a folder to begin</h2>
      <p className={area.quiet}>
        Models can then read its files and edit them with you. You can also drop a folder here.
      </p>
      <div className={area.actions}>
        <Button variant="primary" onClick={() => requestCommand('folder.open')}>
          Open folder
        </Button>
        <Button onClick={() => void openSampleProject()}>Open sample project</Button>
      </div>
      <RecentFolders className={styles.recent} />
      <p className={area.quiet}>Or start with a single file:</p>
      <div className={area.actions}>
        <FileButtons />
      </div>
      <Keys of={['view.palette', 'agent.focus']} />
    </>
  );
}

function FileButtons() {
  return (
    <>
      <Button onClick={() => requestCommand('file.new')}>New file</Button>
      <Button onClick={() => requestCommand('file.open')}>Open file</Button>
    </>
  );
}

function Keys({ of }: { readonly of: readonly AppCommand[] }) {
  const keyOf = useKeyOf();
  return (
    <dl className={styles.keys}>
      {of.map((command) => (
        <div key={command} style={{ display: 'contents' }}>
          <dt>{commandTable[command].title}</dt>
          <dd>
            <kbd>{keyOf(command)}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
