import { Ban, CircleCheck, CircleX, LoaderCircle, SquareTerminal } from 'lucide-react';
import { memo } from 'react';
import type { ShellRunView } from '../../../shared/contract/shell-run.ts';
import { shellEnding, shellOutput } from '../../../shared/thread/shell-runs.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { Button } from '../../base/controls/Button.tsx';
import { formatSeconds, useNow } from '../../base/use-now.ts';
import { CodeActionsContext } from '../markdown/code-actions.ts';
import { agent } from '../threads/agent.ts';
import { FoldedText } from '../tools/FoldedText.tsx';
import { LiveOutput } from '../tools/LiveOutput.tsx';
import { plainOutput } from '../tools/plain-output.ts';
import tools from '../tools/tools.module.css';
import { estimateText } from './estimate-text.ts';
import styles from './Messages.module.css';
import own from './message.module.css';
import { Piece, shellScopes } from './Piece.tsx';

/** Pixels: a longer output is folded, and scrolls. */
const highest = 300;

/** A command of the person, with its output. */
export const ShellRun = memo(function ShellRun({ run }: { readonly run: ShellRunView }) {
  const { id, command, typed, changedBy = [], isTold, end } = run;
  const output = shellOutput(run);
  const scopes = shellScopes(id);
  return (
    <Piece
      id={id}
      as="article"
      className={styles.turn}
      estimate={() => Math.min(estimateText(output), highest) + 110}
      source={() => `$ ${command}\n\n${output}`}
      isKept={!end}
    >
      <h3 className={styles.hidden}>You ran a command</h3>
      <div className={styles.prompt}>
        <div className={own.shell}>
          <SquareTerminal size={14} aria-hidden />
          <code data-find={scopes.command}>{visibleText(command)}</code>
        </div>
      </div>
      {/* Output of a program is not code to paste into a file. */}
      <CodeActionsContext value={null}>
        <div className={styles.answer}>
          <Status run={run} />
          {!end && output !== '' && <LiveOutput text={output} label="Output so far" />}
          {end && output !== '' && (
            <div data-find={scopes.output}>
              <FoldedText text={plainOutput(output)} language="output" shows="end" />
            </div>
          )}
          {typed !== undefined && (
            <p className={styles.quiet}>
              Changed by {changedBy.join(', ')}. You typed <code>{visibleText(typed)}</code>
            </p>
          )}
          {end && end.type !== 'blocked' && (
            <p className={styles.quiet}>{isTold ? 'Models are told of it' : 'Not sent to a model'}</p>
          )}
        </div>
      </CodeActionsContext>
    </Piece>
  );
});

function Status({ run }: { readonly run: ShellRunView }) {
  const { at, end, endedAt } = run;
  const now = useNow(!end);
  const lasted = formatSeconds((endedAt ?? now) - at);
  const words = shellEnding(run) || (end ? (shellOutput(run) === '' ? 'Done. No output.' : 'Done.') : 'Running');
  return (
    <div className={own.shell}>
      <StatusIcon end={end} />
      <p className={own.shellWords}>
        {visibleText(words)} {lasted !== '' && <span className={tools.time}>{lasted}</span>}
      </p>
      {!end && (
        <Button title="Stop (Esc)" onClick={() => void agent.stop()}>
          Stop command
        </Button>
      )}
    </div>
  );
}

function StatusIcon({ end }: Pick<ShellRunView, 'end'>) {
  switch (end?.type) {
    case undefined:
      return <LoaderCircle size={14} className={tools.turning} aria-hidden />;
    case 'done':
      if (end.exitCode !== 0) return <CircleX size={14} className={tools.bad} aria-hidden />;
      return <CircleCheck size={14} className={tools.good} aria-hidden />;
    case 'handled':
      return <CircleCheck size={14} className={tools.good} aria-hidden />;
    case 'failed':
      return <CircleX size={14} className={tools.bad} aria-hidden />;
    case 'stopped':
    case 'blocked':
      return <Ban size={14} aria-hidden />;
  }
}
