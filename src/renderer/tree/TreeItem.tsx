import { ChevronDown, ChevronRight, Folder, FolderOpen } from 'lucide-react';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { visibleName } from '../../shared/visible-text.ts';
import { classNames } from '../base/class-names.ts';
import { FileIcon } from '../base/file-icon/FileIcon.tsx';
import rowWindow from '../base/layout/row-window.module.css';
import styles from './FileTree.module.css';
import type { TreeEntry, TreeRow } from './tree-model.ts';

/** State of a row as it is drawn. */
export interface TreeItemLook {
  /** The keyboard is at this row. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Its file is the one in the editor. */
  readonly isInFront: boolean;
  readonly isDirty: boolean;
  /** It was cut, to be pasted elsewhere. */
  readonly isCut: boolean;
  /** A drop now would go into it. */
  readonly isDropInto: boolean;
}

interface TreeItemProps extends TreeItemLook {
  readonly id: string;
  readonly row: TreeRow;
  /** Pixels from the top of the tree. */
  readonly top: number;
  /** Replaces the name while that is being typed. */
  readonly field: ReactNode;
  onPress(event: MouseEvent): void;
  onDragStart(event: DragEvent): void;
}

const indent = 12;

/** One row. The keyboard is handled by the tree, which holds the focus. */
export function TreeItem({ id, row, top, field, onPress, onDragStart, ...look }: TreeItemProps) {
  const { entry, depth, isExpanded, position, setSize } = row;
  const { isActive, isSelected, isInFront, isDirty, isCut, isDropInto } = look;
  const isDirectory = entry.kind === 'directory';
  const name = visibleName(entry.name);
  const Chevron = isExpanded ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the tree holds focus and keyboard
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-selected={isSelected}
      aria-current={isInFront || undefined}
      aria-expanded={isDirectory ? isExpanded : undefined}
      aria-label={isDirty ? `${name}, unsaved` : name}
      title={field ? undefined : name}
      data-path={entry.path}
      draggable={!field}
      className={classNames(
        rowWindow.row,
        styles.row,
        isActive && styles.active,
        isSelected && styles.selected,
        isInFront && styles.front,
        isCut && styles.cut,
        isDropInto && styles.dropInto,
      )}
      style={{ top, paddingLeft: 8 + depth * indent }}
      onClick={onPress}
      onDragStart={onDragStart}
    >
      <span className={styles.chevron}>{isDirectory && <Chevron size={14} aria-hidden />}</span>
      <EntryIcon name={entry.name} kind={entry.kind} isExpanded={isExpanded} />
      {field ?? <span className={styles.name}>{name}</span>}
      {isDirty && <span className={styles.dirty} aria-hidden />}
    </div>
  );
}

interface NewItemProps {
  readonly kind: TreeEntry['kind'];
  readonly depth: number;
  readonly top: number;
  readonly field: ReactNode;
}

/** The row of a file or folder that has no name yet. */
export function NewItem({ kind, depth, top, field }: NewItemProps) {
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-selected={false}
      aria-label={kind === 'file' ? 'New file' : 'New folder'}
      className={classNames(rowWindow.row, styles.row)}
      style={{ top, paddingLeft: 8 + depth * indent }}
    >
      <span className={styles.chevron} />
      <EntryIcon name="" kind={kind} isExpanded={false} />
      {field}
    </div>
  );
}

function EntryIcon({ name, kind, isExpanded }: Pick<TreeEntry, 'name' | 'kind'> & { readonly isExpanded: boolean }) {
  if (kind === 'file') return <FileIcon path={name} />;
  const Icon = isExpanded ? FolderOpen : Folder;
  return <Icon size={16} aria-hidden className={styles.icon} />;
}
