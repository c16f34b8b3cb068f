import { ArrowRightLeft } from 'lucide-react';
import { useMemo } from 'react';
import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { agentName } from '../../../base/agent-servers-store.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { focusComposer } from '../../composer/focus.ts';
import { agent, useAgent, useThread } from '../../threads/agent.ts';
import { handOver } from '../session/session-requests.ts';
import { answeringAgent } from '../session/sessions-store.ts';
import styles from './handover.module.css';
import { isWithheld, missedTurns } from './handover-lines.ts';

/** What the agent that gets the next message has not seen of the thread, and whether it is given that. */
export function HandoverBar() {
  const agentRef = useAgent(answeringAgent);
  const view = useThread((thread) => thread.view);
  const count = useMemo(() => (agentRef === null ? 0 : missedTurns(view, agentRef)), [view, agentRef]);
  if (agentRef === null || isAsked(view, agentRef)) return null;
  const name = agentName(agentRef) ?? 'The agent';
  if (count > 0) {
    return (
      <div role="status" className={styles.bar}>
        <ArrowRightLeft size={14} aria-hidden />
        <p>
          {name} will be given what it missed: {count === 1 ? '1 turn' : `${count} turns`}.
        </p>
        <Button onClick={() => void agent.showRequest()}>Show</Button>
        <Button onClick={() => decide(false)}>Leave out</Button>
      </div>
    );
  }
  if (!isWithheld(view, agentRef)) return null;
  return (
    <div role="status" className={styles.bar}>
      <ArrowRightLeft size={14} aria-hidden />
      <p>{name} will not be given what was said before.</p>
      <Button onClick={() => decide(true)}>Give it</Button>
    </div>
  );
}

/** The button that had the keyboard goes away. */
function decide(isWanted: boolean): void {
  focusComposer();
  void handOver(isWanted);
}

/** It has the last message already, or is about to get it. */
function isAsked({ turns }: Pick<ThreadView, 'turns'>, agentRef: string): boolean {
  const last = turns.at(-1);
  const answer = last?.answers.at(-1);
  return last !== undefined && (answer === undefined || (answer.model === agentRef && answer.end === undefined));
}
