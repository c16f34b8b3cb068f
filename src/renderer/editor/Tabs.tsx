import { type KeyboardEvent, useEffect, useRef } from 'react';
import { visibleName } from '../../shared/visible-text.ts';
import { classNames } from '../app/class-names.ts';
import { distinctNames, visiblePath } from '../app/paths.ts';
import { closeDocument } from './documents/close-document.ts';
import { activateTab, isDirtyTab, stepTab, type Tab, useDocuments } from './documents/documents-store.ts';
import { newDocument } from './documents/untitled.ts';
import { focusEditor } from './sessions.ts';
import styles from './Tabs.module.css';

/** The open files. Left and right arrows move between tabs, Delete closes one; a double click beside them makes one. */
export function Tabs() {
  const tabs = useDocuments((state) => state.tabs);
  const active = useDocuments((state) => state.active);
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab is brought into view when it changes
  useEffect(() => {
    strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
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
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label="Open files"
      className={styles.strip}
      onKeyDown={onKeyDown}
      onDoubleClick={({ target, currentTarget }) => target === currentTarget && newDocument()}
    >
      {tabs.map((tab, index) => (
        <TabItem key={tab.path} tab={tab} isActive={tab.path === active} label={labels[index] ?? tab.path} />
      ))}
    </div>
  );
}

interface TabItemProps {
  readonly tab: Tab;
  readonly isActive: boolean;
  readonly label: string;
}

function TabItem({ tab, isActive, label }: TabItemProps) {
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
        onClick={() => {
          activateTab(tab.path);
          focusEditor();
        }}
      >
        {label}
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
