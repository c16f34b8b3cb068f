import { ChevronRight } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useContext } from 'react';
import type { AnswerPart } from '../../../../shared/contract/thread-view.ts';
import { classNames } from '../../../base/class-names.ts';
import { AgentAnswerContext } from '../../agent-servers/calls/answer-context.ts';
import { TitleText } from '../../agent-servers/calls/CallLine.tsx';
import { Counts } from '../../tools/Counts.tsx';
import { useKeptState } from '../../tools/kept-state.ts';
import tools from '../../tools/tools.module.css';
import messages from '../Messages.module.css';
import { describeWork, presentWork } from './describe-work.ts';
import { WorkGroup } from './WorkGroup.tsx';
import styles from './work.module.css';
import { areSameParts, groupScope, groupsOf, type WorkRun, workScope } from './work-runs.ts';

export interface WorkFoldProps {
  readonly run: WorkRun;
  /** Of the run. */
  readonly parts: readonly AnswerPart[];
  /** More of it may come. */
  readonly isGrowing: boolean;
  /** Those from one index in the answer to another. They are not drawn while they are folded. */
  draw(from: number, to: number): ReactNode;
}

/** Thoughts and calls of an agent in one line, which opens. It says what the agent does now. */
export const WorkFold = memo(function WorkFold({ run, parts, isGrowing, draw }: WorkFoldProps) {
  const { id, ofCalls } = useContext(AgentAnswerContext);
  const scope = workScope(id, run.from);
  const [isOpen, setOpen] = useKeptState(`work ${scope}`, false);
  if (!run.isFolded) {
    // What a person opened stays in view when more comes and is folded with it.
    const noteOpened = ({ currentTarget, target }: MouseEvent<HTMLDivElement>) => {
      const line = target instanceof Element ? target.closest('summary') : null;
      const details = currentTarget.querySelector('details');
      if (details && line?.parentElement === details) setOpen(!details.open);
    };
    return <div onClickCapture={noteOpened}>{draw(run.from, run.to)}</div>;
  }
  return (
    <details
      data-fold={scope}
      className={classNames(tools.fold, styles.fold)}
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget && currentTarget.open !== isOpen) setOpen(currentTarget.open);
      }}
    >
      <summary className={tools.head}>
        <ChevronRight size={14} className={classNames(messages.chevron, tools.chevron)} aria-hidden />
        <Line parts={parts} ofCalls={ofCalls} isGrowing={isGrowing} isOpen={isOpen} />
      </summary>
      {isOpen && (
        <div className={styles.body}>
          {groupsOf(run).map(({ from, to }) => (
            <WorkGroup
              key={from - run.from}
              id={groupScope(id, run.from, from)}
              parts={parts.slice(from - run.from, to - run.from)}
              isFirst={from === run.from}
              isGrowing={isGrowing && to === run.to}
              draw={() => draw(from, to)}
            />
          ))}
        </div>
      )}
    </details>
  );
}, isSame);

interface LineProps extends Pick<WorkFoldProps, 'parts' | 'isGrowing'> {
  readonly ofCalls: ReadonlySet<string>;
  readonly isOpen: boolean;
}

function Line({ parts, ofCalls, isGrowing, isOpen }: LineProps) {
  const { what, failed, ...counts } = describeWork(parts, ofCalls);
  const now = isGrowing && !isOpen ? presentWork(parts) : '';
  return (
    <span className={styles.line}>
      <span className={classNames(isGrowing && now === '' && messages.shimmer)}>{what}</span>
      <Counts {...counts} />
      {failed > 0 && <span className={styles.failed}>{failed} failed</span>}
      {now !== '' && (
        <span className={classNames(styles.now, messages.shimmer)}>
          <TitleText title={now} />
        </span>
      )}
    </span>
  );
}

/** `draw` draws what is in `parts`. */
function isSame(before: WorkFoldProps, after: WorkFoldProps): boolean {
  return (
    before.isGrowing === after.isGrowing &&
    before.run.from === after.run.from &&
    before.run.isFolded === after.run.isFolded &&
    areSameParts(before.parts, after.parts)
  );
}
