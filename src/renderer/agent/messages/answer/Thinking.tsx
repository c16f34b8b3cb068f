import { useContext, useEffect, useRef, useState } from 'react';
import { formatSeconds, useNow } from '../../../base/use-now.ts';
import { Fold } from '../Fold.tsx';
import { LongText } from '../LongText.tsx';
import styles from '../Messages.module.css';
import { PieceScope } from '../Piece.tsx';

export interface ThinkingProps {
  readonly text: string;
  readonly isGrowing: boolean;
}

/** Folded thoughts of a model before its answer. The seconds count from when they were first seen here. */
export function Thinking({ text, isGrowing }: ThinkingProps) {
  const scope = useContext(PieceScope);
  const since = useRef(Date.now());
  const now = useNow(isGrowing);
  const wasGrowing = useRef(isGrowing);
  const [lasted, setLasted] = useState<number | null>(null);
  useEffect(() => {
    if (wasGrowing.current && !isGrowing) setLasted(Date.now() - since.current);
    wasGrowing.current = isGrowing;
  }, [isGrowing]);
  const duration = formatSeconds(isGrowing ? now - since.current : (lasted ?? 0));
  const label = isGrowing ? `Thinking ${duration}` : duration === '' ? 'Thought' : `Thought for ${duration}`;
  return (
    <Fold id={scope} head={label} isGrowing={isGrowing}>
      <div className={styles.thinking} data-find={scope}>
        <LongText text={text} />
      </div>
    </Fold>
  );
}
