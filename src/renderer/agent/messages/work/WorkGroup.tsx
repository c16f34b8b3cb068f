import { memo, type ReactNode } from 'react';
import { isContent } from '../../../../shared/content/content-kinds.ts';
import type { AnswerPart } from '../../../../shared/contract/thread-view.ts';
import { callTitle, standingOf } from '../../agent-servers/calls/format-agent-call.ts';
import { layoutOf } from '../content-layout.ts';
import { Piece } from '../Piece.tsx';
import styles from './work.module.css';
import { areSameParts } from './work-runs.ts';

export interface WorkGroupProps {
  /** Of its piece. */
  readonly id: string;
  readonly parts: readonly AnswerPart[];
  readonly isFirst: boolean;
  readonly isGrowing: boolean;
  draw(): ReactNode;
}

/** Some of the parts of opened work, which have their places near the view only. */
export const WorkGroup = memo(function WorkGroup({ id, parts, isFirst, isGrowing, draw }: WorkGroupProps) {
  return (
    <Piece
      id={id}
      className={styles.group}
      estimate={() => parts.reduce((sum, part) => sum + heightOf(part), 0)}
      source={() => parts.flatMap((part) => (part.type === 'agent-call' ? [callTitle(part.call)] : [])).join('\n')}
      // The first is below the line that was opened.
      isKept={isFirst || isGrowing || parts.some(goesOn)}
    >
      {draw()}
    </Piece>
  );
}, isSame);

/** A blank text is not drawn. */
const heightOf = (part: AnswerPart): number =>
  isContent(part) && part.type !== 'text' ? layoutOf(part.type).height(part) : 0;

const goesOn = (part: AnswerPart): boolean => part.type === 'agent-call' && standingOf(part.call, false) === 'runs';

/** `draw` draws what is in `parts`. */
function isSame(before: WorkGroupProps, after: WorkGroupProps): boolean {
  return (
    before.id === after.id &&
    before.isFirst === after.isFirst &&
    before.isGrowing === after.isGrowing &&
    areSameParts(before.parts, after.parts)
  );
}
