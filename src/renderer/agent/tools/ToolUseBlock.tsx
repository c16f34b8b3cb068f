import { TriangleAlert } from 'lucide-react';
import { callAsRun } from '../../../shared/content/tool-result.ts';
import type { ToolUse } from '../../../shared/contract/provider.ts';
import type { ToolRunView } from '../../../shared/contract/tool.ts';
import { CodeActionsContext } from '../markdown/code-actions.ts';
import { TaskLinks } from '../tasks/TaskLinks.tsx';
import { useThread } from '../threads/agent.ts';
import { ChangedBy } from './ChangedBy.tsx';
import { useKeptState } from './kept-state.ts';
import { alikeOf, type PendingQuestion, pendingQuestions, questionKey } from './questions/pending-questions.ts';
import { ToolQuestion } from './questions/ToolQuestion.tsx';
import { ToolBody } from './ToolBody.tsx';
import { hasRun, ToolLine } from './ToolLine.tsx';
import styles from './tools.module.css';

export interface ToolUseBlockProps {
  readonly toolUse: ToolUse;
  /** Absent while its arguments stream in, and for a call that was never run. */
  readonly run: ToolRunView | undefined;
}

/** A call of a tool: question, effect, result. Folded once it has ended. */
export function ToolUseBlock(props: ToolUseBlockProps) {
  // Arguments and output of a tool are not code to paste into a file.
  return (
    <CodeActionsContext value={null}>
      <Call {...props} />
    </CodeActionsContext>
  );
}

function Call({ toolUse: asked, run }: ToolUseBlockProps) {
  const toolUse = callAsRun(asked, run);
  if (run?.state.type === 'waiting') return <Waiting toolUse={toolUse} run={run} />;
  const problem = problemOf(run);
  return (
    <div className={styles.block}>
      <Folded toolUse={toolUse} run={run} />
      <TaskLinks toolUseId={toolUse.id} />
      <ChangedBy names={run?.changedBy} />
      {problem !== '' && (
        <p className={styles.problem}>
          {hasRun(run) && <TriangleAlert size={14} aria-hidden />}
          <span>{problem}</span>
        </p>
      )}
    </div>
  );
}

/** The questions of a thread are asked one at a time; the others show that they wait. */
function Waiting({ toolUse, run }: ToolUseBlockProps) {
  const pending = useThread(({ view }) => pendingQuestions(view));
  const [first] = pending;
  const isSame = (one: PendingQuestion) => one.toolUse.id === toolUse.id;
  if (first && isSame(first)) return <ToolQuestion key={questionKey(first)} question={first} pending={pending} />;
  // The first question lists the calls that can be allowed along with it.
  if (first && alikeOf(first, pending).some(isSame)) return null;
  return (
    <div className={styles.block}>
      <Folded toolUse={toolUse} run={run} />
      <TaskLinks toolUseId={toolUse.id} />
    </div>
  );
}

function Folded({ toolUse, run }: ToolUseBlockProps) {
  const [chosen, setChosen] = useKeptState<boolean | null>(`tool ${toolUse.id}`, null);
  const isGrowing = !toolUse.isInputComplete && !run;
  const isTelling = run?.state.type === 'running' && run.live !== undefined && run.live !== '';
  const isOpen = chosen ?? (isGrowing || isTelling);
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        // Only toggles by a person or a search are kept, not those that follow the call.
        if (target === currentTarget && currentTarget.open !== isOpen) setChosen(currentTarget.open);
      }}
    >
      <summary className={styles.head}>
        <ToolLine toolUse={toolUse} run={run} />
      </summary>
      {/* Not rendered while folded, to save work. */}
      {isOpen && <ToolBody toolUse={toolUse} run={run} />}
    </details>
  );
}

/** Why a call failed; "" when it did not. */
function problemOf(run: ToolRunView | undefined): string {
  switch (run?.state.type) {
    case 'denied':
      return run.state.reason ?? '';
    case 'failed':
      return run.state.reason;
    case 'done':
      return run.state.isError ? shortened(run.state.output.trim()) || 'It failed without a reason.' : '';
    default:
      return '';
  }
}

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text);
