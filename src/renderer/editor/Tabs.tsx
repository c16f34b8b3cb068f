import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { visibleName } from '../../shared/visible-text.ts';
import { classNames } from '../base/class-names.ts';
import { MenuButton } from '../base/controls/MenuButton.tsx';
import { FileIcon } from '../base/file-icon/FileIcon.tsx';
import { distinctNames, visiblePath } from '../base/paths.ts';
import { closeDocument } from './documents/close-document.ts';
import { activateTab, isDirtyTab, stepTab, type Tab, useDocuments } from './documents/documents-store.ts';
import { newDocument } from './documents/untitled.ts';
import { focusEditor } from './sessions.ts';
import styles from './Tabs.module.css';

/** Arrow left and right move between tabs, Delete closes one; a double click beside the tabs makes a new document. */
export function Tabs() {
  const tabs = useDocuments((state) => state.tabs);
  const active = useDocuments((state) => state.active);
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
    else if (event.key === 'Delete') void closeDocument(path);
    else if (event.key === 'Enter' || event.key === ' ') focusEditor();
    else return;
    event.preventDefault();
    requestAnimationFrame(() => {
      if (event.key.startsWith('Arrow')) strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    });
  };
  const show = (path: string) => {
    activateTab(path);
    focusEditor();
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
            isActive={tab.path === active}
            label={labels[index] ?? tab.path}
            onShow={() => show(tab.path)}
          />
        ))}
      </div>
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

interface TabItemProps {
  readonly tab: Tab;
  readonly isActive: boolean;
  readonly label: string;
  onShow(): void;
}

function TabItem({ tab, isActive, label, onShow }: TabItemProps) {
  const isDirty = isDirtyTab(tab);
  return (
    <div
      role="presentation"
      className={classNames(styles.item, isActive && styles.active, isDirty && styles.dirty)}
      onAuxClick={(event) => event.button === 1 && void closeDocument(tab.path)}
    >
      <button
        type="button"
        role="tab"
        className={styles.tab}
        aria-selected={isActive}
        aria-controls="editor-body"
        aria-keyshortcuts="Delete"
        aria-label={isDirty ? `${label}, unsaved` : label}
        tabIndex={isActive ? 0 : -1}
        title={visiblePath(tab.path)}
        onClick={onShow}
      >
        <FileIcon path={tab.path} size={14} />
        <span className={styles.name}>{label}</span>
      </button>
      <button
        type="button"
        className={styles.close}
        // A tab list may hold tabs only: for a screen reader and the keyboard, Delete on the tab closes it.
        aria-hidden
        tabIndex={-1}
        title="Close"
        data-testid="close-tab"
        onClick={() => void closeDocument(tab.path)}
      >
        <span className={styles.dot} aria-hidden />
        <svg className={styles.cross} width="16" height="16" viewBox="0 0 16 16" aria-hidden>
          <path d="M4.5 4.5l7 7m0-7l-7 7" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
