import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ProviderSnapshot } from '../../../shared/contract/provider.ts';
import { useAgent } from '../threads/agent.ts';
import styles from './ModelButton.module.css';
import { findModel } from './model-list.ts';

export interface ModelButtonProps extends Pick<ComponentProps<'button'>, 'ref'> {
  /** Whether the picker is open. */
  readonly isOpen: boolean;
  onToggle(): void;
}

/** Names the chosen model, and opens the picker. */
export function ModelButton({ ref, isOpen, onToggle }: ModelButtonProps) {
  const name = useAgent(({ providers, model, choosing }) => modelLabel(providers, model, choosing));
  return (
    <button
      ref={ref}
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`Model: ${name}`}
      title={`Model: ${name}`}
      // The picker closes itself when it loses the focus; the button must not open it again.
      onPointerDown={(event) => isOpen && event.preventDefault()}
      onClick={onToggle}
    >
      <span className={styles.name}>{name}</span>
      <ChevronDown size={14} aria-hidden />
    </button>
  );
}

function modelLabel(
  providers: readonly ProviderSnapshot[] | null,
  model: string | undefined,
  choosing: string | null,
): string {
  const nameOf = (ref: string) => findModel(providers ?? [], ref)?.info.name ?? ref.slice(ref.indexOf('/') + 1);
  if (choosing !== null) return `Choosing ${nameOf(choosing)}…`;
  if (model !== undefined) return nameOf(model);
  return 'Choose a model';
}
