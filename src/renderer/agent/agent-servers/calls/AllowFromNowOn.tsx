import { useId } from 'react';
import type { PermissionReach } from '../../../../shared/contract/agent-servers/agent-permission.ts';
import { inSettings } from '../../../../shared/contract/settings/page-titles.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { useWorkspace } from '../../../base/workspace/workspace-store.ts';
import { TrustOffer } from '../../tools/questions/TrustOffer.tsx';
import tools from '../../tools/tools.module.css';
import styles from './calls.module.css';

export interface AllowFromNowOnProps {
  /** The agent's name of the answer that is given from now on. */
  readonly option: string;
  readonly isHeld: boolean;
  onAllow(reach: PermissionReach): void;
  /** The folder is about to be trusted: the button goes. */
  onTrust(): void;
}

/** Offers that the app gives the same answer to exactly the same question, which the person then sees no more. */
export function AllowFromNowOn({ option, isHeld, onAllow, onTrust }: AllowFromNowOnProps) {
  const id = useId();
  const folder = useWorkspace(({ workspace }) => workspace);
  if (folder && !folder.isTrusted)
    return <TrustOffer asks="what agents ask needs" isOpen isHeld={isHeld} onTrust={onTrust} />;
  return (
    <div className={styles.fromNowOn}>
      <p id={id} className={tools.quiet}>
        Answer “{visibleText(option)}” to exactly this from now on, without asking:
      </p>
      <div className={tools.buttons}>
        <Button
          isSmall
          aria-disabled={isHeld}
          aria-describedby={id}
          title="Until you quit"
          onClick={() => onAllow('thread')}
        >
          In this thread
        </Button>
        {folder && (
          <Button
            isSmall
            aria-disabled={isHeld}
            aria-describedby={id}
            title={`In all threads of this folder, until you remove it in ${inSettings('approvals')}`}
            onClick={() => onAllow('folder')}
          >
            In this folder
          </Button>
        )}
      </div>
    </div>
  );
}
