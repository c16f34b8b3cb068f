import { ChevronRight, TriangleAlert, Wrench } from 'lucide-react';
import { useState } from 'react';
import type { ToolUse } from '../../shared/contract/provider.ts';
import type { ToolRunView } from '../../shared/contract/thread.ts';
import { classNames } from '../app/class-names.ts';
import messages from './Messages.module.css';
import { CodeBlock } from './markdown/CodeBlock.tsx';
import { ToolArguments } from './ToolArguments.tsx';
import { ToolQuestion } from './ToolQuestion.tsx';
import styles from './ToolUseBlock.module.css';
import { formatSeconds, useNow } from './use-now.ts';

export interface ToolUseBlockProps {
  readonly toolUse: ToolUse;
  /** Absent while its arguments arrive, and for a call that was never run. */
  readonly run: ToolRunView | undefined;
}

/** A call of a tool: what is asked, what it does, what came of it. Arguments and output are folded away. */
export function ToolUseBlock({ toolUse, run }: ToolUseBlockProps) {
  const state = run?.state;
  const problem = problemOf(run);
  if (run?.tool && state?.type === 'waiting') return <ToolQuestion toolUse={toolUse} tool={run.tool} />;
  return (
    <div className={styles.block}>
      <Folded toolUse={toolUse} run={run} />
      {problem !== '' && (
        <p className={styles.problem}>
          <TriangleAlert size={14} aria-hidden />
          <span>{problem}</span>
        </p>
      )}
    </div>
  );
}

function Folded({ toolUse, run }: ToolUseBlockProps) {
  const { isInputComplete } = toolUse;
  const [isOpen, setOpen] = useState(false);
  const isGoingOn = !isInputComplete || run?.state.type === 'running';
  return (
    <details className={messages.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classNames(messages.foldHead, isGoingOn && messages.shimmer)}>
        <ChevronRight size={14} className={messages.chevron} aria-hidden />
        <Wrench size={14} aria-hidden />
        <span>
          <Words toolUse={toolUse} run={run} />
        </span>
      </summary>
      {/* What is folded away costs nothing. */}
      {isOpen && (
        <div className={styles.body}>
          <ToolArguments input={toolUse.input} isOpen={!isInputComplete} />
          {run?.state.type === 'done' && <Output text={run.state.output} />}
        </div>
      )}
    </details>
  );
}

function Words({ toolUse: { name, isInputComplete }, run }: ToolUseBlockProps) {
  const isRunning = run?.state.type === 'running';
  const now = useNow(isRunning);
  const code = <code className={messages.toolName}>{run?.tool?.id ?? name}</code>;
  if (!run?.tool) {
    return (
      <>
        {isInputComplete ? 'Asks for the tool' : 'Prepares the tool'} {code}
      </>
    );
  }
  const { tool, state, at, startedAt } = run;
  const lasted = startedAt === undefined ? '' : formatSeconds((isRunning ? now : at) - startedAt);
  switch (state.type) {
    case 'waiting':
    case 'running':
      return (
        <>
          Runs {code} of {tool.extensionName} {lasted}
        </>
      );
    case 'done':
      return (
        <>
          Ran {code} of {tool.extensionName}
          {lasted && ` in ${lasted}`}
        </>
      );
    case 'denied':
    case 'failed':
      return (
        <>
          {startedAt === undefined ? 'Did not run' : 'Did not finish'} {code} of {tool.extensionName}
        </>
      );
  }
}

/** Why a call came to nothing; "" when it did not. */
function problemOf(run: ToolRunView | undefined): string {
  switch (run?.state.type) {
    case 'denied':
      return 'You did not allow it.';
    case 'failed':
      return run.state.reason;
    case 'done':
      return run.state.isError ? shortened(run.state.output.trim()) || 'It failed without saying why.' : '';
    default:
      return '';
  }
}

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

function Output({ text }: { readonly text: string }) {
  if (text === '') return <p className={messages.thinking}>It answered with nothing.</p>;
  return (
    <div className={styles.code}>
      <CodeBlock code={text} language="output" />
    </div>
  );
}
