import type { AgentPermission, PermittedIn } from '../../../shared/contract/agent-servers/agent-permission.ts';
import { pageTitles } from '../../../shared/contract/settings/page-titles.ts';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { AskedView } from '../../agent/agent-servers/calls/AskedView.tsx';
import { CallTitle } from '../../agent/agent-servers/calls/CallLine.tsx';
import { callTitle } from '../../agent/agent-servers/calls/format-agent-call.ts';
import { useThreads } from '../../agent/threads/threads.ts';
import { api } from '../../bridge.ts';
import styles from '../settings.module.css';
import { RemovableList } from './RemovableList.tsx';

const load = () => api.agents.permissions();

/** What agents are allowed in folders and threads without a question; each can be removed. */
export const AgentPermissions = () => (
  <RemovableList<AgentPermission>
    title={pageTitles.agents}
    what="The answers"
    load={load}
    keyOf={({ id }) => id}
    nameOf={({ agentName, ask }) => `what ${agentName} may do: ${callTitle(ask)}`}
    remove={({ id }) => api.agents.forgetPermission(id)}
    show={(permission) => <Permission permission={permission} />}
  >
    You answered these questions of agents for a folder or a thread. Exactly the same question is answered so there
    without asking you: in a folder as long as you trust it, in a thread until you quit.
  </RemovableList>
);

/** The list has the threads of the open folder. */
function formatPlace(place: PermittedIn, threads: readonly ThreadSummary[]): string {
  if (place.type === 'folder') return place.folder;
  const title = threads.find(({ id }) => id === place.threadId)?.title;
  if (title) return `the thread “${title}”`;
  return place.folder === null ? 'a thread without a folder' : `a thread in ${place.folder}`;
}

function Permission({ permission: { agentName, in: place, ask, holds } }: { readonly permission: AgentPermission }) {
  const { asked, text, command, cwd, option, ...call } = ask;
  const threads = useThreads((state) => state.threads);
  return (
    <details>
      <summary className={styles.permission}>
        <CallTitle call={ask} />
        <span className={styles.quiet}>
          {visibleText(agentName)}, in {visibleText(formatPlace(place, threads ?? []))}, by “{visibleText(option)}”
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
