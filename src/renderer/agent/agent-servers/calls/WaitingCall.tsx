import type { ReactNode } from 'react';
import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import { agent, useThread } from '../../threads/agent.ts';
import tools from '../../tools/tools.module.css';
import { allowFromNowOn, answerQuestion } from '../session/session-requests.ts';
import { AllowFromNowOn } from './AllowFromNowOn.tsx';
import { agentQuestions } from './agent-questions.ts';
import { QuestionCard } from './QuestionCard.tsx';

export interface WaitingCallProps {
  readonly call: AgentCall;
  /** The call as it is shown where it asks nothing in this thread. */
  readonly children: ReactNode;
}

/** A call that asks. All questions stand where they were asked, so that none takes the place of one about to be answered. */
export function WaitingCall({ call, children }: WaitingCallProps) {
  const pending = useThread(({ view }) => agentQuestions(view));
  const place = pending.findIndex((one) => one.call === call);
  const asked = pending[place];
  if (!asked) return <div className={tools.block}>{children}</div>;
  return (
    <QuestionCard
      key={asked.question.id}
      asked={asked}
      place={place + 1}
      count={pending.length}
      onAnswer={(optionId) => answerQuestion(asked.question, optionId)}
      onAllow={(reach) => allowFromNowOn(asked.question, reach)}
      Offer={AllowFromNowOn}
      onStop={() => void agent.stop()}
    />
  );
}
