import type { AgentPermission } from '../../../shared/contract/agent-servers/agent-permission.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { AskedView } from '../../agent/agent-servers/calls/AskedView.tsx';
import { CallTitle } from '../../agent/agent-servers/calls/CallLine.tsx';
import { callTitle } from '../../agent/agent-servers/calls/format-agent-call.ts';
import { api } from '../../bridge.ts';
import styles from '../settings.module.css';
import { RemovableList } from './RemovableList.tsx';

const load = () => api.agents.permissions();

/** What agents are allowed in folders without a question; each can be removed. */
export const AgentPermissions = () => (
  <RemovableList<AgentPermission>
    title="Agents in folders"
    what="The answers"
    load={load}
    keyOf={({ id }) => id}
    nameOf={({ agentName, ask }) => `what ${agentName} may do: ${callTitle(ask)}`}
    remove={({ id }) => api.agents.forgetPermission(id)}
    show={(permission) => <Permission permission={permission} />}
  >
    You answered these questions of agents for a folder. Exactly the same question is answered so there without asking
    you, as long as you trust the folder.
  </RemovableList>
);

function Permission({ permission: { agentName, folder, ask, holds } }: { readonly permission: AgentPermission }) {
  const { asked, text, command, cwd, option, ...call } = ask;
  return (
    <details>
      <summary className={styles.permission}>
        <CallTitle call={ask} />
        <span className={styles.quiet}>
          {visibleText(agentName)}, in {visibleText(folder)}, by “{visibleText(option)}”
        </span>
        {!holds && (
          <span className={styles.quiet}>
            Does not hold: the agent is gone, or its name stands for another program now.
          </span>
        )}
      </summary>
      <div className={styles.permitted}>
        {asked !== undefined && <p>{visibleText(asked)}</p>}
        <AskedView call={{ id: '', questions: [], ...call }} question={{ text, command, cwd }} />
      </div>
    </details>
  );
}
