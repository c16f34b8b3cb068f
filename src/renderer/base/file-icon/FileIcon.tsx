import {
  File,
  FileBraces,
  FileCode,
  FileDigit,
  FileImage,
  FileLock,
  FileTerminal,
  FileText,
  FileType,
  type LucideIcon,
} from 'lucide-react';
import { classNames } from '../class-names.ts';
import { baseName } from '../paths.ts';
import styles from './FileIcon.module.css';
import { type FileKind, fileKindOf } from './file-kind.ts';

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  script: FileCode,
  dynamic: FileCode,
  compiled: FileCode,
  style: FileType,
  data: FileBraces,
  prose: FileText,
  image: FileImage,
  shell: FileTerminal,
  lock: FileLock,
  binary: FileDigit,
  other: File,
};

interface IconLook {
  readonly size?: number;
  readonly className?: string | undefined;
}

/** The icon of a file, the same wherever it is named. It is decoration: the name stands there too. */
export const FileIcon = ({ path, ...look }: IconLook & { readonly path: string }) => (
  <FileKindIcon kind={fileKindOf(baseName(path))} {...look} />
);

export function FileKindIcon({ kind, size = 16, className }: IconLook & { readonly kind: FileKind }) {
  const Icon = icons[kind];
  return <Icon size={size} aria-hidden className={classNames(styles.icon, styles[kind], className)} />;
}
