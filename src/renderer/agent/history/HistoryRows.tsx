import { type RefObject, useId, useLayoutEffect, useState } from 'react';
import { HistoryRow, type HistoryRowProps } from './HistoryRow.tsx';
import { momentOf, timeOf } from './history-groups.ts';
import type { View } from './history-layout.ts';
import { nearRows } from './history-layout.ts';
import styles from './ThreadHistory.module.css';
import type { useHistory } from './use-history.ts';

export interface HistoryRowsProps
  extends Pick<HistoryRowProps, 'onOpen' | 'onActive' | 'onPointed' | 'onMenu' | 'onRename' | 'onRenamed'> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly history: ReturnType<typeof useHistory>;
  /** Thread ids. */
  readonly active: string | undefined;
  readonly shown: string | null;
  readonly renaming: string | null;
  readonly menu: string | undefined;
}

/** The rows under their headings. Only those near the view are rendered. */
export function HistoryRows({ scroller, history, active, shown, renaming, menu, ...on }: HistoryRowsProps) {
  const { layout, words, now } = history;
  const view = useView(scroller);
  const id = useId();
  const isSearch = words.length > 0;
  return (
    <div ref={scroller} className={styles.list}>
      <div className={styles.rows} style={{ height: layout.height }}>
        {nearRows(layout, view, active).map((group) => (
          <section
            key={group.title}
            className={styles.group}
            style={{ top: group.top, height: group.height }}
            aria-labelledby={`${id}-${group.top}`}
          >
            <h3 id={`${id}-${group.top}`} className={styles.heading}>
              {group.title}
            </h3>
            <ul>
              {group.rows.map((row) => (
                <HistoryRow
                  key={row.thread.id}
                  row={row}
                  top={row.top - group.top}
                  moment={isSearch ? momentOf(row.thread.at, now) : timeOf(row.thread.at)}
                  words={words}
                  isActive={row.thread.id === active}
                  isShown={row.thread.id === shown}
                  isRenaming={row.thread.id === renaming}
                  hasMenu={row.thread.id === menu}
                  {...on}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** Pixels; the view is updated in steps of this size. */
const step = 200;

/** The part of a long list that is in view, to the next step. */
function useView(scroller: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState<View>({ top: 0, bottom: step });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const top = Math.floor(element.scrollTop / step) * step;
      const bottom = Math.ceil((element.scrollTop + element.clientHeight) / step) * step;
      setView((known) => (known.top === top && known.bottom === bottom ? known : { top, bottom }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [scroller]);
  return view;
}
