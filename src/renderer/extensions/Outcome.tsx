import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../base/controls/Button.tsx';
import { IconButton } from '../base/controls/IconButton.tsx';
import styles from './ExtensionsView.module.css';
import { useExtensions } from './extensions-store.ts';

const clear = () => useExtensions.setState({ outcome: null });

/** The outcome of the last action in the view. */
export function Outcome() {
  const outcome = useExtensions((state) => state.outcome);
  useEffect(() => clear, []);
  return (
    // Always mounted: a live region is announced only when something comes into it.
    <div role="status" className={styles.outcomes}>
      {outcome && (
        <div className={styles.outcome} data-severity={outcome.severity}>
          <p>{outcome.text}</p>
          {outcome.actions?.map(({ label, run }) => (
            <Button key={label} onClick={run}>
              {label}
            </Button>
          ))}
          <IconButton label="Dismiss" onClick={clear}>
            <X size={16} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
