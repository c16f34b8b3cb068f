import { useRef, useState } from 'react';
import { parseAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import { ok } from '../../../shared/contract/errors.ts';
import { Button } from '../../base/controls/Button.tsx';
import { ProviderIcon } from '../../base/controls/ProviderIcon.tsx';
import { useSettings } from '../../base/settings-store.ts';
import { api } from '../../bridge.ts';
import { changeSettings } from '../change-settings.ts';
import styles from '../settings.module.css';
import { AgentKeys } from './AgentKeys.tsx';
import { AppNode } from './AppNode.tsx';
import { formatAbout, formatPlan, hasUpdate } from './agent-words.ts';
import agentStyles from './agents.module.css';
import { InstallSteps } from './InstallSteps.tsx';
import { useInstall } from './use-install.ts';

/** One agent: what it is, what of it is here, and what can be done with it. */
export function AgentRow({ agent }: { readonly agent: AgentServerSnapshot }) {
  const { ref, name, description, icon, from, state, problem, progress, installed } = agent;
  const [hasKeys, setHasKeys] = useState(false);
  const root = useRef<HTMLLIElement>(null);
  /** The button that had the focus goes away. */
  const refocus = () => root.current?.focus();
  const install = useInstall(ref, refocus);
  const { plan, action, look } = install;
  const isBusy = action.running !== null || state === 'installing';
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
      <div className={agentStyles.under}>
        <InstallSteps
          name={name}
          install={install}
          progress={progress}
          question={plan && formatPlan(plan)}
          isUpdate={installed !== undefined}
          onInstall={() => void install.install()}
        />
        {action.failure?.code === 'node-missing' && (
          <ul aria-label={`What ${name} needs`}>
            <AppNode isAsked onInstalled={() => void look()} />
          </ul>
        )}
      </div>
      {hasKeys && <AgentKeys agent={agent} />}
    </li>
  );
}
