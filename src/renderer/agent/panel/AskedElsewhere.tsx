import { useEffect } from 'react';
import type { AnswerView, ThreadView } from '../../../shared/contract/thread-view.ts';
import { allAnswers } from '../../../shared/thread/all-answers.ts';
import { formatFailure } from '../../base/format-failure.ts';
import { api } from '../../bridge.ts';
import { AllowFromNowOn } from '../agent-servers/calls/AllowFromNowOn.tsx';
import { type AskedByAgent, agentQuestions } from '../agent-servers/calls/agent-questions.ts';
import { AgentAnswerContext, useAgentAnswer } from '../agent-servers/calls/answer-context.ts';
import { QuestionCard } from '../agent-servers/calls/QuestionCard.tsx';
import { allowFromNowOn, answerQuestion } from '../agent-servers/session/session-requests.ts';
import { CodeActionsContext } from '../markdown/code-actions.ts';
import { agent, useAgent } from '../threads/agent.ts';
import { pendingQuestions, questionKey } from '../tools/questions/pending-questions.ts';
import { QuestionThread } from '../tools/questions/question-thread.ts';
import { ToolQuestion } from '../tools/questions/ToolQuestion.tsx';
import styles from './AgentPanel.module.css';

/** The first question of a thread that is not shown, to be answered here. */
export function AskedElsewhere({ threadId }: { readonly threadId: string }) {
  const session = useAgent(({ sessions }) => sessions[threadId]);
  const isRead = session !== undefined && session.entryCount !== null;
  useEffect(() => {
    if (!isRead) void agent.readAhead(threadId);
  }, [isRead, threadId]);
  if (!isRead) return null;
  const { view, problem } = session;
  return (
    <QuestionThread value={threadId}>
      <CodeActionsContext value={null}>
        <section aria-label="Question of another thread" className={styles.elsewhere}>
          {problem && (
            <p role="alert" className={styles.elsewhereProblem}>
              {formatFailure(problem)}
            </p>
          )}
          <First threadId={threadId} view={view} />
        </section>
      </CodeActionsContext>
    </QuestionThread>
  );
}

interface FirstProps {
  readonly threadId: string;
  readonly view: ThreadView;
}

function First({ threadId, view }: FirstProps) {
  const ofAgent = agentQuestions(view);
  const [asked] = ofAgent;
  const answer = asked && allAnswers(view).find(({ id }) => id === asked.answerId);
  if (asked && answer) {
    return <OfAgent key={asked.question.id} threadId={threadId} answer={answer} asked={asked} count={ofAgent.length} />;
  }
  const ofTools = pendingQuestions(view);
  const [first] = ofTools;
  return first && <ToolQuestion key={questionKey(first)} question={first} pending={ofTools} />;
}

interface OfAgentProps {
  readonly threadId: string;
  readonly answer: AnswerView;
  readonly asked: AskedByAgent;
  readonly count: number;
}

function OfAgent({ threadId, answer, asked, count }: OfAgentProps) {
  const { question } = asked;
  return (
    <AgentAnswerContext value={useAgentAnswer(answer)}>
      <QuestionCard
        asked={asked}
        place={1}
        count={count}
        onAnswer={(optionId) => answerQuestion(question, optionId, threadId)}
        onAllow={(reach) => allowFromNowOn(question, reach, threadId)}
        Offer={AllowFromNowOn}
        onStop={() => void api.agent.stop(threadId)}
      />
    </AgentAnswerContext>
  );
}
