import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { isDirtyTab, useDocuments } from '../../editor/documents/documents-store.ts';
import { openDocument } from '../../editor/documents/open-document.ts';
import styles from './FileTree.module.css';
import { TreeItem } from './TreeItem.tsx';
import { findTyped, moveForKey, type TreeMove, visibleRows } from './tree-model.ts';
import { toggleDirectory, useTree } from './tree-store.ts';

const rowHeight = 24;
/** Rows drawn beyond what is seen, above and below. */
const margin = 10;
/** Letters typed within this time make one word. */
const typingPause = 700;

/** The rows of the tree. Only those near the view are drawn, so that a directory of thousands stays light. */
export function TreeRows({ label }: { readonly label: string }) {
  const tree = useTree();
  const rows = useMemo(() => visibleRows(tree), [tree]);
  const front = useDocuments((state) => state.active);
  const tabs = useDocuments((state) => state.tabs);
  const [activePath, setActivePath] = useState<string | null>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const active = Math.max(
    rows.findIndex(({ entry }) => entry.path === activePath),
    0,
  );

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const goTo = (index: number) => {
    const element = box.current;
    const row = rows[index];
    if (!row || !element) return;
    setActivePath(row.entry.path);
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  };
  const carryOut = (move: TreeMove) => {
    if (move.type === 'go') return goTo(move.to);
    setActivePath(move.path);
    if (move.type === 'toggle') return toggleDirectory(move.path);
    return void openDocument(move.path);
  };
  const onType = (key: string) => {
    const now = performance.now();
    const text = now - typed.current.at < typingPause ? typed.current.text + key : key;
    typed.current = { text, at: now };
    goTo(findTyped(rows, active, text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.key.length === 1 && event.key !== ' ';
    const move = moveForKey(rows, active, event.key);
    if (!move && !isTyping) return;
    event.preventDefault();
    if (move) carryOut(move);
    else onType(event.key);
  };

  const first = Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const end = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + margin);
  const drawn = rows.slice(first, end);
  const activeIsDrawn = active >= first && active < end;
  return (
    <div
      ref={box}
      role="tree"
      aria-label={label}
      tabIndex={0}
      className={styles.tree}
      aria-activedescendant={activeIsDrawn ? `tree-row-${active}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
    >
      {/* The whole height is there from the start, so that the scroll bar tells the truth. */}
      <div role="presentation" className={styles.rows} style={{ height: rows.length * rowHeight }}>
        {drawn.map((row, index) => {
          const tab = tabs.find(({ path }) => path === row.entry.path);
          return (
            <TreeItem
              key={row.entry.path}
              id={`tree-row-${first + index}`}
              row={row}
              top={(first + index) * rowHeight}
              isActive={first + index === active}
              isInFront={row.entry.path === front}
              isDirty={tab !== undefined && isDirtyTab(tab)}
              onPress={() => carryOut({ type: row.entry.kind === 'file' ? 'open' : 'toggle', path: row.entry.path })}
            />
          );
        })}
      </div>
    </div>
  );
}
