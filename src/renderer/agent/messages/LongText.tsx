import { type ReactNode, useContext, useMemo } from 'react';
import { cutLines } from './cut-lines.ts';
import { estimateText } from './estimate-text.ts';
import { Piece, PieceScope } from './Piece.tsx';

export interface LongTextProps {
  readonly text: string;
  /** Renders a stretch. Lines are whole, but for those that `cutLines` finds too long. */
  readonly draw?: (text: string) => ReactNode;
}

const asItIs = (text: string): ReactNode => text;

/** Plain text in stretches of whole lines, of which those near the view are rendered. */
export function LongText({ text, draw = asItIs }: LongTextProps) {
  const scope = useContext(PieceScope);
  const stretches = useMemo(() => cutLines(text), [text]);
  if (stretches.length === 1) return draw(text);
  return stretches.map(({ at, text: some }) => (
    <Piece key={at} id={`${scope}/text ${at}`} estimate={() => estimateText(some)} source={() => some}>
      {draw(some)}
    </Piece>
  ));
}
