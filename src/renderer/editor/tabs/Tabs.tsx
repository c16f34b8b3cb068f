import { Check, ChevronDown, Columns2 } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { visibleName } from '../../../shared/visible-text.ts';
import { useKeyOf } from '../../base/commands/commands.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import type { Point } from '../../base/controls/Menu.tsx';
import { MenuButton } from '../../base/controls/MenuButton.tsx';
import { distinctNames } from '../../base/paths.ts';
import { activateIn, isDirtyTab, keepTab, paneOf, stepTab, useDocuments } from '../documents/documents-store.ts';
import { newDocument } from '../documents/untitled.ts';
import { splitPane } from '../panes/pane-acts.ts';
import { focusEditor } from '../panes/pane-views.ts';
import { PreviewSwitch } from '../preview/PreviewSwitch.tsx';
import { TabItem } from './TabItem.tsx';
import { TabMenu } from './TabMenu.tsx';
import styles from './Tabs.module.css';
import { closeUnpinned } from './tab-acts.ts';

/**
 * Arrow left and right move between tabs, Delete closes one. A double click on a preview keeps it; beside the tabs it makes a
 * new document.
 */
export function Tabs({ pane }: { readonly pane: number }) {
  const open = useDocuments((state) => state.tabs);
  const { paths, active, preview, pinned } = useDocuments((state) => paneOf(state, pane));
  const tabs = paths.flatMap((path) => open.find((tab) => tab.path === path) ?? []);
  const [menu, setMenu] = useState<{ readonly path: string; readonly at: Point } | null>(null);
  const keyOf = useKeyOf();
  const strip = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(strip, tabs.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab is brought into view when it changes
  useEffect(() => {
    // The parent, to bring its close button into view too.
    const front = strip.current?.querySelector('[aria-selected="true"]')?.parentElement;
    front?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, tabs.length, overflows]);
  if (tabs.length === 0) return null;

  const labels = distinctNames(tabs.map(({ path }) => path)).map(visibleName);
  const onKeyDown = (event: KeyboardEvent) => {
    const path = active ?? '';
    if (event.key === 'ArrowRight') stepTab(1);
    else if (event.key === 'ArrowLeft') stepTab(-1);
    else if (event.key === 'Delete') void closeUnpinned(path, pane);
    else if (event.key === 'Enter' || event.key === ' ') focusEditor();
    else return;
    event.preventDefault();
    requestAnimationFrame(() => {
      if (event.key.startsWith('Arrow')) strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    });
  };
  const show = (path: string) => {
    activateIn(pane, path);
    focusEditor();
  };
  const openMenu = (path: string, event: MouseEvent) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // The menu key opens it below the tab, wherever the pointer is.
    setMenu({ path, at: event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom } });
  };
  return (
    <div className={styles.bar}>
      <div
        ref={strip}
        role="tablist"
        aria-label="Open files"
        className={styles.strip}
        onKeyDown={onKeyDown}
        onDoubleClick={({ target, currentTarget }) => target === currentTarget && newDocument()}
      >
        {tabs.map((tab, index) => (
          <TabItem
            key={tab.path}
            tab={tab}
            pane={pane}
            isActive={tab.path === active}
            isPreview={tab.path === preview}
            isPinned={pinned.includes(tab.path)}
            label={labels[index] ?? tab.path}
            onShow={() => show(tab.path)}
            onKeep={() => keepTab(tab.path)}
            onContextMenu={(event) => openMenu(tab.path, event)}
          />
        ))}
      </div>
      {menu && <TabMenu {...menu} pane={pane} onClose={() => setMenu(null)} />}
      {overflows && (
        <MenuButton
          label="All open files"
          className={styles.all}
          items={tabs.map((tab, index) => ({
            label: `${labels[index] ?? tab.path}${isDirtyTab(tab) ? ' •' : ''}`,
            icon: tab.path === active && <Check size={14} aria-label="in front" />,
            run: () => show(tab.path),
          }))}
        >
          <ChevronDown size={16} />
        </MenuButton>
      )}
      <PreviewSwitch pane={pane} className={styles.all} />
      <IconButton
        label="Split right"
        shortcut={keyOf('pane.splitRight')}
        className={styles.all}
        onClick={() => splitPane('row', pane)}
      >
        <Columns2 size={16} />
      </IconButton>
    </div>
  );
}

/** Whether the tabs do not all fit. */
function useOverflow(strip: RefObject<HTMLElement | null>, count: number): boolean {
  const [overflows, setOverflows] = useState(false);
  const isShown = count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more tabs need more room
  useLayoutEffect(() => {
    const element = strip.current;
    if (!element) return setOverflows(false);
    // Measured with the button's own room, or showing the button would hide it again.
    const measure = () => {
      const room = (element.parentElement ?? element).clientWidth;
      const needed = [...element.children].reduce((sum, item) => sum + item.clientWidth + 1, 0);
      setOverflows(needed > room);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [strip, count, isShown]);
  return overflows;
}
