import { Pin } from 'lucide-react';
import type { MouseEvent } from 'react';
import { classNames } from '../../base/class-names.ts';
import { FileIcon } from '../../base/file-icon/FileIcon.tsx';
import { visiblePath } from '../../base/paths.ts';
import { isDirtyTab, type Tab } from '../documents/documents-store.ts';
import { bodyId } from '../panes/pane.ts';
import styles from './Tabs.module.css';
import { closeTab, closeUnpinned, togglePin } from './tab-acts.ts';

export interface TabItemProps {
  readonly tab: Tab;
  readonly pane: number;
  readonly isActive: boolean;
  readonly isPreview: boolean;
  readonly isPinned: boolean;
  readonly label: string;
  onShow(): void;
  onKeep(): void;
  onContextMenu(event: MouseEvent): void;
}

/** A tab with its close button, in place of which a pinned one has a pin. */
export function TabItem({
  tab,
  pane,
  isActive,
  isPreview,
  isPinned,
  label,
  onShow,
  onKeep,
  onContextMenu,
}: TabItemProps) {
  const isDirty = isDirtyTab(tab);
  const marks = [isPreview && 'Preview', isPinned && 'Pinned'].filter(Boolean).join(', ');
  return (
    <div
      role="presentation"
      className={classNames(
        styles.item,
        isActive && styles.active,
        isDirty && styles.dirty,
        isPreview && styles.preview,
      )}
      onAuxClick={(event) => event.button === 1 && void closeUnpinned(tab.path, pane)}
    >
      <button
        type="button"
        role="tab"
        className={styles.tab}
        aria-selected={isActive}
        aria-controls={bodyId(pane)}
        aria-keyshortcuts="Delete"
        aria-label={isDirty ? `${label}, unsaved` : label}
        aria-description={marks === '' ? undefined : marks}
        tabIndex={isActive ? 0 : -1}
        title={visiblePath(tab.path)}
        onClick={onShow}
        onDoubleClick={onKeep}
        onContextMenu={onContextMenu}
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
        title={isPinned ? 'Unpin' : 'Close'}
        data-testid={isPinned ? 'unpin-tab' : 'close-tab'}
        onClick={() => (isPinned ? togglePin(tab.path, pane) : void closeTab(tab.path, pane))}
      >
        <span className={styles.dot} aria-hidden />
        {isPinned ? (
          <Pin size={14} className={styles.pin} aria-hidden />
        ) : (
          <svg className={styles.cross} width="16" height="16" viewBox="0 0 16 16" aria-hidden>
            <path d="M4.5 4.5l7 7m0-7l-7 7" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" />
          </svg>
        )}
      </button>
    </div>
  );
}
