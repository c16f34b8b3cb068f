import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../base/controls/IconButton.tsx';
import styles from '../message.module.css';
import { requestBranch } from './message-requests.ts';

export interface VersionSwitchProps {
  /** In the order in which they were sent. */
  readonly versions: readonly string[];
  readonly shown: string;
  /** An answer is running, which belongs to the version that is shown. */
  readonly isDisabled: boolean;
}

/** Switches between the versions of a prompt, with everything that followed each. */
export function VersionSwitch({ versions, shown, isDisabled }: VersionSwitchProps) {
  const at = versions.indexOf(shown);
  const to = (index: number) => {
    const version = versions[index];
    if (version !== undefined && !isDisabled) void requestBranch(version);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" aria-label="Versions of this message" className={styles.versions}>
      <IconButton
        label="Earlier version"
        className={styles.small}
        // Not `disabled`: at the first version it would lose the focus.
        aria-disabled={at <= 0 || isDisabled || undefined}
        onClick={() => to(at - 1)}
      >
        <ChevronLeft size={14} />
      </IconButton>
      <span aria-live="polite">
        {at + 1}/{versions.length}
      </span>
      <IconButton
        label="Later version"
        className={styles.small}
        aria-disabled={at >= versions.length - 1 || isDisabled || undefined}
        onClick={() => to(at + 1)}
      >
        <ChevronRight size={14} />
      </IconButton>
    </div>
  );
}
