import { ChevronDown, SquarePen } from 'lucide-react';
import type { RefObject } from 'react';
import type { ContextUse, ProviderSnapshot } from '../../shared/contract/provider.ts';
import type { TurnView } from '../../shared/contract/thread.ts';
import { IconButton } from '../app/controls/IconButton.tsx';
import styles from './AgentPanel.module.css';
import { threadTitle } from './agent-state.ts';
import { ContextMeter } from './ContextMeter.tsx';
import { findModel } from './model-list.ts';

export interface ThreadHeaderProps {
  readonly turns: readonly TurnView[];
  readonly context: ContextUse | null;
  readonly providers: readonly ProviderSnapshot[] | null;
  readonly model: string | undefined;
  readonly choosing: string | null;
  readonly isPicking: boolean;
  readonly pickerButton: RefObject<HTMLButtonElement | null>;
  readonly newThreadKey: string;
  onPick(): void;
  onNewThread(): void;
}

export function ThreadHeader(props: ThreadHeaderProps) {
  const { turns, context, providers, model, choosing, isPicking, pickerButton, newThreadKey, onPick, onNewThread } =
    props;
  const title = threadTitle(turns);
  const name = modelLabel(providers, model, choosing);
  return (
    <header className={styles.header}>
      <h2 className={styles.title} title={title}>
        {title}
      </h2>
      {context && <ContextMeter context={context} />}
      <button
        ref={pickerButton}
        type="button"
        className={styles.modelButton}
        aria-haspopup="dialog"
        aria-expanded={isPicking}
        aria-label={`Model: ${name}`}
        title={`Model: ${name}`}
        // The popover closes itself when the focus leaves it; the button must not open it again.
        onPointerDown={(event) => isPicking && event.preventDefault()}
        onClick={onPick}
      >
        <span className={styles.modelName}>{name}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      <IconButton label="New thread" shortcut={newThreadKey} onClick={onNewThread} disabled={turns.length === 0}>
        <SquarePen size={16} />
      </IconButton>
    </header>
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
