import { type RefObject, useId } from 'react';
import { HistoryRow, type HistoryRowProps } from './HistoryRow.tsx';
import { momentOf, timeOf } from './history-groups.ts';
import { nearRows } from './history-layout.ts';
import styles from './ThreadHistory.module.css';
import type { useHistory } from './use-history.ts';
import { useView } from './use-view.ts';

export interface HistoryRowsProps
  extends Pick<HistoryRowProps, 'onOpen' | 'onActive' | 'onMenu' | 'onRename' | 'onRenamed'> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly history: ReturnType<typeof useHistory>;
  /** Ids of threads. */
  readonly active: string | undefined;
  readonly shown: string | null;
  readonly renaming: string | null;
  readonly menu: string | undefined;
}

/** The rows under their headings. Only those near the view are in the page. */
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
