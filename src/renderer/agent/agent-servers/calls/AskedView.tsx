import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import type { AgentQuestion } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { ExactText } from '../../tools/ExactText.tsx';
import tools from '../../tools/tools.module.css';
import { CallBody } from './CallBody.tsx';
import { CallIcon } from './CallIcon.tsx';
import { CallTitle } from './CallLine.tsx';
import styles from './calls.module.css';

export interface AskedViewProps {
  readonly call: AgentCall;
  readonly question: Pick<AgentQuestion, 'text' | 'command' | 'cwd' | 'isPartly'>;
}

/** What is to be done, as a person decides about it. */
export function AskedView({ call, question }: AskedViewProps) {
  const { text = '', command = '', cwd = '' } = question;
  return (
    <>
      <p className={styles.what}>
        <CallIcon kind={call.kind} />
        <span>
          <CallTitle call={call} />
        </span>
      </p>
      {text.trim() !== '' && <p className={styles.questionText}>{visibleText(text.trim())}</p>}
      {command !== '' && <ExactText text={command} />}
      {cwd !== '' && <p className={styles.questionText}>In {visibleText(cwd)}</p>}
      <CallBody call={call} isAsked />
      {(call.isPartly || question.isPartly) && (
        <p className={tools.quiet}>The agent told more of it than is shown here.</p>
      )}
    </>
  );
}
