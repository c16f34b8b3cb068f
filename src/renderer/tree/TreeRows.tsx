import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { partSelectors } from '../base/commands/window-parts.ts';
import type { Point } from '../base/controls/Menu.tsx';
import { isMac } from '../base/environment.ts';
import rowWindow from '../base/layout/row-window.module.css';
import { useRowWindow } from '../base/layout/use-row-window.ts';
import { parentPath, visibleBaseName } from '../base/paths.ts';
import { useSettings } from '../base/settings-store.ts';
import { activeOf, isDirtyTab, useDocuments } from '../editor/documents/documents-store.ts';
import { openDocument } from '../editor/documents/open-document.ts';
import styles from './FileTree.module.css';
import { createEntry, renameEntry } from './file-acts.ts';
import { followFront } from './follow-front.ts';
import { NameField } from './NameField.tsx';
import { NewItem, TreeItem } from './TreeItem.tsx';
import { TreeMenu } from './TreeMenu.tsx';
import { isTreeDrag, openAfterRest, type Rest, startDrag, takeDrop } from './tree-drag.ts';
import { type Naming, selectEntry, selectThrough, takeHold, toggleSelected, useTreeFocus } from './tree-focus.ts';
import {
  faultOfNew,
  faultOfRename,
  findTyped,
  moveForKey,
  type TreeMove,
  type TreeRow,
  visibleRows,
} from './tree-model.ts';
import { toggleDirectory, useTree } from './tree-store.ts';

const rowHeight = 24;
/** Letters typed within this many milliseconds make one word. */
const typingPause = 700;

/** The rows of the tree. Only those near the view are drawn, so that a directory of thousands stays light. */
export function TreeRows({ label }: { readonly label: string }) {
  const tree = useTree();
  const rows = useMemo(() => visibleRows(tree), [tree]);
  const paths = useMemo(() => rows.map(({ entry }) => entry.path), [rows]);
  const front = useDocuments(activeOf);
  const tabs = useDocuments((state) => state.tabs);
  const { active: activePath, selected, revealed, naming, clipboard, dropInto } = useTreeFocus();
  const follows = useSettings((state) => state.settings['explorer.autoReveal']);
  const { box, first, end, bringIntoView, onScroll } = useRowWindow(rowHeight, rows.length);
  const [menu, setMenu] = useState<{ readonly at: Point; readonly isBeside: boolean } | null>(null);
  const typed = useRef({ text: '', at: 0 });
  const rest = useRef<Rest>(null);
  /** Index of the active row, which the next one takes over when it goes away. */
  const lastActive = useRef(0);
  /** Path that is scrolled into view as soon as it has a row. */
  const wanted = useRef<string | null>(null);
  const found = activePath === null ? 0 : paths.indexOf(activePath);
  const active = Math.min(found < 0 ? lastActive.current : found, Math.max(rows.length - 1, 0));
  lastActive.current = active;
  const lastSeen = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is in front, of another folder, or it is wanted now
  useEffect(followFront, [front, follows, tree.root]);
  useEffect(() => {
    // When the active entry was deleted or moved away, the row in its place becomes active.
    const next = paths[active];
    if (found < 0 && activePath === lastSeen.current && next !== undefined) selectEntry(next);
    lastSeen.current = found < 0 ? null : activePath;
  }, [paths, active, activePath, found]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been revealed before may be out of sight again
  useEffect(() => {
    wanted.current = activePath;
  }, [activePath, revealed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted may have come with other rows or another place
  useEffect(() => {
    const at = wanted.current === null ? -1 : paths.indexOf(wanted.current);
    if (at < 0) return;
    wanted.current = null;
    bringIntoView(at);
  }, [paths, activePath, revealed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field comes into view with its row
  useEffect(() => {
    if (naming?.type === 'new') bringIntoView(newRow(naming).at);
  }, [naming]);

  const goTo = (index: number, isSelecting = false) => {
    const path = paths[index];
    if (path === undefined) return;
    if (isSelecting) selectThrough(path, paths);
    else selectEntry(path);
    bringIntoView(index);
  };
  const carryOut = (move: TreeMove, isSelecting: boolean, isPreview: boolean) => {
    if (move.type === 'go') return goTo(move.to, isSelecting);
    selectEntry(move.path);
    if (move.type === 'toggle') return toggleDirectory(move.path);
    return void openDocument(move.path, { isPreview });
  };
  const onType = (key: string) => {
    const now = performance.now();
    const text = now - typed.current.at < typingPause ? typed.current.text + key : key;
    typed.current = { text, at: now };
    goTo(findTyped(rows, active, text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && clipboard?.isCut) {
      event.preventDefault();
      return useTreeFocus.setState({ clipboard: null });
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.key.length === 1 && event.key !== ' ';
    const move = moveForKey(rows, active, event.key);
    if (!move && !isTyping) return;
    event.preventDefault();
    if (move) carryOut(move, event.shiftKey, event.key !== 'Enter');
    else onType(event.key);
  };
  const onPress = ({ entry }: TreeRow, event: MouseEvent) => {
    if (isMac ? event.metaKey : event.ctrlKey) return toggleSelected(entry.path);
    if (event.shiftKey) return selectThrough(entry.path, paths);
    // The second click of a double one keeps the tab that the first has opened.
    carryOut({ type: entry.kind === 'file' ? 'open' : 'toggle', path: entry.path }, false, event.detail < 2);
  };
  const onContextMenu = (event: MouseEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    // The menu key opens it for the active row, wherever the pointer is.
    const isKey = event.button !== 2;
    const row = isKey ? rows[active] : rowOf(event.target, rows);
    if (row) takeHold(row.entry.path);
    else useTreeFocus.setState({ active: tree.root, selected: new Set() });
    const place = isKey && box.current?.querySelector(`#tree-row-${active}`)?.getBoundingClientRect();
    const at = place ? { x: place.left + 24, y: place.bottom } : { x: event.clientX, y: event.clientY };
    setMenu({ at, isBeside: !row });
  };
  const closeMenu = (refocuses: boolean) => {
    setMenu(null);
    if (refocuses) box.current?.focus();
  };
  const directoryAt = (event: DragEvent): string => {
    const row = rowOf(event.target, rows);
    if (!row) return tree.root;
    return row.entry.kind === 'directory' ? row.entry.path : parentPath(row.entry.path);
  };
  const onDragOver = (event: DragEvent) => {
    if (!isTreeDrag(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const directory = directoryAt(event);
    if (dropInto !== directory) useTreeFocus.setState({ dropInto: directory });
    openAfterRest(rest, directory);
  };
  const onDrop = (event: DragEvent) => {
    openAfterRest(rest, null);
    if (isTreeDrag(event)) takeDrop(event, directoryAt(event));
  };

  /** Where the field for a new entry is inserted: first in its directory. */
  const newRow = ({ directory }: Extract<Naming, { readonly type: 'new' }>) => {
    const parent = paths.indexOf(directory);
    return { at: parent + 1, depth: (rows[parent]?.depth ?? -1) + 1 };
  };
  const closeField = (isByKey: boolean) => {
    useTreeFocus.setState({ naming: null });
    if (isByKey && !document.activeElement?.closest(partSelectors.editor)) box.current?.focus();
  };
  const fieldFor = (path: string) =>
    naming?.type === 'rename' && naming.path === path ? (
      <NameField
        label={`New name of ${visibleBaseName(path)}`}
        name={path.slice(parentPath(path).length).replace(/^[\\/]/, '')}
        faultOf={(name) => faultOfRename(tree, path, name)}
        commit={(name) => renameEntry(path, name)}
        onClose={closeField}
      />
    ) : null;

  const added = naming?.type === 'new' ? newRow(naming) : null;
  const topOf = (index: number) => (added && index >= added.at ? index + 1 : index) * rowHeight;
  const drawn = rows.slice(first, end);
  const activeIsDrawn = active >= first && active < end;
  return (
    <div
      ref={box}
      role="tree"
      aria-label={label}
      aria-multiselectable
      tabIndex={0}
      className={classNames(rowWindow.box, styles.tree, dropInto === tree.root && styles.dropInto)}
      aria-activedescendant={activeIsDrawn ? `tree-row-${active}` : undefined}
      onFocus={({ target, currentTarget }) => {
        const path = paths[active];
        if (target === currentTarget && activePath === null && path !== undefined) selectEntry(path);
      }}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      onDragOver={onDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        openAfterRest(rest, null);
        useTreeFocus.setState({ dropInto: null });
      }}
      onDrop={onDrop}
      onScroll={onScroll}
    >
      {/* The full height from the start, so that the scroll bar is right. */}
      <div
        role="presentation"
        className={rowWindow.rows}
        style={{ height: (rows.length + (added ? 1 : 0)) * rowHeight + roomBelow }}
      >
        {drawn.map((row, index) => {
          const { path } = row.entry;
          const tab = tabs.find((one) => one.path === path);
          return (
            <TreeItem
              key={path}
              id={`tree-row-${first + index}`}
              row={row}
              top={topOf(first + index)}
              field={fieldFor(path)}
              isActive={first + index === active}
              isSelected={selected.has(path)}
              isInFront={path === front}
              isDirty={tab !== undefined && isDirtyTab(tab)}
              isCut={clipboard?.isCut === true && clipboard.paths.includes(path)}
              isDropInto={path === dropInto}
              onPress={(event) => onPress(row, event)}
              onDragStart={(event) => startDrag(event, path)}
            />
          );
        })}
        {added && naming?.type === 'new' && (
          <NewItem
            kind={naming.kind}
            depth={added.depth}
            top={added.at * rowHeight}
            field={
              <NameField
                label={naming.kind === 'file' ? 'Name of the new file' : 'Name of the new folder'}
                name=""
                faultOf={(name) => faultOfNew(tree, naming.directory, name)}
                commit={(name) => createEntry(naming.directory, name, naming.kind)}
                onClose={closeField}
              />
            }
          />
        )}
      </div>
      {menu && (
        <TreeMenu
          at={menu.at}
          isBeside={menu.isBeside}
          file={rows[active]?.entry.kind === 'file' ? (rows[active]?.entry.path ?? null) : null}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

/** Free room below the rows to click or drop at, also when there are many. Pixels. */
const roomBelow = rowHeight;

function rowOf(target: EventTarget, rows: readonly TreeRow[]): TreeRow | undefined {
  const path = target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset.path : undefined;
  return path === undefined ? undefined : rows.find(({ entry }) => entry.path === path);
}
