import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../base/controls/IconButton.tsx';
import styles from '../message.module.css';
import { requestBranch } from './message-requests.ts';

export interface VersionSwitchProps {
  /** In the order in which they were sent. */
  readonly versions: readonly string[];
  readonly shown: string;
  /** Something goes on, which belongs to the version that is shown. */
  readonly isDisabled: boolean;
}

/** Goes from one version of a prompt, and what followed it, to another. */
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
        // Not disabled: it would lose the keyboard at the first one.
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
