import { useContext } from 'react';
import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import type { AgentCallContent } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { AnswerImage } from '../../images/AnswerImage.tsx';
import { Markdown } from '../../markdown/Markdown.tsx';
import { ChangeHead } from '../../tools/ChangeHead.tsx';
import { ChangeLines } from '../../tools/ChangeLines.tsx';
import { Details } from '../../tools/Details.tsx';
import { ToolFold } from '../../tools/ToolFold.tsx';
import tools from '../../tools/tools.module.css';
import { AgentAnswerContext } from './answer-context.ts';
import { CallLocations } from './CallLocations.tsx';
import styles from './calls.module.css';
import { formatAnswered } from './format-agent-call.ts';
import { TerminalView } from './TerminalView.tsx';

/** What a call consists of. @param props.isAsked a person decides about it: its input is in sight where nothing else says what it does */
export function CallBody({ call, isAsked = false }: { readonly call: AgentCall; readonly isAsked?: boolean }) {
  const { content = [], locations = [], input, output, questions = [] } = call;
  const isSilent = content.length === 0 && input === undefined && output === undefined && locations.length === 0;
  return (
    <div className={isAsked ? styles.asked : tools.body}>
      {content.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call's content is only added to, or replaced as a whole
        <Part key={index} part={part} />
      ))}
      <CallLocations locations={locations} />
      {input !== undefined &&
        (isAsked && content.length === 0 ? (
          <Details json={input} />
        ) : (
          <ToolFold title="Input">
            <Details json={input} />
          </ToolFold>
        ))}
      {output !== undefined && (
        <ToolFold title="Output">
          <Details json={output} />
        </ToolFold>
      )}
      {questions.map(
        (question) =>
          question.answer !== undefined && (
            <p key={question.id} className={tools.quiet}>
              {formatAnswered(question)}
            </p>
          ),
      )}
      {isSilent && !isAsked && <p className={tools.quiet}>The agent told nothing more of it.</p>}
    </div>
  );
}

function Part({ part }: { readonly part: AgentCallContent }) {
  const { terminals, isOver } = useContext(AgentAnswerContext);
  switch (part.type) {
    case 'text':
      return (
        <div className={styles.text}>
          <Markdown text={part.text} isStreaming={false} />
        </div>
      );
    case 'diff':
      return (
        <div>
          <ChangeHead change={part.change} />
          <ChangeLines change={part.change} />
        </div>
      );
    case 'image':
      return (
        <div>
          <AnswerImage id={part.imageId} name={part.name} facts={part.facts} />
        </div>
      );
    case 'terminal': {
      const terminal = terminals.get(part.terminalId);
      if (terminal) return <TerminalView terminal={terminal} />;
      return isOver ? <p className={tools.quiet}>Of its terminal nothing was told.</p> : null;
    }
  }
}
