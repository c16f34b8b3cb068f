import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import { pageTitles } from '../../../shared/contract/settings/page-titles.ts';
import { useAgentServers } from '../../base/agent-servers-store.ts';
import { Button } from '../../base/controls/Button.tsx';
import { api } from '../../bridge.ts';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';
import { AddAgent } from './AddAgent.tsx';
import { AgentRow } from './AgentRow.tsx';
import { AppNode } from './AppNode.tsx';
import { formatList } from './agent-words.ts';

/** The agents there are, with what is installed, and those that could be. */
export function AgentServers() {
  const { agentServers, list } = useAgentServers();
  const action = useAction();
  const isMine = ({ from, installed }: AgentServerSnapshot) => from.type !== 'registry' || installed !== undefined;
  const mine = agentServers.filter(isMine);
  const others = agentServers.filter((agent) => !isMine(agent));
  return (
    <>
      <h3 className={styles.heading}>{pageTitles.agents}</h3>
      <p className={styles.quiet}>
        Programs that answer instead of a model. They run with the rights of your account, and are chosen where models
        are.{' '}
        <Button isSmall onClick={() => void api.agents.showLog()}>
          Show the log
        </Button>
      </p>
      {mine.length === 0 && <p className={styles.quiet}>None yet. Install one below, or add your own.</p>}
      <Rows label="Your agents" agents={mine} />
      <section className={styles.section} aria-labelledby="settings-agents-more">
        <h3 id="settings-agents-more" className={styles.heading}>
          More agents
        </h3>
        <p className={styles.quiet}>
          {list && formatList(list, Date.now())}{' '}
          <Button
            isSmall
            aria-disabled={action.running !== null}
            onClick={() => void action.run('fetch', () => api.agents.fetchList())}
          >
            {action.running === null ? 'Fetch the list' : 'Fetching…'}
          </Button>
        </p>
        {action.problem && (
          <p role="alert" className={styles.failure}>
            {action.problem}
          </p>
        )}
        <Rows label="More agents" agents={others} />
        {list && list.dropped.length > 0 && (
          <p className={styles.quiet}>Not in the form of the list, and left out: {list.dropped.join(', ')}.</p>
        )}
      </section>
      <section className={styles.section} aria-labelledby="settings-agents-node">
        <h3 id="settings-agents-node" className={styles.heading}>
          Node.js
        </h3>
        <p className={styles.quiet}>
          Agents of npm are run by the Node.js in your PATH. The app’s own takes its place where there is none, or one
          that an agent does not run on.
        </p>
        <ul aria-label="Node.js">
          <AppNode />
        </ul>
      </section>
      <section className={styles.section} aria-labelledby="settings-agents-own">
        <h3 id="settings-agents-own" className={styles.heading}>
          Add an agent
        </h3>
        <p className={styles.quiet}>
          A command that speaks the Agent Client Protocol: a program in your PATH or its absolute path, with arguments.
        </p>
        <AddAgent />
      </section>
    </>
  );
}

interface RowsProps {
  readonly label: string;
  readonly agents: readonly AgentServerSnapshot[];
}

const Rows = ({ label, agents }: RowsProps) => (
  <ul aria-label={label}>
    {agents.map((agent) => (
      <AgentRow key={agent.ref} agent={agent} />
    ))}
  </ul>
);
