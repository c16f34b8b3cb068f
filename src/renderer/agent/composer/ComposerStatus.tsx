import { runningShell } from '../../../shared/thread/shell-runs.ts';
import { agentName } from '../../base/agent-servers-store.ts';
import { formatSeconds, useNow } from '../../base/use-now.ts';
import { answeringAgent, useAgentSession } from '../agent-servers/session/sessions-store.ts';
import { formatActivity } from '../panel/format-activity.ts';
import { useAgent, useThread } from '../threads/agent.ts';
import { type AnswerPhase, phaseOf, type ThreadSession } from '../threads/agent-state.ts';
import styles from './Composer.module.css';
import type { ComposerCommand } from './composer-commands.ts';

export interface ComposerStatusProps {
  /** The command that Enter would run. */
  readonly command: ComposerCommand | undefined;
  /** The draft is a command for the shell. */
  readonly isShell: boolean;
  onPickModel(): void;
}

/** The state of the answer, or the actions that are possible now, in a few words below the field. */
export function ComposerStatus({ command, isShell, onPickModel }: ComposerStatusProps) {
  const hasModel = useAgent(({ model }) => model !== undefined);
  const isNamed = useThread(({ view }) => view.setup?.agent !== undefined);
  const isServer = useAgent((state) => answeringAgent(state) !== null);
  const hasThread = useThread(({ threadId }) => threadId !== null);
  const isSending = useThread(({ sending }) => sending.length > 0);
  const running = useThread((thread) => thread.command);
  const activity = useThread((thread) => thread.activity);
  const shellSince = useThread(({ view }) => runningShell(view)?.at ?? null);
  const phase = useThread((thread) => phaseOf(thread).type);
  const since = useThread(sinceOf);
  const session = useAgentSession();
  const isRunning = since !== null;
  const now = useNow(isRunning || running !== null || shellSince !== null);
  const seconds = (from: number | null) => formatSeconds(now - (from ?? now));
  const starting = session?.phase === 'starting' ? `Starting ${agentName(session.agent)}` : null;
  if (running) return `Running ${running.name} ${seconds(running.since)}`;
  if (shellSince !== null) return `Running a command ${seconds(shellSince)}`;
  if (isShell && !isRunning) return 'Enter runs it';
  if (command && !isRunning) {
    return `Enter runs /${command.name}${command.runs.kind === 'extension' || command.runs.kind === 'agent' ? ` of ${command.source}` : ''}`;
  }
  if (!hasModel && hasThread) {
    return (
      <>
        {isSending ? 'It is sent once you choose a model.' : 'No model chosen.'}{' '}
        <button type="button" className={styles.choose} onClick={onPickModel}>
          Choose one
        </button>
      </>
    );
  }
  if (activity) return formatActivity(activity, now).next;
  switch (phase) {
    case 'starting':
      return `Starting ${seconds(since)}`;
    case 'waiting':
      return `${starting ?? 'Waiting'} ${seconds(since)}`;
    case 'thinking':
      return `Thinking ${seconds(since)}`;
    case 'streaming':
      return `Answering ${seconds(since)}`;
    case 'asking':
      return <span className={styles.brief}>Waiting for you</span>;
    case 'tool':
      return <span className={styles.brief}>Running a tool {seconds(since)}</span>;
    case 'idle':
    case 'unanswered':
      if (isSending) return 'Sending';
      if (starting) return starting;
      // The name of an agent takes its room.
      return isNamed || isServer ? null : <span className={styles.tip}>Shift+Enter: new line</span>;
  }
}

function sinceOf(thread: ThreadSession): number | null {
  const phase: AnswerPhase = phaseOf(thread);
  return 'since' in phase ? phase.since : null;
}
