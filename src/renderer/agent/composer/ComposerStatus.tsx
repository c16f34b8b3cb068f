import { formatActivity } from '../panel/format-activity.ts';
import { formatSeconds, useNow } from '../panel/use-now.ts';
import { type AgentState, type AnswerPhase, isRunning } from '../threads/agent-state.ts';
import styles from './Composer.module.css';
import type { ComposerCommand } from './composer-commands.ts';

export interface ComposerStatusProps {
  readonly state: AgentState;
  readonly phase: AnswerPhase;
  /** What Enter would run. */
  readonly command: ComposerCommand | undefined;
  onPickModel(): void;
}

/** What goes on, or what can be done now, in a few words below the field. */
export function ComposerStatus({ state, phase, command, onPickModel }: ComposerStatusProps) {
  const { model, sending, threadId, command: running, activity } = state;
  const now = useNow(isRunning(phase) || running !== null);
  const seconds = (since: number) => formatSeconds(now - since);
  if (running) return `Running /${running.name} ${seconds(running.since)}`;
  if (command && !isRunning(phase)) {
    return `Enter runs /${command.name}${command.runs.kind === 'extension' ? ` of ${command.source}` : ''}`;
  }
  if (model === undefined && threadId !== null) {
    return (
      <>
        {sending === null ? 'No model is chosen.' : 'Sent when a model is chosen.'}{' '}
        <button type="button" className={styles.choose} onClick={onPickModel}>
          Choose one
        </button>
      </>
    );
  }
  if (activity) return formatActivity(activity, now).next;
  switch (phase.type) {
    case 'starting':
      return `Starting ${seconds(phase.since)}`;
    case 'waiting':
      return `Waiting ${seconds(phase.since)}`;
    case 'thinking':
      return `Thinking ${seconds(phase.since)}`;
    case 'streaming':
      return `Answering ${seconds(phase.since)}`;
    case 'asking':
      return 'Waiting for your decision';
    case 'tool':
      return `Running a tool ${seconds(phase.since)}`;
    case 'idle':
    case 'unanswered':
      return sending === null ? 'Shift+Enter: new line' : 'Sending';
  }
}
