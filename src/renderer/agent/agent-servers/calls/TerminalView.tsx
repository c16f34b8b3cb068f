import { Ban, CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react';
import { useContext } from 'react';
import type { AgentTerminal } from '../../../../shared/content/agent-items.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { relativePath } from '../../../base/paths.ts';
import { LinkContext } from '../../markdown/link-environment.ts';
import { terminalScope } from '../../messages/Piece.tsx';
import { ExactText } from '../../tools/ExactText.tsx';
import { FoldedText } from '../../tools/FoldedText.tsx';
import { LiveOutput } from '../../tools/LiveOutput.tsx';
import { plainOutput } from '../../tools/plain-output.ts';
import tools from '../../tools/tools.module.css';
import { AgentAnswerContext } from './answer-context.ts';
import styles from './calls.module.css';

/** A process that an agent had run: its command, its output, how it ended. */
export function TerminalView({ terminal }: { readonly terminal: AgentTerminal }) {
  const { command, cwd, output = '', isCut = false, exit } = terminal;
  const { id: answerId, isOver } = useContext(AgentAnswerContext);
  const root = useContext(LinkContext)?.root;
  const isRunning = exit === undefined && !isOver;
  const folder = cwd === undefined ? '' : relativePath(root, cwd);
  return (
    <div className={styles.terminal} data-find={terminalScope(answerId, terminal.id)}>
      {command !== undefined && <ExactText text={command} />}
      {folder !== '' && cwd !== root && (
        <p className={tools.quiet}>
          In <code>{visibleText(folder)}</code>
        </p>
      )}
      {isCut && <p className={tools.quiet}>The beginning of the output is left out.</p>}
      {output !== '' && isRunning && <LiveOutput text={output} label="Output so far" />}
      {output !== '' && !isRunning && <FoldedText text={plainOutput(output)} language="output" shows="end" />}
      <p className={styles.exit}>
        <ExitIcon exit={exit} isOver={isOver} />
        {formatExit(exit, isOver)}
        {exit !== undefined && output === '' && ' No output.'}
      </p>
    </div>
  );
}

type Exit = AgentTerminal['exit'];

export function formatExit(exit: Exit, isOver: boolean): string {
  if (exit === undefined) return isOver ? 'It was still running when the answer ended.' : 'Running';
  if (exit.signal !== undefined) return `Ended by ${visibleText(exit.signal)}.`;
  if (exit.code === null) return 'Ended.';
  return exit.code === 0 ? 'Done.' : `Ended with exit code ${exit.code}.`;
}

function ExitIcon({ exit, isOver }: { readonly exit: Exit; readonly isOver: boolean }) {
  if (exit === undefined) {
    return isOver ? (
      <CircleDashed size={14} aria-hidden />
    ) : (
      <LoaderCircle size={14} className={tools.turning} aria-hidden />
    );
  }
  if (exit.signal !== undefined) return <Ban size={14} aria-hidden />;
  if (exit.code === null) return <CircleDashed size={14} aria-hidden />;
  return exit.code === 0 ? (
    <CircleCheck size={14} className={tools.good} aria-hidden />
  ) : (
    <CircleX size={14} className={tools.bad} aria-hidden />
  );
}
