import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../app/class-names.ts';
import styles from './Messages.module.css';
import { formatSeconds, useNow } from './use-now.ts';

export interface ThinkingProps {
  readonly text: string;
  readonly isGrowing: boolean;
}

/** What a model thought before it answered, folded away. The seconds count from when it was first seen here. */
export function Thinking({ text, isGrowing }: ThinkingProps) {
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
    <details className={styles.fold}>
      <summary className={classNames(styles.foldHead, isGrowing && styles.shimmer)}>
        <ChevronRight size={14} className={styles.chevron} aria-hidden />
        {label}
      </summary>
      <p className={styles.thinking}>{text}</p>
    </details>
  );
}
