import { formatBrought } from '../../../../shared/contract/documents/brought.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { useWorkspace } from '../../../base/workspace/workspace-store.ts';
import { setTrust } from '../../../extensions/set-trust.ts';
import styles from '../tools.module.css';

export interface TrustOfferProps {
  /** Subject and verb of the sentence that says so. */
  readonly asks?: string;
  /** The folder is the open one. */
  readonly isOpen: boolean;
  readonly isHeld: boolean;
  onTrust(): void;
}

/** Explains why something can be allowed only once here, and offers to trust the folder. */
export function TrustOffer({ asks = 'commands need', isOpen, isHeld, onTrust }: TrustOfferProps) {
  const brings = useWorkspace(({ workspace }) => workspace?.brings) ?? [];
  const trust = () => {
    if (isHeld) return;
    onTrust();
    void setTrust(true);
  };
  return (
    <div className={styles.trust}>
      <p className={styles.quiet}>
        You do not trust this folder: {asks} your approval every time.
        {isOpen && brings.length > 0 && ` Trusting it also turns on the ${formatBrought(brings)} that it brings.`}
      </p>
      {isOpen && (
        <Button aria-disabled={isHeld} onClick={trust}>
          Trust this folder
        </Button>
      )}
    </div>
  );
}
