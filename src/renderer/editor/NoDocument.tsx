import type { AppCommand } from '../../shared/contract/renderer-api.ts';
import { commands, keyOf, requestCommand } from '../app/commands/commands.ts';
import { Button } from '../app/controls/Button.tsx';
import { useWorkspace } from '../app/workspace-store.ts';
import styles from './EditorArea.module.css';

const hints: readonly AppCommand[] = ['view.palette', 'agent.focus'];

/** Shown while no file is open: what can be done from here. */
export function NoDocument() {
  const workspace = useWorkspace((state) => state.workspace);
  return (
    <div className={styles.instead}>
      <h2>{workspace ? 'No file is open' : 'No folder is open'}</h2>
      <p className={styles.quiet}>
        {workspace ? 'Choose one from the list of files, or go to it by name.' : 'Open a folder to begin.'}
      </p>
      <div className={styles.actions}>
        {!workspace && (
          <Button variant="primary" onClick={() => requestCommand('folder.open')}>
            Open folder
          </Button>
        )}
        <Button onClick={() => requestCommand('file.open')}>Open file</Button>
      </div>
      <dl className={styles.keys}>
        {(workspace ? (['view.quickOpen', ...hints] as const) : hints).map((command) => (
          <div key={command} style={{ display: 'contents' }}>
            <dt>{commands[command].title}</dt>
            <dd>
              <kbd>{keyOf(command)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
