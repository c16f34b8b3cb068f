import { Pencil } from 'lucide-react';
import { Button } from '../../base/controls/Button.tsx';
import styles from './Composer.module.css';

/** Tells that the message will become another version of an earlier one. */
export const EditingBar = ({ isBusy, onCancel }: { readonly isBusy: boolean; onCancel(): void }) => (
  <div role="status" className={styles.bar}>
    <Pencil size={14} aria-hidden />
    <p className={styles.barText}>
      Editing an earlier message. {isBusy ? 'Stop the answer to send it.' : 'What came after it is kept.'}
    </p>
    <Button onClick={onCancel}>Cancel</Button>
  </div>
);
