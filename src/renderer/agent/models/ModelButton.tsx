import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { isAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import type { ProviderSnapshot } from '../../../shared/contract/provider.ts';
import { agentName, useAgentServers } from '../../base/agent-servers-store.ts';
import { useAgent } from '../threads/agent.ts';
import { shownAnswerer } from '../threads/agent-state.ts';
import styles from './ModelButton.module.css';
import { findModel } from './model-list.ts';

export interface ModelButtonProps extends Pick<ComponentProps<'button'>, 'ref'> {
  /** Whether the picker is open. */
  readonly isOpen: boolean;
  onToggle(): void;
}

/** Names the chosen model, and opens the picker. */
export function ModelButton({ ref, isOpen, onToggle }: ModelButtonProps) {
  const agentServers = useAgentServers((state) => state.agentServers);
  const isAgent = useAgent((state) => isAgentRef(state.choosing ?? shownAnswerer(state) ?? ''));
  const name = useAgent((state) =>
    modelLabel({ providers: state.providers, agentServers }, shownAnswerer(state), state.choosing),
  );
  const label = `${isAgent ? 'Agent' : 'Model'}: ${name}`;
  return (
    <button
      ref={ref}
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      // The picker closes itself when it loses the focus; the button must not open it again.
      onPointerDown={(event) => isOpen && event.preventDefault()}
      onClick={onToggle}
    >
      <span className={styles.name}>{name}</span>
      <ChevronDown size={14} aria-hidden />
    </button>
  );
}

function modelLabel({ providers, agentServers }: Known, model: string | undefined, choosing: string | null): string {
  const nameOf = (ref: string) =>
    agentName(ref, agentServers) ?? findModel(providers ?? [], ref)?.info.name ?? ref.slice(ref.indexOf('/') + 1);
  if (choosing !== null) return `Choosing ${nameOf(choosing)}…`;
  if (model !== undefined) return nameOf(model);
  return 'Choose a model';
}

interface Known {
  readonly providers: readonly ProviderSnapshot[] | null;
  readonly agentServers: readonly AgentServerSnapshot[];
}
