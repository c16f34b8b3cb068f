import { SquareTerminal } from 'lucide-react';
import type { ShellDraft } from '../../../shared/typed-shell.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import styles from './Composer.module.css';

/** Tells that the message is a command: where it will run, and who is told of it. */
export function ShellBar({ isTold }: Pick<ShellDraft, 'isTold'>) {
  const workspace = useWorkspace((state) => state.workspace);
  const where = workspace ? `in “${workspace.name}”` : 'in your home folder';
  return (
    <p role="status" className={styles.shell}>
      <SquareTerminal size={14} aria-hidden />
      {workspace?.isTrusted === false
        ? 'A command. It will not run: you do not trust this folder.'
        : `A command ${where}. ${isTold ? 'Models are told of it.' : 'No model is told of it.'}`}
    </p>
  );
}
