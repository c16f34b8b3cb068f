import { Ban, ChevronRight, CircleCheck, CircleDashed, CircleHelp, CircleX, LoaderCircle } from 'lucide-react';
import { useMemo } from 'react';
import type { ToolUse } from '../../../shared/contract/provider.ts';
import type { ToolRunView } from '../../../shared/contract/tool.ts';
import { classNames } from '../../base/class-names.ts';
import { formatSeconds, useNow } from '../../base/use-now.ts';
import messages from '../messages/Messages.module.css';
import { argumentHint } from './arguments/argument-hint.ts';
import { Counts } from './Counts.tsx';
import { formatEffect } from './format-effect.ts';
import styles from './tools.module.css';

export interface ToolLineProps {
  readonly toolUse: ToolUse;
  /** Absent while its arguments stream in, and for a call that was never run. */
  readonly run: ToolRunView | undefined;
}

/** A call in one line: its state, its effect in words, its duration. */
export function ToolLine({ toolUse, run }: ToolLineProps) {
  const isGoingOn = !toolUse.isInputComplete || run?.state.type === 'running';
  return (
    <>
      <ChevronRight size={14} className={classNames(messages.chevron, styles.chevron)} aria-hidden />
      <StatusIcon toolUse={toolUse} run={run} />
      <span className={classNames(styles.words, isGoingOn && messages.shimmer)}>
        <Phrase toolUse={toolUse} run={run} /> <Duration run={run} />
        {run?.state.type === 'waiting' && <span className={styles.waits}>Waiting for your answer</span>}
      </span>
    </>
  );
}

function StatusIcon({ toolUse, run }: ToolLineProps) {
  switch (run?.state.type) {
    case undefined:
      return toolUse.isInputComplete ? (
        <CircleDashed size={14} aria-hidden />
      ) : (
        <LoaderCircle size={14} className={styles.turning} aria-hidden />
      );
    case 'waiting':
      return <CircleHelp size={14} aria-hidden />;
    case 'running':
      return <LoaderCircle size={14} className={styles.turning} aria-hidden />;
    case 'denied':
      return <Ban size={14} aria-hidden />;
    case 'failed':
      return hasRun(run) ? <CircleX size={14} className={styles.bad} aria-hidden /> : <Ban size={14} aria-hidden />;
    case 'done':
      return run.state.isError ? (
        <CircleX size={14} className={styles.bad} aria-hidden />
      ) : (
        <CircleCheck size={14} className={styles.good} aria-hidden />
      );
  }
}

function Phrase({ toolUse: { name, input, isInputComplete }, run }: ToolLineProps) {
  // The identifying argument is near the beginning: the hint need not be computed again for the rest.
  const beginning = input.slice(0, 2000);
  const hint = useMemo(() => argumentHint(beginning), [beginning]);
  const about = hint !== '' && (
    <>
      {' '}
      <span className={styles.hint}>{hint}</span>
    </>
  );
  const code = <code>{run?.tool?.id ?? name}</code>;
  if (!run?.tool) {
    return (
      <span className={styles.phrase}>
        {isInputComplete ? 'Asks for the tool' : 'Prepares the tool'} {code}
        {about}
      </span>
    );
  }
  const { tool, state } = run;
  const isOver = state.type === 'done';
  const line =
    state.type === 'denied' || state.type === 'failed' ? null : formatEffect(state.effect, tenses[state.type]);
  // A failed call had no effect to name, except for a command, which did run.
  if (line && !(isOver && state.isError && state.effect?.type !== 'command')) {
    return (
      <>
        <span className={styles.phrase}>
          {line.verb} {line.code !== '' && <code>{line.code}</code>} {line.rest}
        </span>
        {line.added !== undefined && <Counts added={line.added} removed={line.removed ?? 0} />}
      </>
    );
  }
  return (
    <span className={styles.phrase}>
      {verbOf(run)} {code} of {tool.extensionName}
      {about}
    </span>
  );
}

/** A call that never began is no fault: it had no effect, and did no harm. */
export const hasRun = (run: ToolRunView | undefined): boolean =>
  run?.state.type !== 'denied' && run?.startedAt !== undefined;

const tenses = { waiting: 'ask', running: 'now', done: 'past' } as const;

function verbOf(run: ToolRunView): string {
  const { state } = run;
  switch (state.type) {
    case 'done':
      return 'Ran';
    case 'waiting':
      return 'Run';
    case 'running':
      return 'Runs';
    case 'denied':
      return state.reason === undefined ? 'Not run: you declined' : 'Not run: a rule denied';
    case 'failed':
      return hasRun(run) ? 'Did not finish' : 'Not run:';
  }
}

function Duration({ run }: { readonly run: ToolRunView | undefined }) {
  const isRunning = run?.state.type === 'running';
  const now = useNow(isRunning);
  if (run?.startedAt === undefined) return null;
  const lasted = formatSeconds((isRunning ? now : run.at) - run.startedAt);
  return lasted === '' ? null : <span className={styles.time}>{lasted}</span>;
}
