import { Bot, TriangleAlert } from 'lucide-react';
import type { AgentSessionState } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { type Failure, isMendedAmongAgents } from '../../../../shared/contract/errors.ts';
import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { agentName } from '../../../base/agent-servers-store.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { formatFailure } from '../../../base/format-failure.ts';
import { openSettings } from '../../../base/overlay-store.ts';
import { formatSeconds, useNow } from '../../../base/use-now.ts';
import { focusComposer } from '../../composer/focus.ts';
import { FailureDetail } from '../../messages/answer/FailureDetail.tsx';
import { agent, useThread } from '../../threads/agent.ts';
import { isBusy, phaseOf } from '../../threads/agent-state.ts';
import { SignInCard } from './SignInCard.tsx';
import styles from './session.module.css';
import { beginSession, prepareSession, signIn } from './session-requests.ts';
import { useAgentSession, useToldSession } from './sessions-store.ts';

/** How the session with the agent of the thread stands, where that is worth a word. */
export function SessionBar() {
  const session = useAgentSession();
  const busy = useThread(isBusy);
  /** An answer tells its own failure, and its Retry starts the agent as well. */
  const failed = useThread(({ view }) => failureIn(view)?.code);
  const isTold = failed !== undefined;
  useToldSession();
  if (!session) return null;
  const name = agentName(session.agent) ?? '';
  // A session that is open may want it as well, for a prompt.
  const isSignedOut = failed === 'agent-signed-out' && !busy;
  switch (isSignedOut ? 'signed-out' : session.phase) {
    case 'signed-out':
      return (
        <SignInCard
          agentName={name}
          methods={session.signIn}
          onSignIn={async (methodId) => {
            if (await signIn(methodId)) await goOn();
          }}
          onKeys={() => openSettings('agents')}
          onRetry={() => void goOn()}
        />
      );
    case 'failed':
      return !busy && (!isTold || isSessionGone(session)) && <Failed session={session} name={name} isTold={isTold} />;
    case 'ended':
      return !busy && !isTold && <Ended name={name} />;
    case 'starting':
    case 'ready':
      return session.workingSince !== undefined && !busy && <Working name={name} since={session.workingSince} />;
  }
}

/** Why the last prompt was not answered. */
function failureIn({ turns }: Pick<ThreadView, 'turns'>): Failure | undefined {
  const end = turns.at(-1)?.answers.at(-1)?.end;
  return end?.type === 'failed' ? end.failure : undefined;
}

/** Does what was refused: answers the last prompt again, or opens the session. */
async function goOn(): Promise<void> {
  const { view, retrying, leftUnanswered } = agent.thread();
  const isIdle = phaseOf({ view, retrying, leftUnanswered }).type === 'idle';
  if (isIdle && failureIn(view)?.code === 'agent-signed-out') await agent.retry();
  else await prepareSession();
}

const isSessionGone = ({ failure }: AgentSessionState): boolean => failure?.code === 'agent-session-gone';

/** Goes on without what the agent has lost, with the prompt that it could not answer. */
async function beginAnew(): Promise<void> {
  if (!(await beginSession())) return;
  if (failureIn(agent.thread().view)?.code === 'agent-session-gone') await agent.retry();
  else await prepareSession();
}

/** The button that had the keyboard goes away. */
function goesOn(how: () => Promise<unknown>): void {
  focusComposer();
  void how();
}

interface FailedProps {
  readonly session: AgentSessionState;
  readonly name: string;
  /** The last answer says why, and offers to try again. */
  readonly isTold: boolean;
}

function Failed({ session, name, isTold }: FailedProps) {
  const { failure } = session;
  const why = failure ? formatFailure(failure) : `${name} could not be started.`;
  return (
    <div role="alert" className={styles.failed}>
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p>{isTold ? `${name} has lost its session of this thread. In a new one it is given what was said.` : why}</p>
        {!isTold && <FailureDetail detail={failure?.detail} />}
        <div className={styles.buttons}>
          {!isTold && <Button onClick={() => goesOn(prepareSession)}>Retry</Button>}
          {failure && isMendedAmongAgents(failure) && (
            <Button onClick={() => openSettings('agents')}>Open Settings</Button>
          )}
          {isSessionGone(session) && <Button onClick={() => goesOn(beginAnew)}>Begin a new session</Button>}
        </div>
      </div>
    </div>
  );
}

function Ended({ name }: { readonly name: string }) {
  return (
    <div className={styles.line}>
      <Bot size={16} aria-hidden />
      <p>Your next message starts {name} again, where it left off.</p>
    </div>
  );
}

/** It works although nobody waits for an answer. */
function Working({ name, since }: { readonly name: string; readonly since: number }) {
  const now = useNow(true);
  return (
    <div className={styles.line}>
      <Bot size={16} aria-hidden />
      <p>
        {name} works on its own {formatSeconds(now - since)}
      </p>
      <Button onClick={() => void agent.stop()}>Stop</Button>
    </div>
  );
}
