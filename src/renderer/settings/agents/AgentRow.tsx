import { useRef, useState } from 'react';
import { parseAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentInstallPlan, AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import { ok } from '../../../shared/contract/errors.ts';
import { Button } from '../../base/controls/Button.tsx';
import { ProviderIcon } from '../../base/controls/ProviderIcon.tsx';
import { useSettings } from '../../base/settings-store.ts';
import { api } from '../../bridge.ts';
import { changeSettings } from '../change-settings.ts';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';
import { AgentKeys } from './AgentKeys.tsx';
import { formatAbout, formatPlan, hasUpdate } from './agent-words.ts';
import agentStyles from './agents.module.css';

/** One agent: what it is, what of it is here, and what can be done with it. */
export function AgentRow({ agent }: { readonly agent: AgentServerSnapshot }) {
  const { ref, name, description, icon, from, state, problem, progress, installed } = agent;
  const [plan, setPlan] = useState<AgentInstallPlan | null>(null);
  const [hasKeys, setHasKeys] = useState(false);
  const action = useAction();
  const root = useRef<HTMLLIElement>(null);
  const isBusy = action.running !== null || state === 'installing';
  /** The button that had the focus goes away. */
  const refocus = () => root.current?.focus();
  const look = async () => {
    setPlan((await action.run('plan', () => api.agents.plan(ref))) ?? null);
    refocus();
  };
  const install = async () => {
    setPlan(null);
    refocus();
    await action.run('install', () => api.agents.install(ref));
  };
  const cancel = () => {
    setPlan(null);
    refocus();
    void api.agents.cancelInstall(ref);
  };
  const remove = async () => {
    await action.run('remove', async () => {
      if (from.type !== 'settings') return api.agents.uninstall(ref);
      const { [parseAgentRef(ref)?.id ?? '']: _, ...others } = useSettings.getState().settings.agent_servers;
      const failure = await changeSettings({ agent_servers: others });
      return failure ? { ok: false, failure } : ok(null);
    });
    refocus();
  };
  const canInstall = state === 'absent' || (state === 'ready' && hasUpdate(agent));
  const isRemovable = state === 'ready' && (installed !== undefined || from.type === 'settings');
  return (
    <li ref={root} className={styles.row} tabIndex={-1} aria-label={name}>
      <div className={styles.key}>
        <ProviderIcon icon={icon} />
        <div className={styles.keyText}>
          <p>
            <strong>{name}</strong> {description !== '' && <span className={styles.quiet}>{description}</span>}
          </p>
          <p className={styles.quiet}>{formatAbout(agent)}</p>
          {problem !== undefined && <p className={styles.quiet}>{problem}</p>}
        </div>
        <div className={styles.buttons}>
          {canInstall && plan === null && (
            <Button
              isSmall
              aria-label={`${installed ? 'Update' : 'Install'} ${name}…`}
              aria-disabled={isBusy}
              onClick={() => void look()}
            >
              {installed ? 'Update…' : 'Install…'}
            </Button>
          )}
          {isRemovable && (
            <Button
              isSmall
              variant="danger"
              aria-label={`Remove ${name}`}
              aria-disabled={isBusy}
              onClick={() => void remove()}
            >
              Remove
            </Button>
          )}
          <Button isSmall aria-label={`Keys of ${name}`} aria-expanded={hasKeys} onClick={() => setHasKeys(!hasKeys)}>
            Keys
          </Button>
        </div>
      </div>
      {progress !== undefined && (
        <p role="status" className={agentStyles.progress}>
          {progress}…{' '}
          <Button isSmall aria-label={`Cancel installing ${name}`} onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
      {plan && (
        <section aria-label={`Install ${name}?`} className={agentStyles.plan}>
          <p>{formatPlan(plan)}</p>
          <div className={styles.buttons}>
            <Button isSmall variant="primary" onClick={() => void install()}>
              {installed ? 'Update' : 'Install'}
            </Button>
            <Button isSmall onClick={cancel}>
              Cancel
            </Button>
          </div>
        </section>
      )}
      {action.problem && (
        <p role="alert" className={styles.failure}>
          {action.problem}
        </p>
      )}
      {hasKeys && <AgentKeys agent={agent} />}
    </li>
  );
}
