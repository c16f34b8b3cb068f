import type { CSSProperties, ReactNode } from 'react';
import styles from './markdown.module.css';

export interface OrderedListProps {
  readonly start: number;
  readonly count: number;
  readonly children: ReactNode;
}

/** Indented by the width of its longest number. */
export function OrderedList({ start, count, children }: OrderedListProps) {
  const { length } = String(start + Math.max(count, 1) - 1);
  // Up to two digits fit the indent of a bullet.
  const style = length > 2 ? ({ '--indent': `calc(${length}ch + 8px)` } as CSSProperties) : undefined;
  return (
    <ol className={styles.list} start={start} style={style}>
      {children}
    </ol>
  );
}
