import { ChevronDown, ChevronRight, File, FileCode, FileImage, FileText, Folder, FolderOpen } from 'lucide-react';
import { visibleName } from '../../../shared/visible-text.ts';
import { classNames } from '../class-names.ts';
import styles from './FileTree.module.css';
import type { TreeRow } from './tree-model.ts';

interface TreeItemProps {
  readonly id: string;
  readonly row: TreeRow;
  /** Pixels from the top of the tree. */
  readonly top: number;
  /** The keyboard's place. */
  readonly isActive: boolean;
  /** Its file is the one in the editor. */
  readonly isInFront: boolean;
  readonly isDirty: boolean;
  onPress(): void;
}

const indent = 12;
const proseNames = /\.(md|markdown|txt|rst|adoc)$|^(readme|licen[cs]e|changelog|notice)/i;
const imageNames = /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)$/i;
const codeNames = /\.[a-z0-9]+$/i;

function iconFor({ entry, isExpanded }: TreeRow) {
  if (entry.kind === 'directory') return isExpanded ? FolderOpen : Folder;
  if (imageNames.test(entry.name)) return FileImage;
  if (proseNames.test(entry.name)) return FileText;
  return codeNames.test(entry.name) ? FileCode : File;
}

/** One row. The keyboard is handled by the tree, which holds the focus. */
export function TreeItem({ id, row, top, isActive, isInFront, isDirty, onPress }: TreeItemProps) {
  const { entry, depth, isExpanded, position, setSize } = row;
  const isDirectory = entry.kind === 'directory';
  const name = visibleName(entry.name);
  const Icon = iconFor(row);
  const Chevron = isExpanded ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the tree holds focus and keyboard
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-selected={isInFront}
      aria-expanded={isDirectory ? isExpanded : undefined}
      aria-label={isDirty ? `${name}, unsaved` : name}
      title={name}
      className={classNames(styles.row, isActive && styles.active, isInFront && styles.front)}
      style={{ top, paddingLeft: 8 + depth * indent }}
      onClick={onPress}
    >
      <span className={styles.chevron}>{isDirectory && <Chevron size={14} aria-hidden />}</span>
      <Icon size={16} aria-hidden className={styles.icon} />
      <span className={styles.name}>{name}</span>
      {isDirty && <span className={styles.dirty} aria-hidden />}
    </div>
  );
}
