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

/** The questions of a thread that is not shown, to be answered here. */
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
          <Questions threadId={threadId} view={view} />
        </section>
      </CodeActionsContext>
    </QuestionThread>
  );
}

interface QuestionsProps {
  readonly threadId: string;
  readonly view: ThreadView;
}

/** All of agents, which may ask several at once; of the tools of models the first. */
function Questions({ threadId, view }: QuestionsProps) {
  const ofAgent = agentQuestions(view);
  const answers = allAnswers(view);
  if (ofAgent.length > 0) {
    return ofAgent.map((asked, index) => {
      const answer = answers.find(({ id }) => id === asked.answerId);
      const of = { threadId, asked, place: index + 1, count: ofAgent.length };
      return answer && <OfAgent key={asked.question.id} answer={answer} {...of} />;
    });
  }
  const ofTools = pendingQuestions(view);
  const [first] = ofTools;
  return first && <ToolQuestion key={questionKey(first)} question={first} pending={ofTools} />;
}

interface OfAgentProps {
  readonly threadId: string;
  readonly answer: AnswerView;
  readonly asked: AskedByAgent;
  /** Among those of the thread, from 1. */
  readonly place: number;
  readonly count: number;
}

function OfAgent({ threadId, answer, asked, place, count }: OfAgentProps) {
  const { question } = asked;
  return (
    <AgentAnswerContext value={useAgentAnswer(answer)}>
      <QuestionCard
        asked={asked}
        place={place}
        count={count}
        onAnswer={(optionId) => answerQuestion(question, optionId, threadId)}
        onAllow={(reach) => allowFromNowOn(question, reach, threadId)}
        Offer={AllowFromNowOn}
        onStop={() => void api.agent.stop(threadId)}
      />
    </AgentAnswerContext>
  );
}
