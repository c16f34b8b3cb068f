import { Fragment, memo, type ReactNode, useContext } from 'react';
import { type ContentKind, type ContentPart, isContent } from '../../../../shared/content/content-kinds.ts';
import type { AnswerPart, AnswerView } from '../../../../shared/contract/thread-view.ts';
import { AgentCallPart, AgentTerminalPart } from '../../agent-servers/AgentParts.tsx';
import { AgentAnswerContext, useAgentAnswer, useAnswerImages } from '../../agent-servers/calls/answer-context.ts';
import { AgentNoteLine } from '../../agent-servers/notes/AgentNoteLine.tsx';
import { PlanBlock } from '../../agent-servers/plan/PlanBlock.tsx';
import { AnswerImagesContext } from '../../markdown/answer-images.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { stretchesOf } from '../../threads/attempts.ts';
import { ToolUseBlock } from '../../tools/ToolUseBlock.tsx';
import styles from '../Messages.module.css';
import message from '../message.module.css';
import { PieceScope } from '../Piece.tsx';
import { WorkFold } from '../work/WorkFold.tsx';
import { workRuns } from '../work/work-runs.ts';
import { AnswerEnding } from './AnswerEnding.tsx';
import { AnswerFoot } from './AnswerFoot.tsx';
import { BrokenOff } from './BrokenOff.tsx';
import { Thinking } from './Thinking.tsx';

export interface AnswerProps {
  readonly answer: AnswerView;
  /** No later answer to the same prompt has replaced it. */
  readonly isCurrent?: boolean;
  /** It is the last one of the thread, and nothing is running. */
  readonly isLast?: boolean;
  /** It is waiting; the reason is shown below it. */
  readonly isHeldUp?: boolean;
  /** Given where the answer can be retried. */
  readonly onRetry?: (() => void) | undefined;
}

export const Answer = memo(function Answer(props: AnswerProps) {
  return (
    <AgentAnswerContext value={useAgentAnswer(props.answer)}>
      <AnswerImagesContext value={useAnswerImages(props.answer)}>
        <Said {...props} />
      </AnswerImagesContext>
    </AgentAnswerContext>
  );
});

function Said(props: AnswerProps) {
  const { answer, isCurrent = false, isLast = false, isHeldUp = false, onRetry } = props;
  const { parts, end } = answer;
  const last = parts.at(-1);
  const isGoingOn = !end && !isHeldUp;
  const isWaiting = isGoingOn && (last === undefined || !isContent(last));
  const runs = workRuns(parts);
  const lastDrawn = parts.findLastIndex(({ type }) => type !== 'agent-image');
  const draw = (from: number, to: number) =>
    parts.slice(from, to).map((part, index) => (
      <PieceScope key={keyOf(part, from + index)} value={`${answer.id}/${from + index}`}>
        <Part part={part} isGrowing={isGoingOn && from + index === lastDrawn} />
      </PieceScope>
    ));
  /** Parts of the answer, with the work among them folded. */
  const drawFolded = (from: number, to: number): ReactNode[] => {
    const shown: ReactNode[] = [];
    let at = from;
    for (const run of runs) {
      if (run.from < from || run.to > to) continue;
      shown.push(...draw(at, run.from));
      shown.push(
        <WorkFold
          key={`work ${run.from}`}
          run={run}
          parts={parts.slice(run.from, run.to)}
          isGrowing={isGoingOn && run.to > lastDrawn}
          draw={draw}
        />,
      );
      at = run.to;
    }
    shown.push(...draw(at, to));
    return shown;
  };
  return (
    <div className={message.message}>
      <div className={styles.answer}>
        <h3 className={styles.hidden}>{answer.modelName} answered</h3>
        {stretchesOf(parts).map(({ from, to, brokenOff }) => {
          const shown = drawFolded(from, to);
          return brokenOff ? (
            <BrokenOff key={from} parts={parts.slice(from, to)} failure={brokenOff.failure}>
              {shown}
            </BrokenOff>
          ) : (
            <Fragment key={from}>{shown}</Fragment>
          );
        })}
        {isWaiting && <p className={styles.waiting}>Waiting for {answer.modelName}…</p>}
        {end && <AnswerEnding answer={answer} end={end} onRetry={onRetry} />}
      </div>
      {end && <AnswerFoot answer={answer} isCurrent={isCurrent} isLast={isLast} />}
    </div>
  );
}

/** What an agent names keeps its state when a plan before it is removed; all else is only ever added at the end. */
function keyOf(part: AnswerPart, index: number): string | number {
  switch (part.type) {
    case 'agent-call':
      return `call ${part.call.id}`;
    case 'agent-terminal':
      return `terminal ${part.terminal.id}`;
    case 'agent-plan':
      return `plan ${part.plan.id}`;
    case 'agent-note':
      return `note ${part.note.id}`;
    case 'agent-image':
      return `image ${part.image.id}`;
    default:
      return index;
  }
}

interface PartProps {
  readonly part: AnswerPart;
  readonly isGrowing: boolean;
}

const Part = memo(function Part({ part, isGrowing }: PartProps) {
  return isContent(part) && viewOf(part.type)({ part, isGrowing });
});

type ContentView<K extends ContentKind> = (props: {
  readonly part: ContentPart<K>;
  /** More of it may come. */
  readonly isGrowing: boolean;
}) => ReactNode;

/** Renderers of the parts of an answer, by kind. */
const views: { readonly [K in ContentKind]: ContentView<K> } = {
  text: ({ part, isGrowing }) => <Markdown text={part.text} isStreaming={isGrowing} />,
  thinking: ({ part, isGrowing }) => <Thinking text={part.text} isGrowing={isGrowing} />,
  'tool-use': ({ part }) => <ToolUsePart {...part} />,
  'agent-call': ({ part }) => <AgentCallPart call={part.call} />,
  'agent-terminal': ({ part }) => <AgentTerminalPart terminal={part.terminal} />,
  'agent-plan': ({ part }) => <PlanBlock plan={part.plan} />,
  'agent-note': ({ part }) => <AgentNoteLine note={part.note} />,
  'agent-image': () => null,
};

/** The view of a kind, for a part of that kind. */
const viewOf = <K extends ContentKind>(kind: K): ContentView<K> => views[kind];

function ToolUsePart({ toolUse, run }: ContentPart<'tool-use'>) {
  const scope = useContext(PieceScope);
  return (
    <div data-fold={scope} data-find={scope}>
      <ToolUseBlock toolUse={toolUse} run={run} />
    </div>
  );
}
