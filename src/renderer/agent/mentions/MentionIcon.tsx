import {
  CircleAlert,
  Folder,
  Globe,
  type LucideIcon,
  MessagesSquare,
  PanelsTopLeft,
  SquareCode,
  TextSelect,
} from 'lucide-react';
import { FileIcon } from '../../base/file-icon/FileIcon.tsx';
import type { MentionKind } from './format-mention.ts';

/** Icons by kind of mention, except for files, which have those of their kind of file. */
export const mentionIcons: Readonly<Record<Exclude<MentionKind, 'file'>, LucideIcon>> = {
  directory: Folder,
  symbol: SquareCode,
  thread: MessagesSquare,
  web: Globe,
  tabs: PanelsTopLeft,
  diagnostics: CircleAlert,
  selection: TextSelect,
};

export interface MentionIconProps {
  readonly kind: MentionKind;
  /** For a file: its path or name. */
  readonly name: string;
  readonly size: number;
  readonly className?: string | undefined;
}

/** The icon in lists and messages; draw-chip.ts draws it in the message field. */
export function MentionIcon({ kind, name, size, className }: MentionIconProps) {
  if (kind === 'file') return <FileIcon path={name} size={size} className={className} />;
  const Icon = mentionIcons[kind];
  return <Icon size={size} className={className} aria-hidden />;
}
