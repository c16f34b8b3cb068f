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

/** What each kind of mention looks like, but for files, which look as they do elsewhere. */
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
  /** Of a file: its path, or its name alone. */
  readonly name: string;
  readonly size: number;
  readonly className?: string | undefined;
}

/** In the list that offers mentions and in messages; draw-chip.ts draws those in the message field. */
export function MentionIcon({ kind, name, size, className }: MentionIconProps) {
  if (kind === 'file') return <FileIcon path={name} size={size} className={className} />;
  const Icon = mentionIcons[kind];
  return <Icon size={size} className={className} aria-hidden />;
}
